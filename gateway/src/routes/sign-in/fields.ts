import { z } from 'zod';
import { MOST } from '../bounds.js';
import { someName, word } from '../schemas.js';

/** Longer than any password that can be set. */
const LONGEST_PASSWORD = 1000;
const LONGEST_CODE = 200;

/** Whatever is given is answered alike, so that nobody learns who has an account; so it has no format. */
export const email = someName('Address of the person', MOST.email).meta({ example: 'ann@example.com' });

export const password = (description: string) =>
  z
    .string('must be a text')
    .max(LONGEST_PASSWORD, `must have at most ${LONGEST_PASSWORD.toLocaleString('en')} characters`)
    .meta({ description, example: 'correct horse battery staple' });

export const code = z
  .string('must be a text')
  .min(1, 'must not be blank')
  .max(LONGEST_CODE, `must have at most ${LONGEST_CODE} characters`)
  .meta({ description: 'What stands in the link after the last “=”', example: 'q0Zr7c1mT5yJx2bN8vKd3A' });

/** Of an organization, among the query's parameters or in a body. */
export const organization = word('Slug of the organization; absent: the one that the address is in').meta({
  example: 'acme-europe',
});

export const returnTo = z
  .string('must be a text')
  .max(MOST.url, `must have at most ${MOST.url.toLocaleString('en')} characters`)
  .nullish()
  .meta({
    description:
      'Page of this server to go to then, beginning with /console, /ask or /oauth/authorize; anything else is ignored',
    example: '/console/questionnaires',
  });

/** The cookie holds the rest. */
export const started = z
  .object({
    return_to: z
      .string()
      .nullable()
      .meta({ description: 'Where the person was going; null: nowhere in particular', example: '/console' }),
  })
  .meta({ id: 'StartedSignIn', description: 'Somebody is signed in: the answer carries the cookie' });
export type Started = z.infer<typeof started>;

/** Of all routes that need no key and take a body. */
export const FAILURES = [400, 403, 408, 413, 422, 429, 503];
/** Nobody but the browser keeps it. */
export const noStore = (): Record<string, string> => ({ 'Cache-Control': 'no-store' });
