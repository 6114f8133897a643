import { AuditServiceService } from '@candor/proto/candor/tenant/v1/audit';
import { invalid, isUuid, pageOf, requireCaller, type RpcService } from '@candor/runtime';
import { requireAdmin } from '../access.js';
import type { AuditRecorder } from '../audit.js';
import type { AuditLogStore } from '../store/audit-log.js';
import type { HandlersOf } from './handlers.js';
import { auditMessage } from './mapping.js';

export function auditService(recorder: AuditRecorder, log: AuditLogStore): RpcService {
  const handlers: HandlersOf<typeof AuditServiceService> = {
    appendAudit: async ({ id, ...event }, context) => {
      if (id !== '' && !isUuid(id)) throw invalid([{ path: 'id', message: 'id must be a UUID.' }]);
      return { id: await recorder.record(requireCaller(context.caller), event, id || undefined) };
    },
    listAudit: async ({ limit, offset, action, targetId }, context) => {
      const caller = requireCaller(context.caller);
      requireAdmin(caller);
      const filter = { ...(action ? { action } : {}), ...(targetId ? { targetId } : {}) };
      const list = await log.list(caller.organizationId, filter, pageOf({ limit, offset }));
      return { entries: list.entries.map(auditMessage), total: list.total };
    },
  };
  return { definition: AuditServiceService, handlers };
}
