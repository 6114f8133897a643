import { z } from 'zod';
import { role } from '../api-keys/resource.js';
import { id, microseconds, pagination } from '../schemas.js';

export const user = z
  .object({
    id,
    name: z.string(),
    email: z.string(),
    role,
    created_at: microseconds,
    email_refused_at: microseconds.nullable().meta({
      description:
        'Since when the mail server of the address refuses it, microseconds; null: it does not. Writing the address again lets it be tried again',
    }),
  })
  .meta({ id: 'User' });
export type User = z.infer<typeof user>;

export const userList = z.object({ users: z.array(user), pagination }).meta({ id: 'UserList' });
export type UserList = z.infer<typeof userList>;
