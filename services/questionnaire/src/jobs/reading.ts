import type { DeclaredType } from '../documents/source.js';
import type { ExtractionPiece, KnowledgePiece } from '../documents/pool/messages.js';
import type { Corrections } from '../extraction/said/corrections.js';
import type { QuestionnaireDocument } from '../store/documents.js';

/** What the jobs need of the document workers; throws `DocumentError` for what cannot be read. */
export interface DocumentReading {
  check(path: string, declared: DeclaredType): Promise<unknown>;
  extract(path: string, declared: DeclaredType, corrections?: Corrections): AsyncIterable<ExtractionPiece>;
  extractText(text: string, corrections?: Corrections): AsyncIterable<ExtractionPiece>;
  passages(path: string, declared: DeclaredType): AsyncIterable<KnowledgePiece>;
}

export const declaredType = (document: QuestionnaireDocument): DeclaredType => ({
  fileName: document.file?.name ?? '',
  mimeType: document.file?.mimeType ?? '',
});
