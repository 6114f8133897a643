import { z } from 'zod';
import { issuedKey } from '../api-keys/resource.js';
import { json, route } from '../route.js';

/** Longer than any code, shorter than what costs anything to look at. */
const LONGEST_CODE = 200;

const signIn = z
  .strictObject({
    code: z
      .string()
      .min(1)
      .max(LONGEST_CODE)
      .meta({ description: 'What stands in the link after “#sign-in=”', example: 'q0Zr7c1mT5yJx2bN8vKd3A' }),
  })
  .meta({ id: 'SignIn', description: 'The code of a link that signs in once' });

/** How the console turns a link of the operator into a key; the code comes in the body, so that no log has it. */
export const signInByLink = route({
  method: 'post',
  path: '/v1/session/sign-in',
  operationId: 'signInByLink',
  summary: 'Exchange the code of a sign-in link for a key, once',
  description:
    '`npm run admin -- sign-in-link` prints a link to the console that works once, within ten minutes. Its code is exchanged here for a key of the role that was asked for; the key works for twelve hours. Needs no key.',
  tag: 'API keys',
  access: 'public',
  family: 'general',
  body: json(signIn),
  reply: issuedKey,
  failures: [400, 401, 408, 413, 422, 429, 503],
  handle: ({ clients, from, body }) => clients.apiKeys.redeem(from, body.code),
});
