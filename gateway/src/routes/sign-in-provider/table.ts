import { z } from 'zod';
import { MOST, MOST_ITEMS } from '../bounds.js';
import { json, route, type Route } from '../route.js';
import { list, name, someName } from '../schemas.js';
import { signInProvider, signInProviderTest } from './resource.js';

const common = {
  tag: 'Organizations',
  access: { role: 'ADMIN', scope: 'Organizations: write' },
  family: 'general',
} as const;
const PATH = '/v1/sign-in-provider';

const getSignInProvider = route({
  method: 'get',
  path: PATH,
  operationId: 'getSignInProvider',
  summary: 'The OpenID provider by which people of the organization sign in',
  ...common,
  reply: signInProvider,
  handle: ({ clients, from }) => clients.oidc.provider(from),
});

const setSignInProvider = route({
  method: 'put',
  path: PATH,
  operationId: 'setSignInProvider',
  summary: 'Let people of the organization sign in by its own OpenID provider',
  description:
    'The provider must be reachable on the public internet; it sends people back to `/auth/oidc/callback`. The secret is stored sealed and never shown.',
  ...common,
  body: json(
    z.strictObject({
      issuer: someName('An https address, as the provider names itself', MOST.url).meta({
        example: 'https://login.example.com',
      }),
      client_id: someName('What the provider knows this server by', 500).meta({ example: 'candor' }),
      client_secret: z
        .string('must be a text')
        .max(MOST.url, `must have at most ${MOST.url.toLocaleString('en')} characters`)
        .nullish()
        .meta({ description: 'Absent: the one that is kept stays', example: 'of the provider' }),
      name: name(100, 'On the button: Sign in with …; absent: the host').nullish().meta({ example: 'Example SSO' }),
      scopes: list(someName('A scope', 200), MOST_ITEMS.oidcScopes)
        .nullish()
        .meta({
          description: 'Absent: openid, email, profile',
          example: ['openid', 'email', 'profile'],
        }),
    }),
  ),
  reply: signInProvider,
  failures: [409],
  handle: ({ clients, from, body }) =>
    clients.oidc.setProvider(from, {
      issuer: body.issuer,
      clientId: body.client_id,
      clientSecret: body.client_secret ?? '',
      name: body.name ?? '',
      scopes: body.scopes ?? [],
    }),
});

const removeSignInProvider = route({
  method: 'delete',
  path: PATH,
  operationId: 'removeSignInProvider',
  summary: 'Forget the organization’s own provider; its people sign in otherwise',
  ...common,
  reply: z
    .object({ removed: z.literal(true).meta({ description: 'It is gone', example: true }) })
    .meta({ id: 'SignInProviderRemoved', description: 'The provider was forgotten' }),
  handle: ({ clients, from }) => clients.oidc.removeProvider(from),
});

const testSignInProvider = route({
  method: 'post',
  path: `${PATH}/test`,
  operationId: 'testSignInProvider',
  summary: 'Ask the provider who it is; 503 says why people could not sign in there',
  ...common,
  reply: signInProviderTest,
  handle: ({ clients, from }) => clients.oidc.testProvider(from),
});

export const signInProviderRoutes: readonly Route[] = [
  getSignInProvider,
  setSignInProvider,
  removeSignInProvider,
  testSignInProvider,
];
