import type { ReadLimits } from '../../documents/source.js';
import type { ExportOutcome, ExportRequest } from '../export-document.js';
import type { ReceiptRequest } from '../receipt/write-receipt.js';
import type { DocumentFailureCode } from '../../documents/errors.js';

/** Writes an export. `questionsPath`: one question a line, JSON (`ExportedQuestion`). */
export interface ExportTask {
  kind: 'export';
  request: ExportRequest;
  originalPath: string;
  questionsPath: string;
  outputPath: string;
}

/** Writes the receipt of an export. */
export interface ReceiptTask {
  kind: 'receipt';
  request: ReceiptRequest;
  originalPath: string;
  exportedPath: string;
  outputPath: string;
}

export type Task = ExportTask | ReceiptTask;

export interface ToWorker {
  task: Task;
  limits: ReadLimits;
}

export type FromWorker =
  | { kind: 'done'; outcome: ExportOutcome | undefined }
  | { kind: 'failed'; code: DocumentFailureCode; detail: string | undefined }
  /** A defect of ours. */
  | { kind: 'crashed'; stack: string };
