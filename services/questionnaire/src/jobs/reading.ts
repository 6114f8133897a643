import type { DeclaredType } from '../documents/source.js';
import type { DocumentWarning } from '../documents/model.js';
import type { AccountEntry, ExtractedQuestion } from '../extraction/result.js';
import type { QuestionnaireDocument } from '../store/documents.js';

/** A piece of an extraction, in document order; small enough to cross threads without holding up the event loop. */
export type ExtractionPiece =
  | { kind: 'sheet'; index: number; name: string; hidden: boolean }
  | { kind: 'questions'; sheetIndex: number; questions: ExtractedQuestion[] }
  | { kind: 'account'; sheetIndex: number; entries: AccountEntry[] }
  | { kind: 'warnings'; warnings: DocumentWarning[] };

export interface PassagePiece {
  locator: string;
  text: string;
  ordinal: number;
}

/** What the jobs need of the document workers; throws `DocumentError` for what cannot be read. */
export interface DocumentReading {
  check(path: string, declared: DeclaredType): Promise<void>;
  extract(path: string, declared: DeclaredType): AsyncIterable<ExtractionPiece>;
  extractText(text: string): AsyncIterable<ExtractionPiece>;
  passages(path: string, declared: DeclaredType): AsyncIterable<PassagePiece[]>;
}

export const declaredType = (document: QuestionnaireDocument): DeclaredType => ({
  fileName: document.file?.name ?? '',
  mimeType: document.file?.mimeType ?? '',
});
