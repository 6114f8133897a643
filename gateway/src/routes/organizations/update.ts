import { z } from 'zod';
import { MOST } from '../bounds.js';
import { json, route } from '../route.js';
import { name, someName, text } from '../schemas.js';
import { domains, webAddress } from './fields.js';
import { joinByDomain, organization } from './resource.js';

const removable = (given: string | null | undefined): string | undefined => (given === null ? '' : given);

export const updateOrganization = route({
  method: 'patch',
  path: '/v1/organizations/tenant/{organization_id}',
  operationId: 'updateOrganization',
  summary: 'Rename an organization, or change how it shows itself; only the fields that are sent change',
  description:
    'Name, logo, color and intro are on its portal, its emails and its ask page. `tenant_name` is what it is called and leaves its address alone; a new `slug` changes the address, and the previous one keeps working.',
  tag: 'Organizations',
  access: { role: 'ADMIN', scope: 'Organizations: write' },
  family: 'general',
  body: json(
    z.strictObject({
      name: someName('Name that people read').optional(),
      tenant_name: someName('What the tenant is called', MOST.label).optional(),
      slug: z
        .string('must be a text')
        .regex(/^[a-z0-9-]{1,63}$/, 'must be 1 to 63 of a-z, 0-9 and -')
        .optional(),
      hd: domains.optional().meta({ description: 'Approved email domains; replaces them' }),
      logo_url: webAddress.nullish(),
      accent_color: z
        .string('must be a text')
        .regex(/^#[0-9a-fA-F]{6}$/, 'must be a color like "#0f766e"')
        .nullish(),
      intro: text(MOST.intro).nullish(),
      approvers_only: z.boolean('must be true or false').optional(),
      join_by_domain: joinByDomain.optional(),
      time_zone: name(MOST.timezone).optional(),
      agents_may_connect: z.boolean('must be true or false').optional(),
    }),
  ),
  reply: organization,
  failures: [409],
  exists: ({ clients, from, params }) => clients.tenant.organization(from, params.organization_id),
  handle: ({ clients, from, params, body }) =>
    clients.tenant.updateOrganization(from, params.organization_id, {
      name: body.name,
      displayName: body.tenant_name,
      tenantName: body.slug,
      hd: body.hd,
      logoUrl: removable(body.logo_url),
      accentColor: removable(body.accent_color),
      intro: removable(body.intro),
      approversOnly: body.approvers_only,
      joinByDomain: body.join_by_domain,
      timeZone: body.time_zone,
      agentsMayConnect: body.agents_may_connect,
    }),
});
