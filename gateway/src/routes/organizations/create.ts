import { domainName } from '@candor/runtime';
import { z } from 'zod';
import { json, route } from '../route.js';
import { MOST, MOST_ITEMS } from '../bounds.js';
import { list, name, someName } from '../schemas.js';
import { organization } from './resource.js';

const domain = z
  .string('must be a text')
  .max(253, 'must be a domain name')
  .overwrite((given) => domainName(given) ?? '')
  .refine((given) => given !== '', 'must be a domain name');

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
      hd: list(domain, MOST_ITEMS.domains).nullish().meta({ description: 'Approved e-mail domains' }),
      logo_url: z
        .url({ protocol: /^https?$/, error: 'must be an http or https URL' })
        .max(MOST.url, 'is too long')
        .nullish(),
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
