import type { Request } from 'express';

/** Over plain http a browser takes no cookie with the prefix. */
const PLAIN = 'candor_session';
const SECURE = '__Host-candor_session';
const LONGEST = 200;

/** The cookie of a signed-in person: read from the request, written to its answer. Scripts do not see it. */
export interface SessionCookie {
  /** What the browser brought along; '': nothing. */
  readonly brought: string;
  /** Lets the browser keep the token until then (microseconds). */
  keep(token: string, expiresAt: number): void;
  drop(): void;
}

/** `isHttps`: people reach the server by https, also when a proxy in front does that part. */
export function sessionCookie(request: Request, isHttps: boolean): SessionCookie {
  const secure = isHttps || request.secure;
  const name = secure ? SECURE : PLAIN;
  const write = (value: string, expires: Date): void => {
    const rules = `Path=/; Expires=${expires.toUTCString()}; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`;
    request.res?.append('Set-Cookie', `${name}=${value}; ${rules}`);
  };
  return {
    brought: valueOf(request.get('cookie') ?? '', name),
    keep: (token, expiresAt) => write(token, new Date(expiresAt / 1000)),
    drop: () => write('', new Date(0)),
  };
}

function valueOf(header: string, name: string): string {
  const found = header
    .split(';')
    .map((one) => one.trim())
    .find((one) => one.startsWith(`${name}=`));
  const value = found?.slice(name.length + 1) ?? '';
  return /^[\w-]+$/.test(value) && value.length <= LONGEST ? value : '';
}
