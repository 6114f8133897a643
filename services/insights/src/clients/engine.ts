import { KnowledgeServiceClient } from '@candor/proto/candor/questionnaire/v1/knowledge';
import { RpcClient, type CallFor } from '@candor/runtime';

export interface Citation {
  sourceId: string;
  /** library or document. */
  sourceType: string;
  title: string;
  locator: string;
  quote: string;
}

/** What the engine says to a question. */
export interface EngineReply {
  /** '' when nothing is known. */
  answer: string;
  /** AI_ANSWERED or NEEDS_INFO. */
  answerStatus: string;
  /** Score 0 to 1; band HIGH, MEDIUM or LOW. */
  confidence: { score: number; band: string } | undefined;
  /** Empty only when nothing is known. */
  citations: Citation[];
}

/** Answers questions from the evidence of the caller's organization. */
export interface Engine {
  ask(call: CallFor, question: string): Promise<EngineReply>;
}

/** The questionnaire service's engine. Rejects as `unavailable` when the service is out of reach. */
export class EngineClient implements Engine {
  private readonly rpc: RpcClient<KnowledgeServiceClient>;

  constructor(address: string, token: string) {
    this.rpc = new RpcClient(KnowledgeServiceClient, address, token);
  }

  async ask(call: CallFor, question: string): Promise<EngineReply> {
    const { answer, answerStatus, confidence, citations } = await this.rpc.unary(this.rpc.stub.ask, { question }, call);
    return { answer, answerStatus, confidence, citations };
  }

  close(): void {
    this.rpc.close();
  }
}
