import type { FactLink } from '../answering/deciding/facts.js';

/** Interviews: what people are asked so that most is answered. Times are microseconds since the epoch; '' and 0 mean none. */

export const INTERVIEW_STATES = ['DRAFT', 'SENT'] as const;
export type InterviewState = (typeof INTERVIEW_STATES)[number];

/** How many questions have an answer that is sure: HIGH, MEDIUM, approved, or a person's. */
export interface Coverage {
  answered: number;
  total: number;
}

export interface InterviewDocument {
  _id: string;
  organizationId: string;
  title: string;
  state: InterviewState;
  /** Whose questions it is about. */
  questionnaireIds: string[];
  /** When it was planned. */
  before: Coverage;
  /** Questions that were open or LOW when it was planned. */
  open: number;
  /** The same of the standard set, counted apart; absent: it was not asked for. */
  standard?: { before: Coverage; open: number };
  createdBy: string;
  createdAt: number;
  sentAt: number;
}

export const FACT_STATES = ['DRAFT', 'ASKED', 'ANSWERED', 'UNKNOWN', 'LEFT_OUT'] as const;
export type FactState = (typeof FACT_STATES)[number];

/** A question that hangs on a fact, in one place. */
export interface HangingPlace {
  questionnaireId: string;
  questionId: string;
  text: string;
  link: FactLink;
}

/** A question of the standard set that hangs on a fact. */
export interface StandardPlace {
  /** The id in the set. */
  id: string;
  text: string;
  link: FactLink;
}

/**
 * What has still to be done with an answer, stored with it: write it as evidence, then answer again what hangs on it. '' for
 * nothing.
 */
export const FACT_DUE = ['', 'evidence', 'again'] as const;

export interface FactDocument {
  _id: string;
  organizationId: string;
  interviewId: string;
  position: number;
  question: string;
  section: string;
  places: HangingPlace[];
  /** How many places it is expected to answer. */
  gain: number;
  /** The same of the standard set, counted apart; absent: none. */
  standard?: { places: StandardPlace[]; gain: number };
  assigneeId: string;
  assigneeType: '' | 'USER' | 'GROUP';
  state: FactState;
  /** From whom it was passed on, and what was said with it. */
  note: string;
  answer: string;
  answeredBy: string;
  answeredAt: number;
  expiresAt: number;
  /** How often it has been answered; of each answer the evidence has an id of its own. */
  answerRevision: number;
  /** The evidence that the answer became. */
  documentId: string;
  due: (typeof FACT_DUE)[number];
  /** Whether its person has still to be told; `toldAs` names the call that asked. */
  untold: boolean;
  askedBy: string;
  askedAt: number;
}
