import { KnowledgeServiceClient } from '@candor/proto/candor/questionnaire/v1/knowledge';
import { RpcClient } from '@candor/runtime';
import { ownCall } from './own-call.js';

/** A library answer that may be published. */
export interface LibraryAnswer {
  id: string;
  question: string;
  answer: string;
  /** Microseconds. */
  updatedAt: number;
}

/** What is chosen of a library. */
export interface Chosen {
  answerIds: readonly string[];
  tags: readonly string[];
}

/** Evidence that an answer may be read from. */
export interface Readable {
  answerIds: readonly string[];
  documentIds: readonly string[];
}

/** What the engine says; `sure` is the highest band alone. */
export interface PortalAnswer {
  answer: string;
  sure: boolean;
  sources: { id: string; title: string; quote: string }[];
}

/** What an organization knows, as far as it publishes it. */
export interface Knowledge {
  /** Approved, unexpired answers, oldest first; `limit` at most. */
  answers(organizationId: string, chosen: Chosen, limit: number): Promise<LibraryAnswer[]>;
  /** Whether the library has this answer. */
  hasAnswer(organizationId: string, answerId: string): Promise<boolean>;
  /** Answers from these sources alone. */
  ask(organizationId: string, question: string, readable: Readable): Promise<PortalAnswer>;
}

/** Less than the gateway waits for a page. */
const ASK_DEADLINE_MS = 12_000;

/** The questionnaire service. Rejects as `unavailable` when it is out of reach. */
export class KnowledgeClient implements Knowledge {
  private readonly rpc: RpcClient<KnowledgeServiceClient>;

  constructor(address: string, token: string) {
    this.rpc = new RpcClient(KnowledgeServiceClient, address, token);
  }

  async answers(organizationId: string, { answerIds, tags }: Chosen, limit: number): Promise<LibraryAnswer[]> {
    const { stub } = this.rpc;
    const found: LibraryAnswer[] = [];
    for (;;) {
      const request = { ids: [...answerIds], tags: [...tags], limit: limit - found.length, offset: found.length };
      const part = await this.rpc.unary(stub.readAnswers.bind(stub), request, ownCall(organizationId));
      found.push(...part.answers.map(({ id, question, answer, updatedAt }) => ({ id, question, answer, updatedAt })));
      if (part.answers.length === 0 || found.length >= Math.min(limit, part.total)) return found;
    }
  }

  async hasAnswer(organizationId: string, answerId: string): Promise<boolean> {
    return (await this.answers(organizationId, { answerIds: [answerId], tags: [] }, 1)).length > 0;
  }

  async ask(organizationId: string, question: string, readable: Readable): Promise<PortalAnswer> {
    const { stub } = this.rpc;
    const request = { question, answerIds: [...readable.answerIds], documentIds: [...readable.documentIds] };
    const call = { ...ownCall(organizationId), deadlineMs: ASK_DEADLINE_MS };
    const reply = await this.rpc.unary(stub.askPublished.bind(stub), request, call);
    return {
      answer: reply.answer,
      sure: reply.answerStatus === 'AI_ANSWERED' && reply.confidence?.band === 'HIGH',
      sources: reply.citations.map(({ sourceId, title, quote }) => ({ id: sourceId, title, quote })),
    };
  }

  close(): void {
    this.rpc.close();
  }
}
