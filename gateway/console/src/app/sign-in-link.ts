import { CandorError, createClient } from '@candor/client';
import { wordsOf } from '../api/words.js';
import { t } from '../words/words.js';

const FRAGMENT = /^#sign-in=(.+)$/;

export const isSignInLink = (): boolean => FRAGMENT.test(window.location.hash);

/** The code of the link that led here, if one did. It is taken out of the address, so that no history keeps it. */
export function takeSignInCode(): string | undefined {
  const code = FRAGMENT.exec(window.location.hash)?.[1];
  if (code === undefined) return undefined;
  window.history.replaceState(window.history.state, '', window.location.pathname + window.location.search);
  return code;
}

/** Exchanges the code for a key; it works once. */
export async function keyOfLink(code: string): Promise<string> {
  const { key } = await createClient({
    baseUrl: window.location.origin,
    apiKey: '',
    fetch: (input, init) => fetch(input, { ...init, credentials: 'omit', cache: 'no-store' }),
  }).signInByLink({ body: { code } });
  return key;
}

/** Why a link did not sign in. */
export const wordsOfLink = (error: unknown): string =>
  error instanceof CandorError && (error.status === 401 || error.status === 422)
    ? t('signInLinkEnded')
    : wordsOf(error);
