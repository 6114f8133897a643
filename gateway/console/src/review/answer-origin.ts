import type { Question } from '../api/types.js';
import { t } from '../words/words.js';

type Answered = Pick<Question, 'answered_by'>;

/** Who gave the answer, where it was no engine: a person, or the uploaded file; undefined: nothing is to be said. */
export function originWords({ answered_by: by }: Answered): string | undefined {
  if (by === 'FILE') return t('panel:facts.inFile');
  return by === 'PERSON' ? t('panel:facts.person') : undefined;
}

/** Why an answer cites nothing. */
export function uncitedWords({ answered_by: by }: Answered): string {
  if (by === 'FILE') return t('panel:sources.inFile');
  return t(by === 'PERSON' ? 'panel:sources.person' : 'panel:sources.none');
}
