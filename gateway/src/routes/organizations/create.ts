import { z } from 'zod';
import { json, route } from '../route.js';
import { someText } from '../schemas.js';
import { organization } from './resource.js';

const DOMAIN = /^(?=.{1,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])$/;

export const createOrganization = route({
  method: 'post',
  path: '/v1/organizations/tenant/create',
  operationId: 'createOrganization',
  summary: 'Create a child organization and switch the session to it',
  tag: 'Organizations',
  access: { role: 'ADMIN', scope: 'Organizations: write' },
  family: 'general',
  idempotencyScope: 'own',
  body: json(
    z.object({
      name: someText('Name that people read').refine(
        (name) => name.trim().length <= 200,
        'must have at most 200 characters',
      ),
      tenant_name: z
        .string()
        .regex(/^[a-z0-9-]{1,63}$/, 'must be 1 to 63 of a-z, 0-9 and -')
        .nullish()
        .meta({ description: 'Unique in the installation; made from the name when absent' }),
      hd: z
        .array(z.string().trim().toLowerCase().regex(DOMAIN, 'must be a domain name'))
        .nullish()
        .meta({ description: 'Approved e-mail domains' }),
      logo_url: z.url({ protocol: /^https?$/, error: 'must be an http or https URL' }).nullish(),
    }),
  ),
  reply: organization,
  failures: [409],
  handle: ({ clients, from, context, body }) =>
    clients.tenant.createOrganization(from, context.sessionId, {
      name: body.name.trim(),
      tenantName: body.tenant_name ?? '',
      hd: [...new Set(body.hd ?? [])],
      logoUrl: body.logo_url ?? undefined,
    }),
});
