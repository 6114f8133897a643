import { readFileSync } from 'node:fs';

/** What speaks for a draft as an answer to its question. */
export interface NearSignals {
  /** The calibrated score of the likeliest quoted statement. */
  score: number;
  /** The judge's probability that the quotes answer in the draft's way. */
  answers: number;
  /** Share of the question's words that the quotes say, headings included. */
  words: number;
  /** Share of the question's words that the quoted statements themselves say. */
  subject: number;
  /** Cosine of the question and the nearest quoted statement. */
  statement: number;
  /** Cosine of the question and the answer. */
  answer: number;
}

/** A logistic regression and where it is cut; made by `npm run fit:drafts` (tools/drafts). */
export interface Nearness {
  weights: NearSignals & { constant: number };
  /** Log-odds from which a draft is taken for an answer to its question. */
  least: number;
}

/** The signals in the order of the regression's columns. */
export const NEAR_SIGNALS = ['score', 'answers', 'words', 'subject', 'statement', 'answer'] as const;

let shipped: Nearness | undefined;

/** What ships: data/question-fit.json. */
export function shippedNearness(): Nearness {
  return (shipped ??= JSON.parse(
    readFileSync(new URL('../../../data/question-fit.json', import.meta.url), 'utf8'),
  ) as Nearness);
}

/** How far a draft's log-odds of answering its question stand above the least; below 0 it is refused. */
export function nearnessOf(signals: NearSignals, { weights, least }: Nearness = shippedNearness()): number {
  return NEAR_SIGNALS.reduce((sum, name) => sum + weights[name] * signals[name], weights.constant) - least;
}
