import type { AccountClass, AccountEntry, AnswerType, ExtractedQuestion, QuestionPlace } from '../extraction/result.js';
import type { Corrections } from '../extraction/said/corrections.js';
import type { Citation, ConfidenceBand } from '../answering/types.js';
import type { AskedFields, HandOverFields } from './people-documents.js';
import type { DraftedFields, DraftingFields } from './drafting-totals.js';
import type { HangingFields } from './hanging-fields.js';
import type { FormFields } from './form-documents.js';
import type { LedgerMark } from './ledger-marks.js';
import type { AgainFilter, ChosenQuestion } from '../domain/answer-again.js';
import type { AnswerStatus, QuestionCounts } from '../domain/statistics.js';
import type { Stage, Status } from '../domain/status.js';

/** What is stored. `_id` is a UUID; times are microseconds since the epoch; an empty string or 0 means "none". */

/**
 * What must happen next to a document, stored in the same write as the change that asks for it. A claim raises `attempt`
 * and sets the lease; completion filters on `attempt`, so a slow worker that lost its lease changes nothing.
 */
export interface WorkState {
  workOpen: boolean;
  /** Name of the job; '' when nothing is to be done. */
  workJob: string;
  /** Version of the job that is meant: a worker that does not know it leaves it alone. */
  workVersion: number;
  /** Fencing token; only ever grows. */
  workAttempt: number;
  /** Claims of the present job, crashed ones included. */
  workClaims: number;
  /** Handled failures of the present job. */
  workFailures: number;
  /** Milliseconds since the epoch. */
  workLeaseUntil: number;
  /** When the sweeper should look at it again, milliseconds since the epoch. */
  workSweepAt: number;
  /** When the present job was asked for, milliseconds since the epoch. */
  workSince: number;
}

export interface StoredAssignee {
  id: string;
  type: 'USER' | 'GROUP';
  name: string | null;
}

export interface StatusLogEntry {
  at: number;
  from: Status | null;
  to: Status;
  actor: string;
  reason: string | null;
}

export interface CachedCounts {
  /** The questionnaire's `revision` that these counts were taken at. */
  revision: number;
  all: QuestionCounts;
  bySheet: Record<string, QuestionCounts>;
}

/** The last time that questions were to be answered again: which ones, who asked for it, when. Stays for a retry. */
export interface AgainRun extends AgainFilter {
  /** How many there were when it was asked for. */
  questions: number;
  actor: string;
  /** Of the call that asked for it, so that its repeat is known; '' for none. */
  creationId: string;
  at: number;
}

/** The corrections in force, and the run that they were asked for with. */
export interface CorrectionRun {
  corrections: Corrections;
  counts: DifferenceCounts;
  /** Whether they are remembered for files of this shape, once they have been applied. */
  remember: boolean;
  actor: string;
  /** Of the call that asked for it, so that its repeat is known; '' for none. */
  creationId: string;
  at: number;
}

/** How many questions corrections add, take away and leave. */
export interface DifferenceCounts {
  added: number;
  removed: number;
  /** Those of `removed` that somebody has worked on. */
  removedWithWork: number;
  /** Those of `kept` whose answers go elsewhere. */
  moved: number;
  kept: number;
}

export interface QuestionnaireDocument extends WorkState, HandOverFields, DraftingFields, FormFields, LedgerMark {
  _id: string;
  organizationId: string;
  deleted: boolean;
  title: string;
  titleFolded: string;
  companyName: string;
  companyFolded: string;
  /** Decimal as text, kept exactly; '' when not given. */
  dealValue: string;
  /** YYYY-MM-DD; '' when not given. */
  deadline: string;
  instructions: string;
  /** Whether hidden sheets, rows and columns are asked too. */
  includeHidden?: boolean;
  sourceType: string;
  assignees: StoredAssignee[];
  file: { name: string; size: number; mimeType: string; sha256: string } | null;
  /** GridFS id of the uploaded file; '' for pasted text, whose characters are stored there too. */
  fileId: string;
  /** SHA-256 of the file, as in `file`; '' for pasted text; absent in what older releases write. */
  fileDigest?: string;
  /** The file that another one has replaced, until it is removed; '' for none. */
  replacedFileId?: string;
  /** When the file was replaced last, microseconds; absent: never. */
  replacedAt?: number;
  /** Of the call that replaced the file last, so that its repeat is known; '' for none. */
  replacedBy?: string;
  status: Status;
  processing: boolean;
  createdAt: number;
  updatedAt: number;
  statusLog: StatusLogEntry[];
  /** Whether entries of the log are still to be told to others; with each move. */
  unannounced?: boolean;
  /** Entries of the log that others have been told. */
  announced?: number;
  stages: Partial<Record<Stage, { startedAt: number; finishedAt: number }>>;
  coverage: Record<AccountClass, number>;
  /** Knowledge revision that its answers stand on; 0 before answering. */
  knowledgeRevision: number;
  openBatches: string[];
  /** Absent until questions are answered again for the first time. */
  again?: AgainRun | null;
  /** Absent until people correct what was extracted. */
  correction?: CorrectionRun;
  /** Raised before and after every write that changes counts. */
  revision: number;
  /** Such writes under way; one that crashed stays counted until the sweeper settles it. */
  writesOpen: number;
  counts: CachedCounts | null;
}

/** What lists show of a questionnaire, and what tells whether its counts still hold. */
export const LISTED_FIELDS = [
  '_id',
  'organizationId',
  'title',
  'companyName',
  'dealValue',
  'deadline',
  'status',
  'createdAt',
  'revision',
  'writesOpen',
  'counts',
  'submission',
  'sentBack',
] as const;
export type ListedQuestionnaireDocument = Pick<QuestionnaireDocument, (typeof LISTED_FIELDS)[number]>;

export interface SheetDocument {
  _id: string;
  organizationId: string;
  questionnaireId: string;
  index: number;
  name: string;
  hidden: boolean;
  questionCount: number;
  /** Cells that say when the question of their row is asked. Absent: none, and in what releases of before wrote. */
  conditions?: { cell: string; text: string }[];
}

export interface QuestionDocument extends AskedFields, DraftedFields, HangingFields {
  _id: string;
  organizationId: string;
  questionnaireId: string;
  sheetId: string;
  /** What its place in the document is called there. Absent in what releases of before wrote: then the id is made from it. */
  key?: string;
  /** Position in the whole questionnaire, from 0. */
  position: number;
  ordinal: number;
  section: string;
  number: string;
  /** What stands above it and belongs to it, as "Describe your controls for:"; '' when none. */
  stem: string;
  text: string;
  location: QuestionPlace;
  answerLocation: QuestionPlace | null;
  commentLocation: QuestionPlace | null;
  answerType: AnswerType;
  options: string[];
  optionLocations: { option: string; location: QuestionPlace }[];
  isRequired: boolean;
  hidden: boolean;
  existingAnswer: string;
  /** What the cell of the answer takes only. Absent where it states nothing, and in what releases of before wrote. */
  answerBounds?: ExtractedQuestion['answerBounds'];
  answer: string;
  comment: string;
  answerStatus: AnswerStatus;
  approved: boolean;
  approvedBy: string;
  approvedAt: number;
  confidence: { score: number; band: ConfidenceBand } | null;
  citations: Citation[];
  /** For the reviewer alone; never leaves with an export. Absent in what releases of before wrote. */
  reviewNote?: string;
  /** Whether the comment is a person's, which no engine replaces unasked. Absent in what releases of before wrote. */
  commentByPerson?: boolean;
  assigneeId: string;
  assigneeType: '' | 'USER' | 'GROUP';
  version: number;
  /** Raised by every change of the answer; an engine's write filters on it, so a person's edit wins. */
  answerRevision: number;
  historyCount: number;
}

export interface BatchDocument extends WorkState {
  _id: string;
  organizationId: string;
  questionnaireId: string;
  /** Positions [from, to). */
  from: number;
  to: number;
  knowledgeRevision: number;
  /** Questions to be answered again, each as it was when they were chosen; absent: all that are unanswered. */
  chosen?: ChosenQuestion[];
}

/** Account entries in chunks: one document an entry would cost more than the entries. */
export interface AccountChunkDocument {
  _id: string;
  organizationId: string;
  questionnaireId: string;
  sheetId: string;
  sheetIndex: number;
  chunk: number;
  counts: Record<AccountClass, number>;
  entries: AccountEntry[];
}

export interface ProcessingLogDocument {
  _id: string;
  organizationId: string;
  questionnaireId: string;
  at: number;
  /** Order among entries of the same microsecond. */
  order: number;
  stage: Stage;
  level: 'INFO' | 'WARNING' | 'ERROR';
  code: string;
  message: string;
  sheetId: string;
}

/** Words of twenty blocks of questions, by which search finds them. */
export interface SearchChapterDocument {
  _id: string;
  organizationId: string;
  questionnaireId: string;
  chapter: number;
  /** Of the questionnaire's own fields (in chapter 0), then block by block; '' where there is none. See `block-words.ts`. */
  words: string[];
}

export interface TagDocument {
  _id: string;
  organizationId: string;
  name: string;
  /** Folded; unique in the organization. */
  nameKey: string;
  description: string;
  isAiGenerated: boolean;
  status: 'ACTIVE' | 'DRAFT' | 'REJECTED';
  createdAt: number;
}

/** Membership is a row of its own, never an array under an index. */
export interface TaggingDocument {
  _id: string;
  organizationId: string;
  questionnaireId: string;
  tagId: string;
}

/** Written before the bytes; names who owns them. */
export interface FileDocument {
  _id: string;
  organizationId: string;
  /** 'writing' until its owner exists; the sweeper removes what stays so, or 'removing'. */
  state: 'writing' | 'owned' | 'removing';
  /** Of an uploaded questionnaire: whose it will be. */
  questionnaireId?: string;
  createdAt: number;
}
