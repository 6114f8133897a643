import { z } from 'zod';
import { id, microseconds } from '../schemas.js';

export const organization = z
  .object({
    id,
    name: z.string(),
    tenant_name: z.string(),
    slug: z.string(),
    hd: z.array(z.string()).meta({ description: 'Approved e-mail domains' }),
    logo_url: z.string().nullable(),
    accent_color: z.string().nullable(),
    intro: z.string().nullable(),
    approvers_only: z.boolean(),
    parent_id: z.string().nullable(),
    created_at: microseconds,
    is_current: z.boolean().meta({ description: 'Whether the session works in it' }),
  })
  .meta({ id: 'Organization' });
export type Organization = z.infer<typeof organization>;
