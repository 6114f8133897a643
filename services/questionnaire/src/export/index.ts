export { EXPORT_FORMATS, type ExportFormat, type ExportOutcome } from './export-document.js';
export type { ExportedQuestion } from './model.js';
export { ExportPool } from './pool/export-pool.js';
