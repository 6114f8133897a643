import { createClient, type Operations } from '@candor/client';
import { refuseUnauthorized } from './unauthorized.js';

export interface ApiOptions {
  key: string;
  /** The session of this tab. */
  sessionId: string;
  /** Every call works in it; absent: in the session's. */
  organizationId?: string;
  /** The key is not valid, or no longer. */
  onUnauthorized(): void;
}

/** The operations of the public API, and the headers for what they do not cover: progress of uploads, names of files. */
export interface Api {
  readonly call: Operations;
  readonly headers: Readonly<Record<string, string>>;
  readonly onUnauthorized: () => void;
}

export function createApi({ key, sessionId, organizationId, onUnauthorized }: ApiOptions): Api {
  const organization = organizationId === undefined ? {} : { organizationId };
  const call = createClient({
    baseUrl: window.location.origin,
    apiKey: key,
    sessionId,
    ...organization,
    fetch: async (input, init) => {
      const response = await fetch(input, { ...init, credentials: 'omit' });
      if (response.status === 401) refuseUnauthorized(onUnauthorized);
      return response;
    },
  });
  const headers = {
    'x-api-key': key,
    'x-session-id': sessionId,
    ...(organizationId === undefined ? {} : { 'x-organization-id': organizationId }),
  };
  return { call, headers, onUnauthorized };
}

/** Letters and digits that nobody guesses. */
export const randomName = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');

/** Whether a header can carry it; no key has other signs. */
export const isHeaderValue = (text: string): boolean => /^[\x21-\x7e]+$/.test(text);
