import { z } from 'zod';
import { json, route, type Route } from '../route.js';
import { noStore } from '../sign-in/fields.js';
import { WRITE } from '../users/access.js';

const ended = z
  .object({
    browsers: z.int().meta({ description: 'Browsers that were signed out', example: 2 }),
    agents: z.int().meta({ description: 'Agents that were disconnected', example: 1 }),
    extensions: z.int().meta({ description: 'Browser extensions that were disconnected', example: 1 }),
  })
  .meta({ id: 'SignedOutEverywhere', description: 'What was ended' });
export type SignedOutEverywhere = z.infer<typeof ended>;

const body = json(
  z
    .strictObject({
      connected: z.boolean('must be true or false').default(false).meta({
        description: 'Also agents and browser extensions that were connected in the person’s name',
        example: true,
      }),
    })
    .meta({ id: 'SignOutEverywhere', description: 'How much is ended' }),
);
const LINKS =
  'Links that were mailed for signing in, and have not been used, end as well. API keys of the person go on.';

const signOutEverywhere = route({
  method: 'post',
  path: '/v1/session/sign-out-everywhere',
  operationId: 'signOutEverywhere',
  summary: 'Sign oneself out of every browser, this one included',
  description: `${LINKS} Answers 409 to a key that is nobody’s.`,
  tag: 'Signing in',
  access: { role: 'VIEWER', scope: 'API keys: write' },
  family: 'general',
  body,
  reply: ended,
  failures: [409],
  headersOf: noStore,
  handle: async ({ clients, from, body: { connected }, context, cookie }) => {
    const all = await clients.signIn.signOutEverywhere(from, '', connected);
    if (context.signedIn) cookie.drop();
    return all;
  },
});

const signUserOutEverywhere = route({
  method: 'post',
  path: '/v1/users/{user_id}/sign-out-everywhere',
  operationId: 'signUserOutEverywhere',
  summary: 'Sign a user out of every browser, as when a laptop is lost',
  description: `${LINKS} The user may sign in again; to keep them out, deactivate them.`,
  tag: 'Signing in',
  access: WRITE,
  family: 'general',
  body,
  reply: ended,
  exists: ({ clients, from, params }) => clients.directory.user(from, params.user_id),
  handle: ({ clients, from, params, body: { connected } }) =>
    clients.signIn.signOutEverywhere(from, params.user_id, connected),
});

/** Ending all sign-ins of a person at once. */
export const everywhereRoutes: readonly Route[] = [signOutEverywhere, signUserOutEverywhere];
