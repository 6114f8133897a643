import { isToJudge } from './answer-judgements.js';
import type { AnswerScope, Candidate } from './answer-columns.js';

/**
 * "Statement | Score | Response": points are given first, in an empty column that stands between the texts and the column of
 * words; the words behind say why. Undefined where the points come behind the words: those are given by whoever reads them.
 */
export function pointsBeforeWords(
  { grid, questionRight, profiles }: AnswerScope,
  candidates: readonly Candidate[],
  words: Candidate | undefined,
): Candidate | undefined {
  if (words === undefined || words.validated > 0) return undefined;
  const { role } = words.label ?? {};
  if (role !== 'answer' && role !== 'comment') return undefined;
  const points = candidates.find(
    ({ column, label, score }) =>
      label?.role === 'score' &&
      isToJudge(label) &&
      score > 0 &&
      column > questionRight &&
      column < words.column &&
      !profiles.has(column) &&
      !grid.isHiddenColumn(column),
  );
  return points === undefined ? undefined : { ...points, score: words.score };
}
