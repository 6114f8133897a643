import { z } from 'zod';
import { route } from '../route.js';
import { noStore, organization } from './fields.js';

const methods = z
  .object({
    password: z.boolean().meta({ description: 'Passwords are allowed here' }),
    provider: z.string().nullable().meta({
      description: 'Sign in with …, by /auth/oidc/start; null: there is no OpenID provider',
      example: 'Example SSO',
    }),
    mail: z.boolean().meta({ description: 'A link can be mailed: there is a mail server' }),
  })
  .meta({ id: 'SignInMethods', description: 'How people may sign in' });
export type SignInMethods = z.infer<typeof methods>;

/** The same for every address, so that it says nothing of any. */
export const listSignInMethods = route({
  method: 'get',
  path: '/auth/methods',
  operationId: 'listSignInMethods',
  summary: 'How people may sign in',
  tag: 'Signing in',
  access: 'public',
  family: 'general',
  query: z.object({ organization }),
  reply: methods,
  failures: [422, 503],
  headersOf: noStore,
  handle: async ({ clients, from, query: { organization: slug } }) => {
    const [found, provider] = await Promise.all([clients.signIn.methods(from, slug), clients.oidc.nameFor(from, slug)]);
    return { ...found, provider: provider || null };
  },
});
