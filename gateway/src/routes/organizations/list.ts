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
  leadsOut: true,
  reply: z.array(organization),
  handle: async ({ clients, from, context }) => {
    if (context.identity?.role !== 'ADMIN') return [];
    const all = await clients.tenant.listOrganizations(from);
    // A session whose organization was deleted works in none of them.
    return context.organizationError ? all.map((one) => ({ ...one, is_current: false })) : all;
  },
});
