import type { ReadValue } from '../page/types.js';
import { asAnswer, isSame } from './answers.js';
import type { Question } from './api.js';

/** What stands in a field other than the answer that the panel shows. */
export interface Said {
  answer: string;
  /** Absent: the comment of the answer stays. */
  comment?: string;
}

/** What accepting a question comes to, by what stands in its field. */
export type Acceptance = { as: 'nothing' } | { as: 'answer' } | { as: 'said'; said: Said };

/**
 * The page decides what stands in its fields, and may change it at any moment. So an answer is accepted as the panel shows it
 * where the field says the same; other words are first shown to the person, who accepts exactly these or none.
 */
export function acceptance(inField: ReadValue, shown: Question): Acceptance {
  const answer = asAnswer(inField);
  if (answer === '') return { as: 'nothing' };
  if (isSame(inField, shown)) return { as: 'answer' };
  const comment = inField.comment?.trim() ?? '';
  return { as: 'said', said: { answer, ...(comment === '' ? {} : { comment }) } };
}
