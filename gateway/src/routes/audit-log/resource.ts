import { z } from 'zod';
import { id, microseconds, pagination } from '../schemas.js';

const auditEntry = z
  .object({
    id,
    at: microseconds,
    action: z.string().meta({ example: 'api_key.issued' }),
    target_type: z.string().meta({ example: 'api_key' }),
    target_id: z.string(),
    key_id: z.string().meta({ description: 'The API key that did it; empty: the operator’s command line' }),
    user_id: z.string().nullable().meta({ description: 'Whose key it was; null when it was nobody’s' }),
    request_id: z.string(),
    details: z.record(z.string(), z.string()).meta({ description: 'Facts without contents or secrets' }),
  })
  .meta({ id: 'AuditEntry' });

export const auditLog = z.object({ entries: z.array(auditEntry), pagination }).meta({ id: 'AuditLog' });
export type AuditLog = z.infer<typeof auditLog>;
