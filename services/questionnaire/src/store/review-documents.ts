import type { AnswerStatus } from '../domain/statistics.js';
import type { QuestionDocument } from './documents.js';

/** What people decide about a question, as history shows it before and after a change. */
export interface QuestionState {
  answer: string;
  comment: string;
  answerStatus: AnswerStatus;
  approved: boolean;
  assigneeId: string;
  assigneeType: '' | 'USER' | 'GROUP';
}

export type ChangeAction =
  'edited' | 'approved' | 'unapproved' | 'regenerated' | 'assigned' | 'done' | 'sent_back' | 'reopened';

export interface QuestionChange {
  /** Version of the question after the change. */
  version: number;
  at: number;
  actor: string;
  action: ChangeAction;
  /** Tells which of several writers made it. */
  token: string;
  before: QuestionState;
  after: QuestionState;
  /** What was said with it. */
  note?: string;
}

/**
 * A question with its last change, which is written with it in one step and moves to the history before the next one: so
 * that no change is without its entry, wherever a process dies.
 */
export interface ReviewedQuestionDocument extends QuestionDocument {
  lastChange?: QuestionChange;
}

export interface HistoryDocument extends QuestionChange {
  _id: string;
  organizationId: string;
  questionnaireId: string;
  questionId: string;
}

export interface CommentDocument {
  _id: string;
  organizationId: string;
  questionnaireId: string;
  questionId: string;
  at: number;
  author: string;
  text: string;
  /** Users whom it mentions. Absent in what releases of before wrote. */
  mentioned?: string[];
  /** Whether they are still to be told. */
  untold?: boolean;
}

/** A written export or receipt; its bytes are a stored file without an owner, which the sweeper removes after some hours. */
export interface ExportDocument {
  /** GridFS id of the file. */
  _id: string;
  organizationId: string;
  questionnaireId: string;
  kind: 'export' | 'receipt';
  format: string;
  /** State of the questionnaire that it shows. */
  fingerprint: string;
  fileName: string;
  mimeType: string;
  size: number;
  sha256: string;
  generated: boolean;
  /** Of an export: GridFS id of the writer's account of it, JSON; '' for a receipt. */
  reportId: string;
  createdAt: number;
}
