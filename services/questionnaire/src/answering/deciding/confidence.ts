import { readFileSync } from 'node:fs';
import type { AnswerRequest, Bands, ConfidenceBand, EngineAnswer } from '../types.js';

/** From here an answer was right 95 times in 100 on the companies that it was calibrated on; on never-read ones 20 of 22. */
export const HIGH_FROM = 0.95;
/** Right two times in three, or more. */
export const MEDIUM_FROM = 0.65;
/** Below this nothing is answered. */
export const ANSWER_FROM = 0.5;
/** Sources that contradict each other, parts and plans are never surer than MEDIUM. */
export const DISAGREEING_AT_MOST = 0.85;
export const PARTIAL_AT_MOST = 0.85;
/** An approved answer to a question with the same words. */
export const REPEATED_SCORE = 0.99;

/** What speaks for a statement as an answer. */
export interface Signals {
  /** The judge's probability that it answers, as log-odds, at most `SUREST` either way. */
  judge: number;
  /** Cosine of question and statement. */
  cosine: number;
  /** Share of the asked words that it holds. */
  words: number;
  /** 1 when the word rules propose it, too. */
  agreed: number;
  /** 1 when the word rules take it for the approved answer to the same question. */
  reused: number;
}

/** What was measured on companies that the judge was not taught with; made by tools/reader/evaluate.ts. */
export interface Calibration {
  /** A logistic regression over the signals. */
  weights: Signals & { bias: number };
  /** From the log-odds of the likeliest statement to those of its being the right answer: a line (Platt, 1999). */
  line: { slope: number; shift: number };
}

/** Beyond this the judge's own odds are not to be believed. */
const SUREST = 6;

const known = new Map<string, Calibration>();

/** A calibration of `data/`, read once. */
function calibrationIn(file: string): Calibration {
  const read = (): Calibration =>
    JSON.parse(readFileSync(new URL(`../../../data/${file}`, import.meta.url), 'utf8')) as Calibration;
  const calibration = known.get(file) ?? read();
  known.set(file, calibration);
  return calibration;
}

/** The calibration of both judges. */
export const shippedCalibration = (): Calibration => calibrationIn('calibration.json');

/** The calibration of the first judge alone. */
export const calibrationOfOneJudge = (): Calibration => calibrationIn('calibration-once.json');

/** A probability as log-odds. */
export function logOdds(probability: number): number {
  const odds = Math.log(probability / (1 - probability));
  return Math.max(-SUREST, Math.min(SUREST, odds));
}

/** How likely a statement with these signals answers, 0 to 1. */
export function likelihood(signals: Signals, { weights }: Pick<Calibration, 'weights'>): number {
  let sum = weights.bias;
  for (const [name, value] of Object.entries(signals) as [keyof Signals, number][]) sum += weights[name] * value;
  return probability(sum);
}

/** The share of answers that were right, of those that were chosen at this likelihood. */
export function scoreOf(likely: number, { line }: Calibration): number {
  return probability(line.slope * logOdds(likely) + line.shift);
}

const probability = (odds: number): number => 1 / (1 + Math.exp(-odds));

/** The bands that ship. */
export const SHIPPED_BANDS: Bands = { highFrom: HIGH_FROM, mediumFrom: MEDIUM_FROM };

/** Whether both give every score the same band; null and absent: those that ship. */
export function sameBands(one: Bands | null | undefined, other: Bands | null | undefined): boolean {
  const [a, b] = [one ?? SHIPPED_BANDS, other ?? SHIPPED_BANDS];
  return a.highFrom === b.highFrom && a.mediumFrom === b.mediumFrom;
}

/** The band of a score, 0 to 1; `bands`: those of the organization, the shipped ones when absent. */
export function bandOf(score: number, { highFrom, mediumFrom }: Bands = SHIPPED_BANDS): ConfidenceBand {
  if (highFrom !== null && score >= highFrom) return 'HIGH';
  return mediumFrom !== null && score >= mediumFrom ? 'MEDIUM' : 'LOW';
}

type Confidence = NonNullable<EngineAnswer['confidence']>;
type Asked = Pick<AnswerRequest, 'bands'>;

/** A score, told to three decimals, with its band in the organization that asks. */
export function confidenceOf(score: number, { bands }: Asked): Confidence {
  return { score: Math.round(score * 1000) / 1000, band: bandOf(score, bands) };
}

/** Just below a band. */
const BELOW = 0.001;

/** The same answer less sure by one band: its score falls just below the band that it had. */
export function oneBandLower({ score, band }: Confidence, { bands = SHIPPED_BANDS }: Asked): Confidence {
  const from = band === 'HIGH' ? bands.highFrom : (bands.mediumFrom ?? MEDIUM_FROM);
  return confidenceOf(Math.min(score, (from ?? HIGH_FROM) - BELOW), { bands });
}
