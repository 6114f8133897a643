import { route } from '../route.js';
import { deleted } from '../schemas.js';
import { WRITE } from '../users/access.js';

export const deleteGroup = route({
  method: 'delete',
  path: '/v1/groups/{group_id}',
  operationId: 'deleteGroup',
  summary: 'Delete a group',
  tag: 'Users and groups',
  access: WRITE,
  family: 'general',
  reply: deleted,
  handle: ({ clients, from, params }) => clients.directory.deleteGroup(from, params.group_id),
});
