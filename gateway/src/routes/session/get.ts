import { z } from 'zod';
import { isoTimeOrNull } from '../../clients/times.js';
import { SCOPES } from '../../middleware/access.js';
import { role } from '../api-keys/resource.js';
import { organization } from '../organizations/resource.js';
import { route } from '../route.js';
import { id } from '../schemas.js';

const shown = organization.pick({ name: true, logo_url: true, accent_color: true, intro: true, approvers_only: true });

export const session = z
  .object({
    key_id: z.string().meta({ description: 'Identifier of the key', example: '7c9e6679-7425-40de-944b-e07fc1f90ae7' }),
    role: role.meta({ description: 'What the key may do now: the lower of its own role and its owner’s' }),
    scopes: z.array(z.enum(SCOPES)).meta({ description: 'Empty: unrestricted within the role' }),
    user_id: z.string().nullable().meta({ description: 'The user who owns the key; null: nobody' }),
    organization_id: id.meta({ description: 'The organization that calls of this session work in' }),
    organization: shown.meta({ description: 'How that organization shows itself' }),
    expires_at: z.iso
      .datetime()
      .nullable()
      .meta({ description: 'When the key stops working; null: never', example: '2027-12-31T23:59:59.000Z' }),
  })
  .meta({ id: 'Session', description: 'Who calls, what the key may do, and in which organization' });
export type Session = z.infer<typeof session>;

/** For programs that have only been given a key: what they may offer to the person in front of them. */
export const getSession = route({
  method: 'get',
  path: '/v1/session',
  operationId: 'getSession',
  summary: 'What the key may do, and in which organization',
  tag: 'API keys',
  access: { role: 'VIEWER', scope: undefined },
  family: 'general',
  reply: session,
  handle: async ({ clients, from, context }) => {
    const { identity, organizationId } = context;
    if (!identity || organizationId === undefined) throw new Error('who calls has not been established');
    const { name, logo_url, accent_color, intro, approvers_only } = await clients.tenant.organization(
      from,
      organizationId,
    );
    return {
      key_id: identity.keyId,
      role: identity.role,
      scopes: identity.scopes as Session['scopes'],
      user_id: identity.ownerId || null,
      organization_id: organizationId,
      organization: { name, logo_url, accent_color, intro, approvers_only },
      expires_at: isoTimeOrNull(identity.expiresAt),
    };
  },
});
