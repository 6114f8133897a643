import { z } from 'zod';
import { id } from '../schemas.js';

export const TAG_STATUSES = ['ACTIVE', 'DRAFT', 'REJECTED'] as const;

export const tag = z
  .object({
    id,
    name: z.string(),
    description: z.string(),
    is_ai_generated: z.boolean(),
    status: z.enum(TAG_STATUSES).meta({ description: 'DRAFT: suggested by AI' }),
  })
  .meta({ id: 'Tag' });
export type Tag = z.infer<typeof tag>;
