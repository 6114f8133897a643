import { z } from 'zod';
import { route } from '../route.js';
import { page } from '../schemas.js';
import { READ } from './access.js';
import { userList } from './resource.js';

export const listUsers = route({
  method: 'get',
  path: '/v1/users',
  operationId: 'listUsers',
  summary: 'List the users of the organization, newest first',
  tag: 'Users and groups',
  access: READ,
  family: 'general',
  query: z.object(page()),
  reply: userList,
  handle: ({ clients, from, query }) => clients.directory.users(from, query),
});
