import { z } from 'zod';
import { route } from '../route.js';
import { page, reference, word } from '../schemas.js';
import { auditLog } from './resource.js';

export const listAuditLog = route({
  method: 'get',
  path: '/v1/audit-log',
  operationId: 'listAuditLog',
  summary: 'Who did what in the organization, newest first',
  tag: 'Organizations',
  access: { role: 'ADMIN', scope: 'Organizations: write' },
  family: 'general',
  query: z.object({
    action: word('Only this action, e.g. api_key.issued'),
    target_id: reference('Only what was done to this'),
    ...page(),
  }),
  reply: auditLog,
  handle: ({ clients, from, query: { action, target_id, limit, offset } }) =>
    clients.auditLog.list(from, { action, targetId: target_id, limit, offset }),
});
