import { createClient, type Operations } from '@candor/client';
import { refuseUnauthorized } from './unauthorized.js';

export interface ApiOptions {
  /** Absent: the person is signed in by the cookie. */
  key?: string | undefined;
  /** Of that sign-in. */
  csrfToken?: string | undefined;
  /** The session of this tab; absent: the one of the sign-in, in all of its tabs. */
  sessionId?: string | undefined;
  /** Every call works in it; absent: in the session's. */
  organizationId?: string | undefined;
  /** Who calls may not, or no longer. */
  onUnauthorized(): void;
}

/** The operations of the public API, and the headers for what they do not cover: progress of uploads, names of files. */
export interface Api {
  readonly call: Operations;
  /** The same without tries of its own, for what a person watches: a failure is told at once. */
  readonly once: Operations;
  readonly headers: Readonly<Record<string, string>>;
  /** With a key the cookie stays at home. */
  readonly credentials: 'omit' | 'same-origin';
  readonly onUnauthorized: () => void;
}

export function createApi({ key, csrfToken, sessionId, organizationId, onUnauthorized }: ApiOptions): Api {
  const credentials = key === undefined ? 'same-origin' : 'omit';
  const options = {
    baseUrl: window.location.origin,
    ...(key === undefined ? {} : { apiKey: key }),
    ...(csrfToken === undefined ? {} : { csrfToken }),
    ...(sessionId === undefined ? {} : { sessionId }),
    ...(organizationId === undefined ? {} : { organizationId }),
    fetch: async (input: Parameters<typeof fetch>[0], init?: RequestInit) => {
      const response = await fetch(input, { ...init, credentials });
      if (response.status === 401) refuseUnauthorized(onUnauthorized);
      return response;
    },
  };
  const call = createClient(options);
  const once = createClient({ ...options, retries: 0 });
  const headers = {
    ...(key === undefined ? {} : { 'x-api-key': key }),
    ...(key === undefined && csrfToken !== undefined ? { 'x-csrf-token': csrfToken } : {}),
    ...(sessionId === undefined ? {} : { 'x-session-id': sessionId }),
    ...(organizationId === undefined ? {} : { 'x-organization-id': organizationId }),
  };
  return { call, once, headers, credentials, onUnauthorized };
}

/** For signing in: nobody calls yet, and the answer may bring a cookie. */
export const visitorApi = (): Operations =>
  createClient({
    baseUrl: window.location.origin,
    retries: 0,
    fetch: (input, init) => fetch(input, { ...init, credentials: 'same-origin', cache: 'no-store' }),
  });

/** Letters and digits that nobody guesses. */
export const randomName = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');

/** Whether a header can carry it; no key has other signs. */
export const isHeaderValue = (text: string): boolean => /^[\x21-\x7e]+$/.test(text);
