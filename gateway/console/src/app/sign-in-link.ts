import { CandorError } from '@candor/client';
import { visitorApi } from '../api/api.js';
import { wordsOf } from '../api/words.js';
import { t } from '../words/words.js';

/** Exchanges the code of the operator's link for a key; it works once. */
export async function keyOfLink(code: string): Promise<string> {
  const { key } = await visitorApi().signInByLink({ body: { code } });
  return key;
}

/** Why a link did not sign in. */
export const wordsOfLink = (error: unknown): string =>
  error instanceof CandorError && (error.status === 401 || error.status === 422)
    ? t('signInLinkEnded')
    : wordsOf(error);
