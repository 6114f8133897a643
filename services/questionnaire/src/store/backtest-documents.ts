import type { ConfidenceBand } from '../answering/types.js';
import type { BandedFields } from './calibrations.js';
import type { WorkState } from './documents.js';

/** What backtests found. Times are microseconds since the epoch; '' and 0 mean "none". */

export const BACKTEST_STATES = ['RUNNING', 'COMPLETED', 'CANCELLED'] as const;
export type BacktestState = (typeof BACKTEST_STATES)[number];

/** Whether documents without a date of their own count as always there, or from their upload on. */
export const UNDATED = ['use', 'by_upload'] as const;
export type Undated = (typeof UNDATED)[number];

export interface BacktestDocument extends BandedFields {
  _id: string;
  organizationId: string;
  state: BacktestState;
  createdBy: string;
  createdAt: number;
  finishedAt: number;
  undated: Undated;
  /** What writing an answer by hand takes, by whoever asked. */
  minutesPerAnswer: number;
}

export const PART_STATES = ['WAITING', 'RUNNING', 'DONE', 'FAILED', 'CANCELLED'] as const;

/** One questionnaire of a backtest; a piece of work of its own. */
export interface BacktestPartDocument extends WorkState {
  _id: string;
  organizationId: string;
  backtestId: string;
  /** In order of time, from 0. */
  position: number;
  questionnaireId: string;
  title: string;
  customer: string;
  /** Before it nothing of this questionnaire can have been known. */
  cameAt: number;
  /** When its answers were sent. */
  toldAt: number;
  state: (typeof PART_STATES)[number];
  questions: number;
  /** Positions below this have been answered and compared. */
  done: number;
  /** Why it failed. */
  failure: string;
  evidence: PastEvidenceCounts;
}

/** What an answer of then could stand on. */
export interface PastEvidenceCounts {
  documents: number;
  /** Of these, documents that say nowhere from when they hold. */
  undatedDocuments: number;
  /** Documents of later than the questionnaire, or that are this one or a later one. */
  laterDocuments: number;
  libraryAnswers: number;
  /** Answers that came or changed since, or that belong to this questionnaire or a later one. */
  laterAnswers: number;
  /** Of these, answers that changed since, so that nobody knows what they said then. */
  undatedAnswers: number;
  /** Answers of questionnaires that were sent before. */
  earlierAnswers: number;
  /** The same questionnaire under another id. */
  duplicates: number;
}

export const VERDICTS = [
  'AGREED',
  'CONTRADICTED',
  'ANSWERED_WHERE_OPEN',
  'OPEN_WHERE_ANSWERED',
  'OPEN_IN_BOTH',
  'NOT_COMPARABLE',
] as const;
export type BacktestVerdict = (typeof VERDICTS)[number];

/** In what two answers agree or not; `not_approved`: nobody stands behind what was sent. */
export const VERDICT_REASONS = [
  '',
  'words',
  'option',
  'polarity',
  'number',
  'period',
  'name',
  'judge',
  'unclear',
  'not_approved',
] as const;
export type VerdictReason = (typeof VERDICT_REASONS)[number];

/** What people said of a difference. */
export const SETTLED = ['OPEN', 'OLDER', 'TAKEN', 'OURS_WRONG'] as const;
export type Settled = (typeof SETTLED)[number];

/** What an answer stands on; of type questionnaire: an answer that was sent before, whose questionnaire `sourceId` names. */
export interface BacktestSource {
  sourceId: string;
  sourceType: 'library' | 'document' | 'questionnaire';
  title: string;
  locator: string;
  quote: string;
}

/** One question: what would be answered, and what was sent. */
export interface BacktestAnswerDocument {
  /** Made from the part and the question. */
  _id: string;
  organizationId: string;
  backtestId: string;
  questionnaireId: string;
  questionnaireTitle: string;
  questionId: string;
  customer: string;
  /** Order: by questionnaire, then by place. */
  order: number;
  topic: string;
  question: string;
  ours: string;
  oursComment: string;
  band: ConfidenceBand | '';
  score: number;
  oursSources: BacktestSource[];
  sent: string;
  sentComment: string;
  sentSources: BacktestSource[];
  verdict: BacktestVerdict;
  reason: VerdictReason;
  settled: Settled;
  /** Why, by whoever settled it. */
  note: string;
  changedBy: string;
  changedAt: number;
}
