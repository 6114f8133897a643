import { route } from '../route.js';
import { deleted } from '../schemas.js';
import { eraseOrganization } from './erase.js';

export const deleteOrganization = route({
  method: 'delete',
  path: '/v1/organizations/tenant/{organization_id}',
  operationId: 'deleteOrganization',
  summary: 'Delete a child organization with everything that is its',
  description:
    'At once nobody can work in it. Repeat the call when it was cut off; sessions in it are refused with 409 until they are switched.',
  tag: 'Organizations',
  access: { role: 'ADMIN', scope: 'Organizations: write' },
  family: 'general',
  leadsOut: true,
  reply: deleted,
  failures: [409],
  handle: async ({ clients, from, params }) => {
    await eraseOrganization(clients, from, params.organization_id);
    return { id: params.organization_id, deleted: true as const };
  },
});
