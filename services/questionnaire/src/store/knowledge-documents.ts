import type { Binary } from 'mongodb';
import type { WorkState } from './documents.js';
import type { LedgerMark } from './ledger-marks.js';

/** Vectors of what an item states; `vectorsOf` tells by which models and of which texts. A cache, made anew when it does not fit. */
interface KeptVectors {
  vectors?: Binary;
  vectorsOf?: string;
}

export const LIBRARY_STATUSES = ['APPROVED', 'DRAFT', 'ARCHIVED'] as const;
export const DOCUMENT_STATUSES = ['PROCESSING', 'READY', 'FAILED'] as const;

/** A library answer. Deleted ones stay as tombstones until every index has seen them go. */
export interface LibraryAnswerDocument extends KeptVectors, LedgerMark {
  _id: string;
  organizationId: string;
  deleted: boolean;
  /** Knowledge revision of its last change. */
  revision: number;
  question: string;
  answer: string;
  /** Folded question without punctuation: finds duplicates and conflicts. */
  questionKey: string;
  answerKey: string;
  searchText: string;
  tags: string[];
  ownerId: string;
  /** Microseconds; 0 when it never expires. */
  expiresAt: number;
  lastVerifiedAt: number;
  /** Days from one verification to the next; 0 or absent: none. */
  reviewEveryDays?: number;
  /** Its owner has been told that `expiresAt` comes near. */
  reminded?: boolean;
  status: (typeof LIBRARY_STATUSES)[number];
  origin: 'manual' | 'import' | 'questionnaire';
  /** Id of the questionnaire that its present answer comes from. Absent: of none, or from before it was kept. */
  fromQuestionnaire?: string;
  /** Microseconds; when its present question and answer were written. Absent: not later than `updatedAt`. */
  writtenAt?: number;
  createdAt: number;
  updatedAt: number;
}

export interface KnowledgeDocumentDocument extends WorkState, LedgerMark {
  _id: string;
  organizationId: string;
  deleted: boolean;
  name: string;
  mimeType: string;
  size: number;
  sha256: string;
  fileId: string;
  status: (typeof DOCUMENT_STATUSES)[number];
  passageCount: number;
  error: { code: string; message: string } | null;
  /** What was not read of it, or doubtfully. Absent: it was read before warnings were kept, or not yet. */
  warnings?: { code: string; message: string }[];
  createdAt: number;
  /** Who answers for it; '' or absent: nobody. */
  ownerId?: string;
  /** Microseconds; 0 or absent: it never expires. */
  expiresAt?: number;
  lastVerifiedAt?: number;
  /** Days from one verification to the next; 0 or absent: none. */
  reviewEveryDays?: number;
  /** Its owner has been told that `expiresAt` comes near. */
  reminded?: boolean;
  /** From 1, one more with each file that took its place; absent: 1. */
  version?: number;
  /** When the present file came; absent: at `createdAt`. */
  updatedAt?: number;
  /** Who brought the present file, an actor, and when, microseconds; absent: not known, and at `updatedAt`. */
  uploadedBy?: string;
  uploadedAt?: number;
  /** Microseconds; before it is no evidence. 0 or absent: from when it was read. */
  effectiveAt?: number;
  /** Id of the call that brought the present file; '' or absent: not known. */
  versionCallId?: string;
  /** The file before, until the new one has been read; null or absent: there is none. */
  previous?: PreviousFile | null;
  /** The file that takes its place at `upcomingAt`; null or absent: there is none. */
  upcoming?: UpcomingFile | null;
  /** Microseconds; 0 or absent: there is no upcoming file. */
  upcomingAt?: number;
}

/** A file that is kept until it holds. `callId`: of the call that brought it; '' for none. */
export type UpcomingFile = Pick<KnowledgeDocumentDocument, 'name' | 'mimeType' | 'size' | 'sha256' | 'fileId'> & {
  callId: string;
  uploadedBy?: string;
  uploadedAt?: number;
};

/** What a document was before another file took its place. */
export type PreviousFile = Pick<
  KnowledgeDocumentDocument,
  'name' | 'mimeType' | 'size' | 'sha256' | 'fileId' | 'status' | 'passageCount' | 'warnings'
> & { version: number; updatedAt: number; uploadedBy?: string; uploadedAt?: number; effectiveAt?: number };

export interface PassageDocument extends KeptVectors {
  _id: string;
  organizationId: string;
  documentId: string;
  deleted: boolean;
  revision: number;
  ordinal: number;
  title: string;
  locator: string;
  text: string;
  /** Of the document that it was last read in; absent: the first. */
  version?: number;
  /** Microseconds; when its text last changed or went. Absent: it is as it was first read. */
  changedAt?: number;
  /** Of its document, microseconds; 0 or absent: never. */
  expiresAt?: number;
  /** Of its document, microseconds; 0 or absent: at once. */
  effectiveAt?: number;
}

/** One an organization: the revision of its knowledge, and the writes that are under way. */
export interface KnowledgeStateDocument {
  _id: string;
  revision: number;
  /** `floor`: the revision just before the write took its own, or lower. `at`: microseconds. */
  open: { token: string; floor: number; at: number }[];
}
