import { AuditServiceClient } from '@candor/proto/candor/tenant/v1/audit';
import { RpcClient, type CallFor } from '@candor/runtime';
import type { AuditEvent, AuditSink } from '../audit/recorder.js';
import type { AuditLog } from '../routes/audit-log/resource.js';
import { wholePage } from './whole-page.js';

/** Who did what in the caller's organization. */
export class AuditLogClient implements AuditSink {
  private readonly rpc: RpcClient<AuditServiceClient>;

  constructor(address: string, token: string) {
    this.rpc = new RpcClient(AuditServiceClient, address, token);
  }

  async append(from: CallFor, event: AuditEvent): Promise<void> {
    await this.rpc.unary(this.rpc.stub.appendAudit, event, from);
  }

  /** '' does not filter. */
  async list(
    from: CallFor,
    { limit, offset, action, targetId }: { limit: number; offset: number; action: string; targetId: string },
  ): Promise<AuditLog> {
    const { items, pagination } = await wholePage({ limit, offset }, async (part) => {
      const reply = await this.rpc.unary(this.rpc.stub.listAudit, { ...part, action, targetId }, from);
      return { items: reply.entries, total: reply.total, reply };
    });
    return {
      entries: items.map((entry) => ({
        id: entry.id,
        at: entry.at,
        action: entry.action,
        target_type: entry.targetType,
        target_id: entry.targetId,
        key_id: entry.keyId,
        user_id: entry.userId ?? null,
        request_id: entry.requestId,
        details: entry.details,
      })),
      pagination,
    };
  }

  close(): void {
    this.rpc.close();
  }
}
