import { z } from 'zod';
import { json, route } from '../route.js';
import { MOST_ITEMS } from '../bounds.js';
import { identifier, list, someName } from '../schemas.js';
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
  body: json(
    z.strictObject({
      name: someName('Name that people read'),
      member_ids: list(identifier(), MOST_ITEMS.members).nullish(),
    }),
  ),
  reply: group,
  handle: ({ clients, from, body: { name, member_ids } }) =>
    clients.directory.createGroup(from, { name, memberIds: member_ids ?? [] }),
});
