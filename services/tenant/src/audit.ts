import { micros, newId, type Caller, type Clock } from '@candor/runtime';
import type { AuditLogStore } from './store/audit-log.js';

export interface AuditEvent {
  action: string;
  targetType: string;
  targetId: string;
  /** Facts without contents or secrets. */
  details?: Record<string, string>;
}

/** Writes what callers did into the log of the organization they worked in. */
export class AuditRecorder {
  constructor(
    private readonly log: AuditLogStore,
    private readonly clock: Clock,
  ) {}

  /** Resolves to the entry's id; the same `id` again is recorded once. */
  async record(caller: Caller, event: AuditEvent, id = newId()): Promise<string> {
    await this.log.append({
      id,
      organizationId: caller.organizationId,
      at: micros(this.clock),
      action: event.action,
      targetType: event.targetType,
      targetId: event.targetId,
      keyId: caller.keyId,
      userId: caller.ownerId,
      requestId: caller.requestId,
      details: event.details ?? {},
    });
    return id;
  }
}
