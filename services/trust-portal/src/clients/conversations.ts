import { InsightsServiceClient } from '@candor/proto/candor/insights/v1/insights';
import { newId, RpcClient } from '@candor/runtime';
import { ownCall } from './own-call.js';

/** A question that a visitor asked the portal. */
export interface AskedOnPortal {
  question: string;
  /** '' when none was given. */
  answer: string;
  /** Who asked, when that is known. */
  userEmail?: string;
}

/** Keeps what was asked. */
export interface Conversations {
  record(organizationId: string, asked: AskedOnPortal): Promise<void>;
}

const NOTHING_KNOWN = 'There is no published answer to this question.';

/** The insights service. Rejects as `unavailable` when it is out of reach. */
export class ConversationsClient implements Conversations {
  private readonly rpc: RpcClient<InsightsServiceClient>;

  constructor(address: string, token: string) {
    this.rpc = new RpcClient(InsightsServiceClient, address, token);
  }

  async record(organizationId: string, { question, answer, userEmail }: AskedOnPortal): Promise<void> {
    const { stub } = this.rpc;
    const request = {
      id: newId(),
      question,
      userEmail,
      sourceType: 'web_ui',
      origin: 'trust_portal',
      answer: answer === '' ? NOTHING_KNOWN : answer,
      unanswered: answer === '',
    };
    await this.rpc.unary(stub.recordConversation.bind(stub), request, ownCall(organizationId));
  }

  close(): void {
    this.rpc.close();
  }
}
