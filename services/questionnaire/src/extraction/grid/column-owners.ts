import { namesAnswerer, namesAssessor } from '../language/column-words.js';
import type { AnswerScope, Candidate } from './answer-columns.js';

/** Share of the questions beside which a drop-down stands, from which on the column is one of choices. */
const CHOSEN = 0.5;
const TAKES = new Set(['answer', 'status', 'comment', 'evidence', 'score', undefined]);

/**
 * "Vendor compliance | Customer assessment": where a heading names whoever answers over a column that is open, columns that
 * name whoever judges the answers take none, and no remarks either. Where no column is the answerer's, an auditor answers.
 */
export function columnsOfAnswerer(scope: AnswerScope, candidates: readonly Candidate[]): Candidate[] {
  const own = candidates.some(
    ({ column, label, validated }) =>
      label !== undefined &&
      TAKES.has(label.role) &&
      namesAnswerer(label.text) &&
      (validated >= CHOSEN || !scope.profiles.has(column)),
  );
  return own ? candidates.filter(({ label }) => label === undefined || !namesAssessor(label.text)) : [...candidates];
}
