import { route } from '../route.js';
import { deleted } from '../schemas.js';
import { WRITE } from './access.js';

export const deleteUser = route({
  method: 'delete',
  path: '/v1/users/{user_id}',
  operationId: 'deleteUser',
  summary: 'Delete a user with all memberships; keys that the user owns are revoked',
  tag: 'Users and groups',
  access: WRITE,
  family: 'general',
  reply: deleted,
  handle: ({ clients, from, params }) => clients.directory.deleteUser(from, params.user_id),
});
