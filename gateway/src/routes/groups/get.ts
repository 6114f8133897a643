import { route } from '../route.js';
import { READ } from '../users/access.js';
import { group } from './resource.js';

export const getGroup = route({
  method: 'get',
  path: '/v1/groups/{group_id}',
  operationId: 'getGroup',
  summary: 'One group',
  tag: 'Users and groups',
  access: READ,
  family: 'general',
  reply: group,
  handle: ({ clients, from, params }) => clients.directory.group(from, params.group_id),
});
