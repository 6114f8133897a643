import { CandorError } from '@candor/client';
import { t } from '../words/words.js';

/** Reads in which the support finds the call. */
const reference = ({ requestId }: CandorError): string =>
  requestId === '' ? '' : ` ${t('api:reference', { requestId })}`;

/** What went wrong, and what to do about it, for people. */
export function wordsOf(error: unknown): string {
  if (!(error instanceof CandorError)) {
    if (error instanceof TypeError) return t('api:unreachable');
    return t('api:pageFailed');
  }
  switch (error.status) {
    case 401:
      return t('api:keyNotValid');
    case 403:
      return `${t('api:forbidden')} ${error.message}`;
    case 404:
      return t('api:gone');
    case 413:
      return `${t('api:tooLarge')} ${error.message}`;
    case 412:
      return t('api:changedMeanwhile');
    case 429:
      return t('api:tooMany');
    case 503:
      return t('api:unavailable');
    case 400:
    case 409:
    case 422:
      return error.message;
    default:
      return error.status >= 500
        ? `${t('api:serverFailed')}${reference(error)}`
        : `${error.message}${reference(error)}`;
  }
}

/** Whether the caller gave up waiting: nothing to tell. */
export const isAborted = (error: unknown): boolean => error instanceof Error && error.name === 'AbortError';

/** Whether the answer was this error of the API. */
export const isProblem = (error: unknown, code: string): boolean => error instanceof CandorError && error.code === code;

/** What is wrong with one field of a form; undefined when nothing is. */
export function fieldWords(error: unknown, path: string): string | undefined {
  if (!(error instanceof CandorError)) return undefined;
  const found = error.errors.find((one) => one.path === path);
  if (!found) return undefined;
  const message = found.message.replace(new RegExp(`^${path}:? `), '');
  return message.charAt(0).toUpperCase() + message.slice(1);
}
