import { HIGH_FROM, MEDIUM_FROM } from '../answering/deciding/confidence.js';
import { shareOf, type Share } from '../backtest/figures.js';
import type { ScoredAnswers } from '../store/backtest-answers.js';
import type { MeasuredBand } from '../store/calibrations.js';

/** What a band promises: so many answers of so many are right. */
interface Promised {
  right: number;
  of: number;
}

const HIGH: Promised = { right: 19, of: 20 };
const MEDIUM: Promised = { right: 2, of: 3 };
/** With fewer comparisons the one answer in twenty that may be wrong cannot be seen. */
export const LEAST_COMPARED = HIGH.of;

export interface Measured {
  high: MeasuredBand;
  medium: MeasuredBand;
}

/**
 * Where fewer answers of a band agreed than it promises, even at the upper end of the interval, the band starts at the lowest score
 * from which at least 20 comparisons keep the promise. Never lower than it ships. HIGH first: what it loses is MEDIUM.
 */
export function measuredOf(answers: readonly ScoredAnswers[]): Measured {
  const high = bandFrom(HIGH_FROM, HIGH, answers);
  const below = high.from ?? Number.POSITIVE_INFINITY;
  const rest = answers.filter(({ score }) => score < below);
  return { high, medium: bandFrom(MEDIUM_FROM, MEDIUM, rest) };
}

/** `answers`: those of the band and of lower ones. */
function bandFrom(shippedFrom: number, promised: Promised, answers: readonly ScoredAnswers[]): MeasuredBand {
  const promise = (100 * promised.right) / promised.of;
  const before = shareFrom(shippedFrom, answers);
  const shipped = { promise: Math.round(promise * 100) / 100, shippedFrom, from: shippedFrom, before, after: before };
  if (before.of < LEAST_COMPARED) return { ...shipped, outcome: 'TOO_FEW' };
  if (before.high >= promise) return { ...shipped, outcome: 'KEPT' };
  const scores = [...new Set(answers.map(({ score }) => score))].filter((score) => score >= shippedFrom);
  const from = scores.sort((a, b) => a - b).find((score) => keeps(shareFrom(score, answers), promised));
  return {
    ...shipped,
    from: from ?? null,
    after: shareFrom(from ?? Number.POSITIVE_INFINITY, answers),
    outcome: 'RAISED',
  };
}

const keeps = ({ count, of }: Share, promised: Promised): boolean =>
  of >= LEAST_COMPARED && count * promised.of >= of * promised.right;

function shareFrom(least: number, answers: readonly ScoredAnswers[]): Share {
  const within = answers.filter(({ score }) => score >= least);
  const sum = (some: readonly ScoredAnswers[]): number => some.reduce((all, { count }) => all + count, 0);
  return shareOf(sum(within.filter(({ agreed }) => agreed)), sum(within));
}
