import type { Found } from '../finding/knowledge-index.js';
import type { QuestionPart } from '../reading/question.js';
import { SECOND_SHARE, type Verdicts } from '../reading/reader.js';
import {
  ANSWER_FROM,
  DISAGREEING_AT_MOST,
  likelihood,
  logOdds,
  PARTIAL_AT_MOST,
  scoreOf,
  shippedCalibration,
  type Calibration,
  type Signals,
} from './confidence.js';
import type { Proposal } from '../rules/propose.js';
import { guarded, type GuardName } from './guards.js';
import { deniesAnother } from './names.js';
import { ownSide } from './own-side.js';

export type Polarity = 'yes' | 'no';

/** A statement that was read for a part of a question. */
export interface Reading extends Found {
  part: QuestionPart;
  verdicts: Verdicts;
  /** Probability that it answers, after the guards; 0 when one of them refuses it. */
  answers: number;
  /** What it answers to a yes/no question. */
  polarity: Polarity;
  /** It tells of what is to come. */
  planned: boolean;
  /** It answers only a part of what is asked, or for less. */
  partial: boolean;
  signals: Signals;
  /** How likely it answers, all signals together; 0 when a guard refuses it. */
  likely: number;
  /** Calibrated: the share of such answers that were right. */
  score: number;
}

/** What the evidence says to one part of a question. */
export interface PartAnswer {
  part: QuestionPart;
  /** Best first; empty when the part stays open. */
  evidence: Reading[];
  polarity: Polarity | undefined;
  /** 0 to 1: the share of such answers that were right on companies the judge was not taught with. */
  score: number;
  /** Sources contradict each other: both are among the evidence. */
  disagree: boolean;
  /** One of several things that were all asked for, so that its yes or no is not that of the question; `some`: others stay open. */
  listed?: 'each' | 'some';
}

export interface DecisionOptions {
  /** What is left out; `side`: a statement's own words decide between yes and no; `named`: a no is about what is named. */
  off: ReadonlySet<GuardName | 'side' | 'named'>;
  /** By default the one that ships. */
  calibration?: Calibration;
  /** Only the first judge reads; the calibration is to be that of one judge. */
  once?: boolean;
  /** Told of a part's readings, the one that decides first: to calibrate. */
  watch?: (readings: readonly Reading[]) => void;
}

const MOST_STATEMENTS = 3;
/** Further statements are told when they answer nearly as surely. */
const ALSO = 0.9;
const ALSO_LISTED = 0.75;
/** Two sources disagree only when the judge is sure of both. */
const SURE = 0.9;
/** "Yes." alone answers, but proves nothing that a customer could read. */
const BARE = /^\W*(?:yes|no)\W*$/i;
const OUTVOTES = 0.3;

/**
 * Whether a statement could be told if the judge were as sure of it as can be; what could not need not be read. An approved answer to
 * another question never, unless the word rules propose it: of such answers in other words 9 of 25 were right (paraphrase-pairs.json).
 */
export function couldAnswer(
  { item, cosine, words }: Pick<Found, 'item' | 'cosine' | 'words'>,
  proposal: Proposal | undefined,
  { calibration = shippedCalibration() }: DecisionOptions,
): boolean {
  if (item.kind === 'library' && proposal === undefined) return false;
  const agreed = Number(proposal !== undefined);
  const reused = Number(proposal?.reused === true);
  const most = likelihood({ judge: logOdds(1), cosine, words, agreed, reused }, calibration);
  return scoreOf(most, calibration) >= ANSWER_FROM;
}

/** Whether a statement that the first judge has read could be told if the second were as sure of it as can be. */
export function couldStillAnswer(
  { likely, signals }: Pick<Reading, 'likely' | 'signals'>,
  { calibration = shippedCalibration() }: DecisionOptions,
): boolean {
  const judge = (1 - SECOND_SHARE) * signals.judge + SECOND_SHARE * logOdds(1);
  return likely > 0 && scoreOf(likelihood({ ...signals, judge }, calibration), calibration) >= ANSWER_FROM;
}

/** What a statement's verdicts come to, guards included. */
export function readingOf(
  part: QuestionPart,
  found: Found,
  verdicts: Verdicts,
  now: number,
  proposal: Proposal | undefined,
  { off, calibration = shippedCalibration() }: DecisionOptions,
): Reading {
  const guard = guarded({ part, statement: found.statement, now }, off);
  const full = verdicts.yes + verdicts.no + verdicts.value;
  const planned = guard === 'planned' || verdicts.planned > Math.max(full, verdicts.part);
  const partial = !planned && verdicts.part > full;
  const denied = guard === 'no' || planned || (guard !== 'yes' && verdicts.no > verdicts.yes);
  const read = denied ? 'no' : 'yes';
  // The judge outvotes a rule on yes or no only when it is clearly of the other mind.
  const outvoted =
    proposal !== undefined && read !== proposal.polarity && verdicts[read] > verdicts[proposal.polarity] + OUTVOTES;
  const overruled = guard === 'yes' && proposal?.polarity === 'no';
  // Where the words of a statement leave no doubt, no reading of it says the opposite: it is only as likely as it is believed.
  const own = guard === 'keep' && !off.has('side') ? ownSide(part, found.statement) : undefined;
  const differs = own !== undefined && proposal !== undefined && proposal.polarity !== own;
  const agreed = proposal !== undefined && !overruled && !differs && !(part.kind === 'polar' && outvoted);
  const polarity = own ?? (agreed ? proposal.polarity : read);
  // A yes/no question is answered as surely as its yes or no is known.
  const sides = verdicts.yes + verdicts.no;
  const known = guard === 'yes' ? Math.max(verdicts.yes, verdicts.no) : verdicts[polarity];
  const clear = part.kind === 'polar' && sides > verdicts.value ? known / sides : 1;
  const mass = planned || partial ? full + verdicts.part + verdicts.planned : full;
  const refused =
    guard === 'drop' || (part.kind === 'polar' && !off.has('named') && deniesAnother(part.asked, found.statement));
  const answers = refused ? 0 : mass * (planned ? 1 : clear);
  const signals: Signals = {
    judge: logOdds(answers),
    cosine: found.cosine,
    words: found.words,
    agreed: Number(agreed),
    reused: Number(agreed && proposal.reused),
  };
  const likely = refused ? 0 : likelihood(signals, calibration);
  const score = refused ? 0 : scoreOf(likely, calibration);
  return { ...found, part, verdicts, answers, polarity, planned, partial, signals, likely, score };
}

/** Whether the judge is sure that a statement answers in full; only such ones can disagree. */
export function isSureOf({ answers, planned, partial }: Reading): boolean {
  return answers >= SURE && !planned && !partial;
}

/** Chooses among the readings of one part. */
export function decide(
  part: QuestionPart,
  readings: readonly Reading[],
  { watch }: Pick<DecisionOptions, 'watch'>,
): PartAnswer {
  const ranked = [...readings].sort(likelierFirst);
  const best = ranked[0];
  watch?.(ranked);
  if (!best || best.score < ANSWER_FROM) return { part, evidence: [], polarity: undefined, score: 0, disagree: false };
  const polar = part.kind === 'polar';
  const against = polar
    ? ranked.find((r) => r.polarity !== best.polarity && isSureOf(r) && r.item !== best.item)
    : undefined;
  const disagree = against !== undefined && isSureOf(best);
  const isBare = polar && BARE.test(best.statement.text);
  const least = isBare ? 0 : part.list || part.kind === 'open' ? ALSO_LISTED : ALSO;
  const also = ranked.filter(
    (r) =>
      r !== best &&
      r.score >= best.score * least &&
      r.score >= ANSWER_FROM &&
      !r.planned &&
      (!r.partial || best.partial) &&
      (!polar || r.polarity === best.polarity) &&
      r.statement.text !== best.statement.text &&
      !(isBare && BARE.test(r.statement.text)),
  );
  const most = polar ? 2 : MOST_STATEMENTS;
  const isPart = best.partial || best.planned || (isBare && also.length === 0);
  const limit = disagree ? DISAGREEING_AT_MOST : isPart ? PARTIAL_AT_MOST : 1;
  return {
    part,
    evidence: [best, ...(disagree ? [against] : []), ...also].slice(0, most),
    polarity: polar ? best.polarity : undefined,
    score: Math.min(best.score, limit),
    disagree,
  };
}

/** The likeliest first; what is full before what is partial; ties by place. */
export function likelierFirst(a: Reading, b: Reading): number {
  const weight = (r: Reading): number => r.likely * (r.planned || r.partial ? 0.8 : 1);
  return (
    weight(b) - weight(a) ||
    (a.item.id < b.item.id ? -1 : a.item.id > b.item.id ? 1 : a.statement.span.start - b.statement.span.start)
  );
}
