import { z } from 'zod';
import { json, route } from '../route.js';
import { MOST } from '../bounds.js';
import { name, someName } from '../schemas.js';
import { domains, webAddress } from './fields.js';
import { organization } from './resource.js';

export const createOrganization = route({
  method: 'post',
  path: '/v1/organizations/tenant/create',
  operationId: 'createOrganization',
  summary: 'Create a child organization and switch the session to it',
  tag: 'Organizations',
  access: { role: 'ADMIN', scope: 'Organizations: write' },
  family: 'general',
  leadsOut: true,
  idempotencyScope: 'own',
  body: json(
    z.object({
      name: someName('Name that people read'),
      tenant_name: name(
        MOST.label,
        'What the tenant is called; the name when absent. A slug is made from it; what is a slug (1 to 63 of a-z, 0-9 and -) stays as it is',
      ).nullish(),
      hd: domains.nullish().meta({ description: 'Approved email domains' }),
      logo_url: webAddress.nullish(),
    }),
  ),
  reply: organization,
  failures: [409],
  handle: ({ clients, from, context, body }) =>
    clients.tenant.createOrganization(from, context.sessionId, {
      name: body.name,
      tenantName: body.tenant_name ?? '',
      hd: [...new Set(body.hd ?? [])],
      logoUrl: body.logo_url ?? undefined,
    }),
});
