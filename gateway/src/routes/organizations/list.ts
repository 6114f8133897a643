import { z } from 'zod';
import { route } from '../route.js';
import { organization } from './resource.js';

export const listOrganizations = route({
  method: 'get',
  path: '/v1/organizations/tenant/list',
  operationId: 'listOrganizations',
  summary: 'Organizations that the session can be switched to',
  description: 'Empty for a key that is not an administrator’s.',
  tag: 'Organizations',
  access: { role: 'VIEWER', scope: 'Organizations: write' },
  family: 'general',
  reply: z.array(organization),
  handle: ({ clients, from, context }) =>
    context.identity?.role === 'ADMIN' ? clients.tenant.listOrganizations(from) : Promise.resolve([]),
});
