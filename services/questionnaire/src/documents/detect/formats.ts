import type { DeclaredType } from '../source.js';

/** Formats that can be read. */
export type DocumentFormat =
  'xlsx' | 'xlsm' | 'xls' | 'ods' | 'csv' | 'docx' | 'pdf' | 'md' | 'txt' | 'html' | 'png' | 'jpeg';

const BY_MIME_TYPE = new Map<string, DocumentFormat>([
  ['application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', 'xlsx'],
  ['application/vnd.ms-excel.sheet.macroenabled.12', 'xlsm'],
  ['application/vnd.ms-excel', 'xls'],
  ['application/vnd.oasis.opendocument.spreadsheet', 'ods'],
  ['text/csv', 'csv'],
  ['application/csv', 'csv'],
  ['application/vnd.openxmlformats-officedocument.wordprocessingml.document', 'docx'],
  ['application/pdf', 'pdf'],
  ['text/markdown', 'md'],
  ['text/x-markdown', 'md'],
  ['text/plain', 'txt'],
  ['text/html', 'html'],
  ['application/xhtml+xml', 'html'],
  ['image/png', 'png'],
  ['image/jpeg', 'jpeg'],
]);

const BY_EXTENSION = new Map<string, DocumentFormat>([
  ['xlsx', 'xlsx'],
  ['xlsm', 'xlsm'],
  ['xls', 'xls'],
  ['ods', 'ods'],
  ['csv', 'csv'],
  ['docx', 'docx'],
  ['pdf', 'pdf'],
  ['md', 'md'],
  ['markdown', 'md'],
  ['txt', 'txt'],
  ['text', 'txt'],
  ['html', 'html'],
  ['htm', 'html'],
  ['png', 'png'],
  ['jpg', 'jpeg'],
  ['jpeg', 'jpeg'],
]);

/** Formats whose bytes are plain text, so that only the declaration tells them apart. */
export const TEXT_FORMATS: ReadonlySet<DocumentFormat> = new Set(['csv', 'md', 'txt', 'html']);

/**
 * The format that the uploader declared: by MIME type, else by extension. Plain text is what many programs send for any
 * text file, so that there the extension is the more exact statement.
 */
export function declaredFormat(declared: DeclaredType): DocumentFormat | undefined {
  const extension = /\.([^./\\]+)$/.exec(declared.fileName)?.[1]?.toLowerCase() ?? '';
  const byExtension = BY_EXTENSION.get(extension);
  const byMime = BY_MIME_TYPE.get(declared.mimeType.toLowerCase().split(';', 1)[0]!.trim());
  if (byMime === 'txt' && byExtension !== undefined && TEXT_FORMATS.has(byExtension)) return byExtension;
  return byMime ?? byExtension;
}
