import { AppError } from '@candor/runtime';
import type { Request } from 'express';
import { z } from 'zod';
import { safeReturn } from '../../pages/return-to.js';
import { word } from '../schemas.js';
import { route, type Call, type Route } from '../route.js';
import { noStore, organization } from './fields.js';
import { signInHere, visitorOf } from './starting.js';

const CALLBACK = '/auth/oidc/callback';
/** Seconds, as long as an attempt lasts. */
const ATTEMPT = 600;
const LONGEST_QUERY = 8192;
const BROWSER = /^[\w-]{20,100}$/;

const leading = z
  .object({ location: z.string().meta({ description: 'Where the browser goes', example: '/console' }) })
  .meta({ id: 'Leading', description: 'The browser is sent on, by the header Location' });
type Leading = z.infer<typeof leading>;

const common = {
  method: 'get',
  tag: 'Signing in',
  access: 'public',
  family: 'general',
  succeeds: 303,
  reply: leading,
  failures: [422],
  headersOf: ({ location }: Leading) => ({ ...noStore(), Location: location }),
} as const;

const startOidc = route({
  ...common,
  path: '/auth/oidc/start',
  operationId: 'startOidc',
  summary: 'Send the browser to the OpenID provider to sign in',
  description: 'A page for browsers: what goes wrong leads to the sign-in page, with a code in `sign_in_error`.',
  query: z.object({
    organization,
    return_to: word('Page of this server to go to then, beginning with /console, /ask or /oauth/authorize').meta({
      example: '/console',
    }),
  }),
  handle: (call) =>
    orSignInPage(call, async ({ clients, from, query, origin }) => {
      const { url, browser } = await clients.oidc.start(from, {
        organization: query.organization,
        returnTo: safeReturn(query.return_to),
        redirectUri: origin + CALLBACK,
      });
      keepBrowser(call, browser, ATTEMPT);
      return url;
    }),
});

const finishOidc = route({
  ...common,
  path: CALLBACK,
  operationId: 'finishOidc',
  summary: 'Where the OpenID provider sends the browser back to; signs in',
  description:
    'A page for browsers: it goes on to where the person was going, or to the sign-in page with a code in `sign_in_error`.',
  handle: (call) =>
    orSignInPage(call, async ({ clients, from, request }) => {
      const query = request.originalUrl.split('?')[1] ?? '';
      const browser = browserOf(request);
      keepBrowser(call, '', 0);
      if (query.length > LONGEST_QUERY) throw new AppError('invalid', 'oidc_attempt_ended', 'The address is too long.');
      const finished = await clients.oidc.finish(from, visitorOf(call), { query, browser });
      return signInHere(call, finished).return_to ?? '/console';
    }),
});

/** What goes wrong is told on the sign-in page, by its code alone: nothing that a provider sends is shown. */
async function orSignInPage<C extends Call<unknown, unknown, unknown>>(
  call: C,
  lead: (call: C) => Promise<string>,
): Promise<Leading> {
  try {
    return { location: await lead(call) };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const code = /^oidc_[a-z_]{1,40}$/.test(error.code) ? error.code : 'oidc_failed';
    return { location: `/console?sign_in_error=${code}` };
  }
}

const COOKIE = 'candor_oidc';

/** Lax: the browser brings it along when the provider sends it back, and to no other page of ours. */
function keepBrowser(
  { request, origin }: Pick<Call<unknown, unknown, unknown>, 'request' | 'origin'>,
  browser: string,
  seconds: number,
): void {
  const secure = request.secure || origin.startsWith('https:') ? '; Secure' : '';
  const rules = `Path=${CALLBACK}; Max-Age=${seconds}; HttpOnly; SameSite=Lax${secure}`;
  request.res?.append('Set-Cookie', `${COOKIE}=${browser}; ${rules}`);
}

function browserOf(request: Request): string {
  const found = (request.get('cookie') ?? '')
    .split(';')
    .map((one) => one.trim())
    .find((one) => one.startsWith(`${COOKIE}=`));
  const value = found?.slice(COOKIE.length + 1) ?? '';
  return BROWSER.test(value) ? value : '';
}

export const oidcRoutes: readonly Route[] = [startOidc, finishOidc];
