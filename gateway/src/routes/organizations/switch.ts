import { isUuid, notFound } from '@candor/runtime';
import { z } from 'zod';
import { json, route } from '../route.js';
import { identifier } from '../schemas.js';
import { organization } from './resource.js';

export const switchOrganization = route({
  method: 'post',
  path: '/v1/organizations/tenant/switch',
  operationId: 'switchOrganization',
  summary: 'Switch the session to another organization',
  tag: 'Organizations',
  access: { role: 'ADMIN', scope: 'Organizations: write' },
  family: 'general',
  leadsOut: true,
  idempotencyScope: 'own',
  body: json(z.object({ organization_id: identifier().meta({ format: 'uuid' }) })),
  reply: organization,
  handle: async ({ clients, from, context, body }) => {
    if (!isUuid(body.organization_id)) throw notFound('organization');
    return clients.tenant.switchOrganization(from, context.sessionId, body.organization_id);
  },
});
