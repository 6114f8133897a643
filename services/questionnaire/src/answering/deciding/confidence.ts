import { readFileSync } from 'node:fs';
import type { ConfidenceBand } from '../types.js';

/** From here an answer is right at least 95 times in 100 on companies that the judge was not taught with. */
export const HIGH_FROM = 0.95;
/** Right two times in three, or more. */
export const MEDIUM_FROM = 0.65;
/** Below this nothing is answered. */
export const ANSWER_FROM = 0.5;
/** Sources that contradict each other, parts and plans are never surer than MEDIUM. */
export const DISAGREEING_AT_MOST = 0.85;
export const PARTIAL_AT_MOST = 0.85;
/** What the judge alone finds is LOW: near-misses of approved answers convince it too often. */
const ALONE_AT_MOST = 0.6;
/** An approved answer to a question with the same words. */
export const REPEATED_SCORE = 0.99;

/** From this probability on, this share of the answers was right; ascending. */
type Curve = { from: number; right: number }[];

/** How an answer came to be: the judge alone, together with the word rules, or an approved answer in other words. */
export type Support = 'alone' | 'agreed' | 'reused';

let calibration: Record<Support, Curve> | undefined;

/** The judge's probability as the share of answers that were right at it; see data/calibration.json. */
export function scoreOf(probability: number, support: Support): number {
  calibration ??= JSON.parse(
    readFileSync(new URL('../../../data/calibration.json', import.meta.url), 'utf8'),
  ) as Record<Support, Curve>;
  const bin = calibration[support].filter((b) => b.from <= probability).at(-1);
  const right = bin?.right ?? 0;
  return support === 'alone' ? Math.min(right, ALONE_AT_MOST) : right;
}

export function bandOf(score: number): ConfidenceBand {
  return score >= HIGH_FROM ? 'HIGH' : score >= MEDIUM_FROM ? 'MEDIUM' : 'LOW';
}
