import { z } from 'zod';
import { id, microseconds } from '../schemas.js';

/** Nobody becomes an administrator by an address alone. */
export const JOINING_ROLES = ['VIEWER', 'MEMBER', 'APPROVER'] as const;

export const joinByDomain = z
  .strictObject({
    allowed: z.boolean('must be true or false'),
    role: z.enum(JOINING_ROLES, { error: `must be one of ${JOINING_ROLES.join(', ')}` }),
  })
  .meta({ id: 'JoinByDomain' });

export const organization = z
  .object({
    id,
    name: z.string(),
    tenant_name: z.string(),
    slug: z.string(),
    hd: z.array(z.string()).meta({ description: 'Approved email domains' }),
    logo_url: z.string().nullable(),
    accent_color: z.string().nullable(),
    intro: z.string().nullable(),
    approvers_only: z.boolean(),
    join_by_domain: joinByDomain,
    time_zone: z.string(),
    agents_may_connect: z.boolean(),
    parent_id: z.string().nullable(),
    created_at: microseconds,
    is_current: z.boolean().meta({ description: 'Whether the session works in it' }),
  })
  .meta({ id: 'Organization' });
export type Organization = z.infer<typeof organization>;
