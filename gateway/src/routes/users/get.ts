import { route } from '../route.js';
import { READ } from './access.js';
import { user } from './resource.js';

export const getUser = route({
  method: 'get',
  path: '/v1/users/{user_id}',
  operationId: 'getUser',
  summary: 'One user',
  tag: 'Users and groups',
  access: READ,
  family: 'general',
  reply: user,
  handle: ({ clients, from, params }) => clients.directory.user(from, params.user_id),
});
