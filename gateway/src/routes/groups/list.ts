import { z } from 'zod';
import { route } from '../route.js';
import { page } from '../schemas.js';
import { READ } from '../users/access.js';
import { groupList } from './resource.js';

export const listGroups = route({
  method: 'get',
  path: '/v1/groups',
  operationId: 'listGroups',
  summary: 'List the groups of the organization, newest first',
  tag: 'Users and groups',
  access: READ,
  family: 'general',
  query: z.object(page()),
  reply: groupList,
  handle: ({ clients, from, query }) => clients.directory.groups(from, query),
});
