import { AppError, type CallFor } from '@candor/runtime';
import { z } from 'zod';
import type { Clients } from '../../clients/clients.js';
import { isoTimeOrNull } from '../../clients/times.js';
import { SCOPES } from '../../middleware/access.js';
import { role } from '../api-keys/resource.js';
import { callFor } from '../../http/context.js';
import { organization } from '../organizations/resource.js';
import { route } from '../route.js';
import { id, microseconds, orNull } from '../schemas.js';
import { user } from '../users/resource.js';

const person = user
  .pick({ id: true, email: true })
  .extend({ name: z.string().meta({ description: 'Name that people read', example: 'Ann Lee' }) })
  .meta({ id: 'SessionUser', description: 'The person who is signed in, or owns the key' });
const signedIn = z
  .object({
    method: z.string().meta({ description: '`password`, `mail`, `oidc` or `link`', example: 'mail' }),
    created_at: microseconds,
    csrf_token: z.string().meta({
      description: 'For the header X-CSRF-Token of calls that change something',
      example: '9f86d081884c7d65',
    }),
  })
  .meta({ id: 'SessionSignIn', description: 'How the person is signed in' });
const shown = organization.pick({
  name: true,
  logo_url: true,
  accent_color: true,
  intro: true,
  approvers_only: true,
  time_zone: true,
  agents_may_connect: true,
});

export const session = z
  .object({
    key_id: z.string().meta({
      description: 'Identifier of the key, or of the sign-in',
      example: '7c9e6679-7425-40de-944b-e07fc1f90ae7',
    }),
    role: role.meta({ description: 'What the key may do now: the lower of its own role and its owner’s' }),
    scopes: z.array(z.enum(SCOPES)).meta({ description: 'Empty: unrestricted within the role' }),
    user_id: z.string().nullable().meta({ description: 'The user who owns the key; null: nobody' }),
    user: orNull(person).meta({ description: 'That user; null: nobody' }),
    sign_in: orNull(signedIn).meta({ description: 'Null for a call with a key' }),
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
    const { identity, organizationId, signedIn: signIn } = context;
    if (!identity || organizationId === undefined) throw new Error('who calls has not been established');
    const [found, owner] = await Promise.all([
      clients.tenant.organization(from, organizationId),
      personOf(clients, callFor(context, identity.organizationId), identity.ownerId),
    ]);
    const { name, logo_url, accent_color, intro, approvers_only, time_zone, agents_may_connect } = found;
    return {
      key_id: identity.keyId,
      role: identity.role,
      scopes: identity.scopes as Session['scopes'],
      user_id: identity.ownerId || null,
      user: owner,
      sign_in: signIn ? { method: signIn.method, created_at: signIn.createdAt, csrf_token: signIn.csrfToken } : null,
      organization_id: organizationId,
      organization: { name, logo_url, accent_color, intro, approvers_only, time_zone, agents_may_connect },
      expires_at: isoTimeOrNull(identity.expiresAt),
    };
  },
});

/** The user at home, wherever the call works; null when there is none. */
async function personOf(clients: Clients, from: CallFor, userId: string): Promise<Session['user']> {
  if (userId === '') return null;
  try {
    const { id: found, name, email } = await clients.directory.user(from, userId);
    return { id: found, name, email };
  } catch (error) {
    if (error instanceof AppError && error.kind === 'not_found') return null;
    throw error;
  }
}
