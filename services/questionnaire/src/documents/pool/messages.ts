import type { DocumentFailureCode } from '../errors.js';
import type { DocumentWarning } from '../model.js';
import type { PageReading } from '../ocr/known-pages.js';
import type { RecognitionOptions } from '../ocr/recognition.js';
import type { DeclaredType, ReadLimits } from '../source.js';
import type { AccountEntry, ExtractedQuestion } from '../../extraction/result.js';
import type { Corrections, RefusedCorrection } from '../../extraction/said/corrections.js';
import type { AreaLayout } from '../../extraction/said/layout.js';

/** A piece of an extraction, in document order; small enough to cross threads without holding up the event loop. */
export type ExtractionPiece =
  | { kind: 'sheet'; index: number; name: string; hidden: boolean }
  | { kind: 'questions'; sheetIndex: number; questions: ExtractedQuestion[] }
  | { kind: 'account'; sheetIndex: number; entries: AccountEntry[] }
  /** What the sheets and tables were taken for, the shape of the template, and corrections that were left out. */
  | { kind: 'outline'; areas: AreaLayout[]; shape: string; refused: RefusedCorrection[] }
  | { kind: 'warnings'; warnings: DocumentWarning[] };

/** A passage of a knowledge document. */
export interface PassagePiece {
  locator: string;
  text: string;
  ordinal: number;
}

/** What a knowledge document gives: its passages, then what a person is told of its reading. */
export type KnowledgePiece =
  { kind: 'passages'; passages: PassagePiece[] } | { kind: 'warnings'; warnings: DocumentWarning[] };

export interface FileJob {
  task: 'check' | 'extract' | 'passages' | 'rows';
  path: string;
  declared: DeclaredType;
  /** What people say about it, for `extract`. */
  corrections?: Corrections;
}

export type Job = FileJob | { task: 'text'; text: string; corrections?: Corrections };

/** What a job yields; the kind of piece follows from the task. */
export type Piece = ExtractionPiece | KnowledgePiece | string[][] | { format: string };

export type ToWorker =
  | { kind: 'job'; job: Job; limits: ReadLimits; recognition: RecognitionOptions }
  | { kind: 'more' }
  | { kind: 'cancel' }
  /** It is this thread's turn to use OCR. */
  | { kind: 'recognise' }
  /** What was read on the picture that it asked for, if that is known. */
  | { kind: 'known'; reading: PageReading | undefined };

export type FromWorker =
  /** The job has begun: the time limit applies from here, not while a thread starts. */
  | { kind: 'started' }
  /** The computing is done, only pieces are still to come: the time limit no longer applies. */
  | { kind: 'computed' }
  /** A scan came: the thread waits for its turn to use OCR, and says when that is over. The time limit waits as well. */
  | { kind: 'recognition'; state: 'wanted' | 'over' }
  /** A picture, by its digest: has it been read before? */
  | { kind: 'is_known'; picture: string }
  /** What OCR has just read. */
  | { kind: 'recognised'; picture: string; reading: PageReading }
  | { kind: 'piece'; piece: Piece }
  | { kind: 'done' }
  | { kind: 'failed'; code: DocumentFailureCode; detail: string | undefined }
  /** A defect of ours, not of the document. */
  | { kind: 'crashed'; stack: string };
