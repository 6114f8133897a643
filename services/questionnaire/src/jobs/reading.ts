import type { DeclaredType } from '../documents/source.js';
import type { ExtractionPiece, KnowledgePiece } from '../documents/pool/messages.js';
import type { Corrections } from '../extraction/said/corrections.js';
import type { QuestionnaireDocument } from '../store/documents.js';

/**
 * What the jobs need of the document workers; throws `DocumentError` for what cannot be read. `owner` is the organization:
 * none of them waits until the documents of another are read.
 */
export interface DocumentReading {
  check(path: string, declared: DeclaredType, owner: string): Promise<unknown>;
  extract(
    path: string,
    declared: DeclaredType,
    corrections: Corrections | undefined,
    owner: string,
  ): AsyncIterable<ExtractionPiece>;
  extractText(text: string, corrections: Corrections | undefined, owner: string): AsyncIterable<ExtractionPiece>;
  passages(path: string, declared: DeclaredType, owner: string): AsyncIterable<KnowledgePiece>;
}

export const declaredType = (document: QuestionnaireDocument): DeclaredType => ({
  fileName: document.file?.name ?? '',
  mimeType: document.file?.mimeType ?? '',
});
