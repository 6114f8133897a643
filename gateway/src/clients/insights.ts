import { InsightsServiceClient } from '@candor/proto/candor/insights/v1/insights';
import { RpcClient, type CallFor } from '@candor/runtime';
import type { Conversation } from '../routes/insights/resource.js';

/** Conversations. */
export class InsightsClient {
  private readonly rpc: RpcClient<InsightsServiceClient>;

  constructor(address: string, token: string) {
    this.rpc = new RpcClient(InsightsServiceClient, address, token);
  }

  /** `page` counts from 1. */
  async conversations(
    from: CallFor,
    request: { page: number; pageSize: number },
  ): Promise<{ data: Conversation[]; total: number }> {
    const reply = await this.rpc.unary(this.rpc.stub.listConversations, request, from);
    const data = reply.data.map((message) => ({
      id: message.id,
      question: message.question,
      answer: message.answer,
      user_name: message.userName ?? null,
      user_email: message.userEmail ?? null,
      user_profile_image: message.userProfileImage ?? null,
      source_type: message.sourceType as Conversation['source_type'],
      answered_at: message.answeredAt,
    }));
    return { data, total: reply.total };
  }

  reachable(timeoutMs: number): Promise<boolean> {
    return this.rpc.reachable(timeoutMs);
  }

  close(): void {
    this.rpc.close();
  }
}
