import { z } from 'zod';
import type { Access } from '../../middleware/access.js';
import { route } from '../route.js';
import { deleted, id, microseconds, page, pagination, reference } from '../schemas.js';

const METHODS = ['password', 'mail', 'oidc', 'link'] as const;

const signIn = z
  .object({
    id,
    method: z.enum(METHODS).meta({ description: 'How the person showed who they are; link: one of the operator' }),
    user_agent: z
      .string()
      .meta({ description: 'What the browser said that it is', example: 'Mozilla/5.0 Firefox/140.0' }),
    created_at: microseconds,
    seen_at: microseconds.meta({ description: 'The last call, to the minute; twelve hours later it ends' }),
    expires_at: microseconds.meta({ description: 'When it ends at the latest' }),
    is_current: z.boolean().meta({ description: 'The one that asks', example: true }),
  })
  .meta({ id: 'SignedInBrowser', description: 'A browser in which a person is signed in' });
export type SignIn = z.infer<typeof signIn>;

const signInList = z
  .object({ sign_ins: z.array(signIn), pagination })
  .meta({ id: 'SignedInBrowserList', description: 'A page of browsers in which a person is signed in' });
export type SignInList = z.infer<typeof signInList>;

/** Every person; of keys, those that may do as much as a person. */
const ACCESS: Access = { role: 'VIEWER', scope: 'API keys: write' };

export const listSignIns = route({
  method: 'get',
  path: '/v1/session/sign-ins',
  operationId: 'listSignIns',
  summary: 'Where the person is signed in, newest first',
  description: 'One’s own; an administrator sees those of any user of the organization.',
  tag: 'Signing in',
  access: ACCESS,
  family: 'general',
  query: z.object({ user_id: reference('User whose they are; absent: one’s own'), ...page() }),
  reply: signInList,
  handle: ({ clients, from, query: { user_id: userId, ...part } }) => clients.signIn.list(from, userId, part),
});

export const revokeSignIn = route({
  method: 'delete',
  path: '/v1/session/sign-ins/{sign_in_id}',
  operationId: 'revokeSignIn',
  summary: 'Sign a browser out: one’s own, or for an administrator that of any user of the organization',
  tag: 'Signing in',
  access: ACCESS,
  family: 'general',
  reply: deleted,
  handle: ({ clients, from, params }) => clients.signIn.revoke(from, params.sign_in_id),
});
