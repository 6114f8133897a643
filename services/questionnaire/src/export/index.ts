export type { ExportOutcome } from './export-document.js';
export { EXPORT_FORMATS, type ExportFormat } from './formats.js';
export type { ExportedQuestion } from './model.js';
export { ExportPool } from './pool/export-pool.js';
