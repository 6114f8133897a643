export { DocumentError, DOCUMENT_FAILURES, type DocumentFailureCode } from './errors.js';
export * from './model.js';
export {
  BytesSource,
  DEFAULT_READ_LIMITS,
  FileSource,
  type ByteSource,
  type DeclaredType,
  type ReadLimits,
} from './source.js';
export type { DocumentFormat } from './detect/formats.js';
export { checkDocument, readDocument } from './read-document.js';
export { readPastedText } from './text/read-plain.js';
export { DocumentPool } from './pool/document-pool.js';
export type { ExtractionPiece, PassagePiece } from './pool/messages.js';
