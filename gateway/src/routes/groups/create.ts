import { z } from 'zod';
import { json, route } from '../route.js';
import { someText } from '../schemas.js';
import { WRITE } from '../users/access.js';
import { group } from './resource.js';

export const createGroup = route({
  method: 'post',
  path: '/v1/groups',
  operationId: 'createGroup',
  summary: 'Create a group of users',
  tag: 'Users and groups',
  access: WRITE,
  family: 'general',
  body: json(z.object({ name: someText('Name that people read'), member_ids: z.array(z.string()).nullish() })),
  reply: group,
  handle: ({ clients, from, body: { name, member_ids } }) =>
    clients.directory.createGroup(from, { name, memberIds: member_ids ?? [] }),
});
