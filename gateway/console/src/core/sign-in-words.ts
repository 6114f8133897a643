import { CandorError } from '@candor/client';
import { wordsOf } from '../api/words.js';
import { t } from '../words/words.js';

/** Why nobody is signed in, for people. */
export function signInWords(error: unknown): string {
  if (!(error instanceof CandorError)) return wordsOf(error);
  switch (error.code) {
    case 'wrong_password':
      return error.status === 422 ? t('signIn.wrongCurrent') : t('signIn.wrongPassword');
    case 'sign_in_link_ended':
      return t('signIn.linkEnded');
    case 'sign_in_refused':
      return t('signIn.refused');
    case 'not_first':
      return t('signIn.notFirst');
    case 'fresh_sign_in_needed':
      return t('signIn.freshNeeded');
    case 'too_many_tries':
      return t('signIn.tooManyTries', { seconds: waitOf(error) });
    default:
      return wordsOf(error);
  }
}

const waitOf = ({ problem }: CandorError): number => {
  const { retry_after: seconds } = problem as { retry_after?: unknown };
  return typeof seconds === 'number' ? seconds : 60;
};
