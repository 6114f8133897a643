import { isJudgement, isScaledJudgement } from '../language/judgements.js';
import type { ColumnLabel } from './headers.js';

/** Points of a column for remarks. */
export const REMARKS = 0.9;

/**
 * A judgement that is chosen is an answer; one that is still open (but for a total or a few) comes before remarks behind it, and
 * after those before it.
 */
export function judgementScore(heading: string, validated: number, taken: number): number {
  // "Rating (0-5)": who fills the file in gives one of these, also where somebody has.
  if (isScaledJudgement(heading)) return 2.2;
  return validated >= 0.5 ? 2.2 : taken <= 1 ? REMARKS + 0.02 + 1.2 * taken : -1;
}

/** A heading for points that somebody gives; in other roles ("Note", "Bewertung") it shows the points to choose from. */
export function isToJudge({ role, text }: ColumnLabel): boolean {
  if (role === 'score') return isJudgement(text);
  return (role === 'status' || role === 'comment') && isScaledJudgement(text);
}
