import { ListUpdatesRequest, TrustPortalServiceClient } from '@candor/proto/candor/trust_portal/v1/trust_portal';
import { RpcClient, type CallFor } from '@candor/runtime';
import type { Update } from '../routes/trust-portal-updates/resource.js';

/** Trust portal updates. */
export class TrustPortalClient {
  private readonly rpc: RpcClient<TrustPortalServiceClient>;

  constructor(address: string, token: string) {
    this.rpc = new RpcClient(TrustPortalServiceClient, address, token);
  }

  async updates(from: CallFor, page: { limit: number; offset: number }): Promise<{ updates: Update[]; total: number }> {
    const reply = await this.rpc.unary(this.rpc.stub.listUpdates, ListUpdatesRequest.fromPartial(page), from);
    const updates = reply.updates.map(({ id, title, createdAt }) => ({ id, title, created_at: createdAt }));
    return { updates, total: reply.total };
  }

  reachable(timeoutMs: number): Promise<boolean> {
    return this.rpc.reachable(timeoutMs);
  }

  close(): void {
    this.rpc.close();
  }
}
