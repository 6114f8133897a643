import type { AccountEntry, QuestionPlace } from './result.js';

/** Reasons of places that belong to a question which stands elsewhere: where it goes on, and what several rows ask in part. */
const PARTS = new Set(['question_continued', 'question_of_several_rows']);

interface Placed {
  /** Sheets do not share places. */
  sheet: string;
  location: QuestionPlace;
}

/**
 * Where questions and the account of their document differ: questions that the account does not have (`lost`), and places
 * that it says ask, where no question stands (`idle`). A place may hold several questions, and a question several places.
 */
export function accountGaps(
  questions: readonly Placed[],
  entries: readonly (Placed & Pick<AccountEntry, 'class' | 'reason'>)[],
): { lost: string[]; idle: string[] } {
  const asked = new Set(questions.map(keyOf));
  const booked = entries.filter((entry) => entry.class === 'question');
  const known = new Set(booked.map(keyOf));
  return {
    lost: [...asked].filter((key) => !known.has(key)),
    idle: booked.filter((entry) => !asked.has(keyOf(entry)) && !PARTS.has(entry.reason)).map(keyOf),
  };
}

/** Whatever the order of its fields. */
const keyOf = ({ sheet, location }: Placed): string =>
  JSON.stringify([sheet, ...Object.entries(location).sort(([a], [b]) => (a < b ? -1 : 1))]);
