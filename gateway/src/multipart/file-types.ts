import { AppError } from '@candor/runtime';

export interface DeclaredFile {
  /** As the client named it, without directories. */
  fileName: string;
  /** Lower case, without parameters; '' when the client declared none. */
  mimeType: string;
}

export interface FileTypes {
  /** With their dots, lower case. */
  extensions: readonly string[];
  mimeTypes: readonly string[];
}

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
const ODS = 'application/vnd.oasis.opendocument.spreadsheet';
const DOCX = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';

/** Scans and photos of pages; with OpenDocument spreadsheets beyond the specification's table. */
const PICTURES = ['image/png', 'image/jpeg'];

/** Table 2.2 of the specification. */
export const QUESTIONNAIRE_TYPES: FileTypes = {
  extensions: ['.xlsx', '.xlsm', '.xls', '.ods', '.csv', '.docx', '.pdf', '.png', '.jpg', '.jpeg'],
  mimeTypes: [
    XLSX,
    'application/vnd.ms-excel.sheet.macroenabled.12',
    'application/vnd.ms-excel',
    ODS,
    'text/csv',
    DOCX,
    'application/pdf',
    ...PICTURES,
  ],
};

export const KNOWLEDGE_TYPES: FileTypes = {
  extensions: ['.pdf', '.docx', '.xlsx', '.csv', '.md', '.markdown', '.txt', '.html', '.htm', '.png', '.jpg', '.jpeg'],
  mimeTypes: [
    'application/pdf',
    DOCX,
    XLSX,
    'text/csv',
    'text/markdown',
    'text/x-markdown',
    'text/plain',
    'text/html',
    ...PICTURES,
  ],
};

/** What a trust portal hands out: nothing that a browser would run. */
export const PORTAL_TYPES: FileTypes = {
  extensions: ['.pdf', '.docx', '.xlsx', '.csv', '.txt', '.md', '.png', '.jpg', '.jpeg', '.zip'],
  mimeTypes: [
    'application/pdf',
    DOCX,
    XLSX,
    'text/csv',
    'text/plain',
    'text/markdown',
    'application/zip',
    'application/x-zip-compressed',
    ...PICTURES,
  ],
};

export const IMPORT_TYPES: FileTypes = { extensions: ['.xlsx', '.csv'], mimeTypes: [XLSX, 'text/csv'] };

/** Windows browsers declare CSV as Excel. */
export const CSV_TYPES: FileTypes = {
  extensions: ['.csv', '.tsv', '.txt'],
  mimeTypes: ['text/csv', 'application/csv', 'application/vnd.ms-excel', 'text/tab-separated-values', 'text/plain'],
};

export const JSON_LINES_TYPES: FileTypes = {
  extensions: ['.jsonl', '.ndjson', '.json'],
  mimeTypes: ['application/jsonl', 'application/x-ndjson', 'application/x-jsonlines', 'application/json', 'text/plain'],
};

/** "report.v2" and "Q1. Security" have no extension: one is short and holds a letter. */
const EXTENSION = /\.(?=[^.]*[a-z])[a-z0-9]{1,10}$/;

/** '' when the name has none. Lower case, with its dot. */
export const extensionOf = (fileName: string): string => EXTENSION.exec(fileName.toLowerCase())?.[0] ?? '';

/**
 * Refuses a file whose declared type or whose extension is outside `types`. Without a declared type the extension
 * decides. Whether the bytes are what was declared shows when they are read.
 */
export function checkFileType({ fileName, mimeType }: DeclaredFile, types: FileTypes): void {
  const extension = extensionOf(fileName);
  const wrongType = mimeType !== '' && !types.mimeTypes.includes(mimeType);
  const wrongExtension = extension === '' ? mimeType === '' : !types.extensions.includes(extension);
  if (!wrongType && !wrongExtension) return;
  const what = wrongType ? `the declared type ${mimeType}` : extension ? `the extension ${extension}` : 'no known type';
  const message = `Unsupported file type (${what}). Use ${types.extensions.join(', ')}, declared as such.`;
  throw new AppError('unsupported_type', 'unsupported_file_type', message, { errors: [{ path: 'file', message }] });
}
