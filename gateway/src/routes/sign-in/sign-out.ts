import { AppError } from '@candor/runtime';
import { z } from 'zod';
import { checkToken } from '../../middleware/signed-in.js';
import { route } from '../route.js';
import { noStore } from './fields.js';

const signedOut = z
  .object({ signed_out: z.literal(true).meta({ description: 'The cookie works no more', example: true }) })
  .meta({ id: 'SignedOut', description: 'Nobody is signed in here' });

/** Harmless when somebody did it in another tab already: the token is asked for while there is something to end. */
export const signOut = route({
  method: 'post',
  path: '/auth/sign-out',
  operationId: 'signOut',
  summary: 'Sign out: the cookie works no more',
  description: 'Needs the header X-CSRF-Token while the cookie works. Every tab of the browser is signed out by it.',
  tag: 'Signing in',
  access: 'public',
  ownSiteOnly: true,
  family: 'general',
  reply: signedOut,
  failures: [403, 422, 503],
  headersOf: noStore,
  handle: async ({ clients, from, cookie, request }) => {
    if (cookie.brought !== '') {
      const found = await clients.signIn.verify(cookie.brought, from).catch((error: unknown) => {
        if (error instanceof AppError && error.kind === 'unauthenticated') return undefined;
        throw error;
      });
      if (found) checkToken(request, found.csrfToken);
      await clients.signIn.signOut(from, cookie.brought);
      cookie.drop();
    }
    return { signed_out: true as const };
  },
});
