import { z } from 'zod';
import { role } from '../api-keys/resource.js';
import { json, route } from '../route.js';
import { address, someName } from '../schemas.js';
import { WRITE } from './access.js';
import { user } from './resource.js';

export const updateUser = route({
  method: 'patch',
  path: '/v1/users/{user_id}',
  operationId: 'updateUser',
  summary: 'Change a user; only the fields that are sent change',
  tag: 'Users and groups',
  access: WRITE,
  family: 'general',
  body: json(
    z.strictObject({
      name: someName('Name that people read').optional(),
      email: address('Unique in the organization, ignoring case').optional(),
      role: role.optional(),
    }),
  ),
  reply: user,
  failures: [409],
  exists: ({ clients, from, params }) => clients.directory.user(from, params.user_id),
  handle: ({ clients, from, params, body: { name, email, role: given } }) =>
    clients.directory.updateUser(from, { id: params.user_id, name, email, role: given }),
});
