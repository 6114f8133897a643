import { networkOf } from '@candor/runtime';
import type { StartedSignIn, Visitor } from '../../clients/sign-in.js';
import { safeReturn } from '../../pages/return-to.js';
import type { Call } from '../route.js';
import type { Started } from './fields.js';

const MOST_USER_AGENT = 300;

type AnyCall = Pick<Call<unknown, unknown, unknown>, 'request' | 'cookie'>;

/** Who comes by this request. */
export const visitorOf = ({ request, cookie }: AnyCall): Visitor => ({
  userAgent: (request.get('user-agent') ?? '').slice(0, MOST_USER_AGENT),
  network: networkOf(request.ip ?? ''),
  broughtToken: cookie.brought,
});

/** Gives the browser the new cookie, and says where the person goes now. */
export function signInHere({ cookie }: AnyCall, started: StartedSignIn, asked?: string | null): Started {
  cookie.keep(started.token, started.expiresAt);
  return { return_to: safeReturn(started.returnTo) || safeReturn(asked) || null };
}
