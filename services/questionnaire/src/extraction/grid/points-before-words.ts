import { isJudgement } from '../language/judgements.js';
import { isToJudge } from './answer-judgements.js';
import type { AnswerScope, Candidate } from './answer-columns.js';
import { share } from './columns.js';

/** "Full / Partial / None": words to choose from. */
const LISTED_WORDS = /\p{L}{2}\s*[/|]\s*\p{L}{2}/u;
/** Share of numbers from which on a column that somebody filled in holds points. */
const NUMBERS = 0.8;

/** A column for points, and the one for the words about them. */
export interface PointsAndWords {
  points: Candidate;
  words: Candidate;
}

/**
 * "Statement | Score | Response": points are given first, in an empty column that stands between the texts and the column of
 * words; the words behind say why. Undefined where the points come behind the words: those are given by whoever reads them.
 * Points that whoever answers gives to himself ("Self-score") are his wherever they stand, given or not.
 */
export function pointsBeforeWords(
  scope: AnswerScope,
  candidates: readonly Candidate[],
  likeliest: Candidate | undefined,
): PointsAndWords | undefined {
  const { grid, questionRight, profiles } = scope;
  if (likeliest === undefined || likeliest.validated > 0) return undefined;
  if (takesOwnPoints(scope, likeliest)) {
    const words = candidates.find((other) => other.column > likeliest.column && takesWords(scope, other));
    return words === undefined ? undefined : { points: likeliest, words };
  }
  if (!takesWords(scope, likeliest)) return undefined;
  const points = candidates.find(
    ({ column, label, score }) =>
      label?.role === 'score' &&
      isToJudge(label) &&
      score > 0 &&
      column > questionRight &&
      column < likeliest.column &&
      !profiles.has(column) &&
      !grid.isHiddenColumn(column),
  );
  return points === undefined ? undefined : { points: { ...points, score: likeliest.score }, words: likeliest };
}

/** A heading says that its column takes words, and nothing but words can be written there. */
const takesWords = ({ grid }: AnswerScope, { column, label, validated, score }: Candidate): boolean =>
  (label?.role === 'answer' || label?.role === 'comment') &&
  validated === 0 &&
  score > 0 &&
  !grid.isHiddenColumn(column);

/** A heading for answers names points, and nothing but numbers, or nothing yet, stands below it. */
function takesOwnPoints({ profiles }: AnswerScope, { column, label }: Candidate): boolean {
  if (label?.role !== 'answer' || !isJudgement(label.text) || LISTED_WORDS.test(label.text)) return false;
  const given = profiles.get(column);
  return given === undefined || share(given.numbers + given.identifiers, given) >= NUMBERS;
}
