import { z } from 'zod';
import { json, route } from '../route.js';
import { MOST_ITEMS } from '../bounds.js';
import { identifier, list, someName } from '../schemas.js';
import { WRITE } from '../users/access.js';
import { group } from './resource.js';

export const updateGroup = route({
  method: 'patch',
  path: '/v1/groups/{group_id}',
  operationId: 'updateGroup',
  summary: 'Change a group; only the fields that are sent change',
  tag: 'Users and groups',
  access: WRITE,
  family: 'general',
  body: json(
    z.strictObject({
      name: someName('Name that people read').optional(),
      member_ids: list(identifier(), MOST_ITEMS.members).optional().meta({ description: 'Replaces the members' }),
    }),
  ),
  reply: group,
  exists: ({ clients, from, params }) => clients.directory.group(from, params.group_id),
  handle: ({ clients, from, params, body: { name, member_ids } }) =>
    clients.directory.updateGroup(from, { id: params.group_id, name, memberIds: member_ids }),
});
