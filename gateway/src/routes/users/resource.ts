import { z } from 'zod';
import { role } from '../api-keys/resource.js';
import { id, microseconds, orNull, pagination } from '../schemas.js';

export const USER_STATUSES = ['active', 'invited', 'deactivated'] as const;

export const user = z
  .object({
    id,
    name: z.string(),
    email: z.string(),
    role,
    status: z.enum(USER_STATUSES).meta({
      description: 'active; invited: has not accepted yet; deactivated: can do nothing',
      example: 'active',
    }),
    last_signed_in_at: orNull(microseconds).meta({ description: 'Microseconds since the Unix epoch; null: never' }),
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
