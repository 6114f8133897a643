import type { DocumentWarning } from '../documents/model.js';
import type { ExtractedQuestion, ExtractedSheet } from './result.js';

/** Code of the warning, and reason in the account, of what was read by the shape of the file alone. */
export const READ_BY_SHAPE = 'read_by_shape';

/** Marks questions as less certain than others: no words that we know say that they ask. */
export function markByShape(questions: readonly ExtractedQuestion[]): void {
  for (const question of questions) question.byShape = true;
}

/**
 * Tells which questions were read by the shape of the file: their places in the account say so, and one warning counts them, so that a
 * person looks them over. What a person said is asked counts no more.
 */
export function tellByShape(sheets: readonly ExtractedSheet[]): DocumentWarning[] {
  let count = 0;
  for (const { questions, account } of sheets) {
    const places = new Set<string>();
    for (const question of questions) {
      if (question.byShape !== true || question.said === true) continue;
      count++;
      places.add(JSON.stringify(question.location));
    }
    if (places.size === 0) continue;
    for (const entry of account)
      if (entry.class === 'question' && places.has(JSON.stringify(entry.location))) entry.reason = READ_BY_SHAPE;
  }
  if (count === 0) return [];
  const what = count === 1 ? '1 question was' : `${count} questions were`;
  const message = `${what} read by the shape of the file, not by its words. Look ${count === 1 ? 'it' : 'them'} over, and correct under Coverage what is wrong.`;
  return [{ code: READ_BY_SHAPE, message }];
}
