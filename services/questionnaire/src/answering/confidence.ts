import type { ConfidenceBand } from './types.js';

/** From here an answer is right at least 95 times in 100 on the graded sets; see data/calibration.json. */
export const HIGH_FROM = 0.8;
export const MEDIUM_FROM = 0.64;
/** Sources that contradict each other are never surer than this. */
export const DISAGREEING_AT_MOST = 0.7;
/** Below this nothing is answered. */
export const ANSWER_FROM = 0.6;

export function bandOf(score: number): ConfidenceBand {
  return score >= HIGH_FROM ? 'HIGH' : score >= MEDIUM_FROM ? 'MEDIUM' : 'LOW';
}
