import { language, t, type Word } from '../words/words.js';

const WORDS: ReadonlySet<string> = new Set<Word>([
  ...(['already_filled', 'changed_by_person', 'choose_yourself', 'too_long', 'out_of_range'] as const),
  ...(['not_here', 'not_fillable', 'not_taken', 'nothing_to_undo'] as const),
]);

/** What the engine tells, in the person's language; what it says more exactly is English. */
export const pageWords = (status: string, message: string): string =>
  WORDS.has(status) && (language !== 'en' || message === '') ? t(status as Word) : message;
