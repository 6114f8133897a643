import { share } from './columns.js';
import type { ColumnProfile } from './columns.js';
import type { QuestionColumn } from './question-column.js';

/** Share of lists of points from which on a column explains, and of questions from which on it asks all the same. */
const EXPLAINS = 0.4;
const ASKS = 0.5;
/** Share of the rows that the texts on the left must name, and of them that must differ. */
const NAMES = 0.9;
/** Words that a text which is asked has at least, on average. */
const FEWEST_WORDS = 1.5;
/** Share of numbers, codes and choices that a column of texts has at most. */
const CODES = 0.2;
/** How far behind the text that it explains such a column comes. */
const BEHIND = 0.01;

/**
 * A column whose cells are lists of points explains the text that stands left of it in every row, and that is asked: aims of a
 * test, how to check a measure, what each level of a scale means. Under a heading that says question or requirement it asks.
 */
export function behindWhatTheyExplain(ranked: QuestionColumn[]): QuestionColumn[] {
  return ranked.map((candidate) => {
    const { profile, label } = candidate;
    if (label?.role === 'question' || label?.role === 'requirement') return candidate;
    if (share(profile.points, profile) < EXPLAINS || share(profile.questions, profile) >= ASKS) return candidate;
    const explained = ranked.filter((other) => other.column < candidate.column && names(other, profile));
    if (explained.length === 0) return candidate;
    const best = Math.max(...explained.map(({ score }) => score));
    return { ...candidate, score: Math.min(candidate.score, best - BEHIND) };
  });
}

/** A text of its own in nearly every row, and no list of points itself. */
function names({ profile, label }: QuestionColumn, explaining: ColumnProfile): boolean {
  const role = label?.role;
  const titled = role === undefined || role === 'question' || role === 'requirement' || role === 'description';
  return (
    titled &&
    profile.filled >= NAMES * explaining.filled &&
    profile.distinct >= NAMES * profile.sampled &&
    profile.words >= FEWEST_WORDS * profile.sampled &&
    share(profile.points, profile) < EXPLAINS &&
    share(profile.identifiers + profile.numbers + profile.choices, profile) < CODES
  );
}
