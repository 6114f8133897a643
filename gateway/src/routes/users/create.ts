import { z } from 'zod';
import { role } from '../api-keys/resource.js';
import { json, route } from '../route.js';
import { address, someName } from '../schemas.js';
import { WRITE } from './access.js';
import { user } from './resource.js';

export const createUser = route({
  method: 'post',
  path: '/v1/users',
  operationId: 'createUser',
  summary: 'Add a user to the organization',
  tag: 'Users and groups',
  access: WRITE,
  family: 'general',
  body: json(
    z.strictObject({
      name: someName('Name that people read'),
      email: address('Unique in the organization, ignoring case'),
      role: role.nullish().meta({ description: 'MEMBER when absent' }),
    }),
  ),
  reply: user,
  failures: [409],
  handle: ({ clients, from, body: { name, email, role: given } }) =>
    clients.directory.createUser(from, { name, email, role: given ?? '' }),
});
