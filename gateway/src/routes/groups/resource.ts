import { z } from 'zod';
import { id, microseconds, pagination } from '../schemas.js';

export const group = z
  .object({
    id,
    name: z.string(),
    member_ids: z.array(z.string()).meta({ description: 'Users of the organization' }),
    created_at: microseconds,
  })
  .meta({ id: 'Group' });
export type Group = z.infer<typeof group>;

export const groupList = z.object({ groups: z.array(group), pagination }).meta({ id: 'GroupList' });
export type GroupList = z.infer<typeof groupList>;
