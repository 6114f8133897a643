import { CHALLENGE } from '@candor/runtime';
import { z } from 'zod';
import type { Access } from '../../middleware/access.js';
import { apiKey, issuedKey } from '../api-keys/resource.js';
import { json, route, type Route } from '../route.js';
import { deleted, microseconds } from '../schemas.js';

/** Longer than any code or verifier, shorter than what costs anything to look at. */
const LONGEST_SECRET = 200;
const WRONG_CHALLENGE = 'must be a SHA-256 in base64url, 43 characters';

/** A person who is signed in; the service refuses keys. */
const PERSON: Access = { role: 'VIEWER', scope: undefined };

/** Every person; of keys, those that may do as much as a person. */
const OWN: Access = { role: 'VIEWER', scope: 'API keys: write' };

const secret = (description: string, example: string) =>
  z
    .string('must be a text')
    .min(1, 'must not be blank')
    .max(LONGEST_SECRET, `must have at most ${LONGEST_SECRET} characters`)
    .meta({ description, example });

const allowExtension = route({
  method: 'post',
  path: '/v1/extension/connections',
  operationId: 'allowExtension',
  summary: 'Let a browser extension in, as the person who is signed in',
  description:
    'For the page that the extension opens: the person confirms there. The code works once, within five minutes, and only for the extension that has made the challenge. Not for API keys.',
  tag: 'Signing in',
  access: PERSON,
  family: 'general',
  showsSecret: true,
  failures: [409],
  body: json(
    z
      .strictObject({
        challenge: z.string('must be a text').regex(CHALLENGE, WRONG_CHALLENGE).meta({
          description: 'SHA-256 of the verifier that the extension keeps to itself, base64url',
          example: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
        }),
      })
      .meta({ id: 'ExtensionChallenge', description: 'Which extension is let in' }),
  ),
  reply: z
    .object({
      code: z.string().meta({
        description: 'For the extension, once',
        example: 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk',
      }),
      expires_at: microseconds.meta({ description: 'When the code works no more', example: 1767225600000000 }),
    })
    .meta({ id: 'ExtensionCode', description: 'What the extension is let in with' }),
  headersOf: () => ({ 'Cache-Control': 'no-store' }),
  handle: ({ clients, from, body }) => clients.apiKeys.allowExtension(from, body.challenge),
});

const connectExtension = route({
  method: 'post',
  path: '/v1/extension/connections/redeem',
  operationId: 'connectExtension',
  summary: 'Exchange the code of a person for a key of the extension, once',
  description:
    'The key asks, and has the questions of web forms answered (`Insights: ask`, `Questionnaires: write`), in the role that the person has at every call. With it one may read, upload, change and delete any questionnaire that the person may: whoever has the browser has it. It works for 90 days; the person ends it before. Needs no key.',
  tag: 'Signing in',
  access: 'public',
  family: 'general',
  body: json(
    z
      .strictObject({
        code: secret('What the person was shown', 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk'),
        verifier: secret(
          'What the challenge was made of',
          'M25iVXpKU3puUjFaYWg3T1NDTDQtcW1ROUY5YXlwalNoc0hhakxifmZHag',
        ),
      })
      .meta({ id: 'ExtensionSignIn', description: 'Shows that it is the extension which the person let in' }),
  ),
  reply: issuedKey,
  failures: [400, 401, 408, 413, 422, 429, 503],
  headersOf: () => ({ 'Cache-Control': 'no-store' }),
  handle: ({ clients, from, body }) => clients.apiKeys.connectExtension(from, body),
});

const listExtensions = route({
  method: 'get',
  path: '/v1/extension/connections',
  operationId: 'listExtensions',
  summary: 'Browser extensions that act for the person, newest first',
  description: 'One’s own that work. A person has five at most: whoever connects a sixth ends the oldest.',
  tag: 'Signing in',
  access: OWN,
  family: 'general',
  reply: z
    .object({ extensions: z.array(apiKey) })
    .meta({ id: 'ExtensionList', description: 'Browser extensions of the person' }),
  handle: async ({ clients, from }) => ({ extensions: await clients.apiKeys.extensions(from) }),
});

const endExtension = route({
  method: 'delete',
  path: '/v1/extension/connections/{extension_id}',
  operationId: 'endExtension',
  summary: 'End one of the person’s own browser extensions at once, wherever it is',
  description: 'For a browser that was lost. An administrator revokes those of others as any API key.',
  tag: 'Signing in',
  access: OWN,
  family: 'general',
  reply: deleted,
  handle: ({ clients, from, params }) => clients.apiKeys.disconnectExtension(from, params.extension_id),
});

const disconnectExtension = route({
  method: 'delete',
  path: '/v1/extension/connection',
  operationId: 'disconnectExtension',
  summary: 'Sign the extension out: the calling key works no more',
  description: 'For keys that were made for a browser extension; all others are revoked by an administrator (409).',
  tag: 'Signing in',
  access: PERSON,
  family: 'general',
  failures: [409],
  reply: deleted,
  handle: ({ clients, from }) => clients.apiKeys.disconnectExtension(from),
});

/** Browser extensions that people let in, and the keys that these got. */
export const extensionRoutes: readonly Route[] = [
  allowExtension,
  connectExtension,
  disconnectExtension,
  listExtensions,
  endExtension,
];
