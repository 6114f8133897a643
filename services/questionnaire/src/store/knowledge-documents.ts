import type { Binary } from 'mongodb';
import type { WorkState } from './documents.js';

/** Vectors of what an item states; `vectorsOf` tells by which models and of which texts. A cache, made anew when it does not fit. */
interface KeptVectors {
  vectors?: Binary;
  vectorsOf?: string;
}

export const LIBRARY_STATUSES = ['APPROVED', 'DRAFT', 'ARCHIVED'] as const;
export const DOCUMENT_STATUSES = ['PROCESSING', 'READY', 'FAILED'] as const;

/** A library answer. Deleted ones stay as tombstones until every index has seen them go. */
export interface LibraryAnswerDocument extends KeptVectors {
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
  status: (typeof LIBRARY_STATUSES)[number];
  origin: 'manual' | 'import' | 'questionnaire';
  createdAt: number;
  updatedAt: number;
}

export interface KnowledgeDocumentDocument extends WorkState {
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
}

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
}

/** One an organization: the revision of its knowledge, and the writes that are under way. */
export interface KnowledgeStateDocument {
  _id: string;
  revision: number;
  /** `floor`: the revision just before the write took its own, or lower. `at`: microseconds. */
  open: { token: string; floor: number; at: number }[];
}
