import type { IncomingMessage } from 'node:http';

/** Holds the secret of a visitor's session; the gateway passes this one on and no other. */
export const PORTAL_COOKIE = 'candor_portal';

const SECRET = /^[\w-]{20,100}$/;

/** The secret that a visitor's browser sent; undefined when it sent none. */
export function sessionSecret({ headers }: IncomingMessage): string | undefined {
  for (const part of (headers.cookie ?? '').split(/;\s*/)) {
    const [name, value = ''] = part.split('=', 2);
    if (name === PORTAL_COOKIE && SECRET.test(value)) return value;
  }
  return undefined;
}

/** Sets the cookie for one portal alone, whose pages begin with `path`; '' as the secret removes it. */
export function sessionCookie(
  secret: string,
  { path, secure, seconds }: { path: string; secure: boolean; seconds: number },
): string {
  const age = secret === '' ? 0 : seconds;
  return `${PORTAL_COOKIE}=${secret}; Path=${path}; Max-Age=${age}; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`;
}
