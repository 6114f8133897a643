import { CandorError } from '@candor/client';

/** Reads in which the support finds the call. */
const reference = ({ requestId }: CandorError): string => (requestId === '' ? '' : ` (Request ${requestId})`);

/** What went wrong, and what to do about it, for people. */
export function wordsOf(error: unknown): string {
  if (!(error instanceof CandorError)) {
    if (error instanceof TypeError) return 'The server cannot be reached. Check your connection and try again.';
    return 'Something went wrong on this page. Load it again.';
  }
  switch (error.status) {
    case 401:
      return 'This key is not valid, or no longer.';
    case 403:
      return `Your key may not do this. ${error.message}`;
    case 404:
      return 'This does not exist any more, or belongs to another organization.';
    case 413:
      return `This is too large. ${error.message}`;
    case 412:
      return 'Somebody else changed this in the meantime. Look at it again.';
    case 429:
      return 'Too many calls at once. Wait a minute and try again.';
    case 503:
      return 'The service is not available right now. Try again in a moment.';
    case 400:
    case 409:
    case 422:
      return error.message;
    default:
      return error.status >= 500
        ? `Something went wrong on the server. Try again.${reference(error)}`
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
