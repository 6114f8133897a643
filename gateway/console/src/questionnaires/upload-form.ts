import type { components } from '@candor/client';
import type { Api } from '../api/api.js';
import { declared, extensionOf, upload, type UploadOptions } from '../api/transfer.js';
import { t } from '../words/words.js';

export interface UploadDetails {
  company: string;
  /** "YYYY-MM-DD" or ''. */
  deadline: string;
  dealValue: string;
  instructions: string;
  /** Ask hidden sheets, rows and columns of a file too. */
  includeHidden: boolean;
}

export const NO_DETAILS: UploadDetails = {
  company: '',
  deadline: '',
  dealValue: '',
  instructions: '',
  includeHidden: false,
};

/** What can be uploaded, and how each is declared. */
export const FILE_TYPES: Readonly<Record<string, string>> = {
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  xlsm: 'application/vnd.ms-excel.sheet.macroenabled.12',
  xls: 'application/vnd.ms-excel',
  ods: 'application/vnd.oasis.opendocument.spreadsheet',
  csv: 'text/csv',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  pdf: 'application/pdf',
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
};
export const ACCEPTED = Object.keys(FILE_TYPES).map((extension) => `.${extension}`);
export const TEXT_LENGTH = { min: 50, max: 200_000 };

/** Why a file cannot be uploaded; undefined when it can. */
export function refusal({ name, size }: Pick<File, 'name' | 'size'>): string | undefined {
  if (FILE_TYPES[extensionOf(name)] === undefined)
    return t('questionnaires:upload.wrongType', { name, types: ACCEPTED.join(', ') });
  if (size === 0) return t('questionnaires:upload.emptyFile', { name });
  return undefined;
}

/** Code points, as the API counts. */
export const lengthOf = (text: string): number => Array.from(text).length;

/** What the API says of an upload. */
export type Uploaded = components['schemas']['UploadReceipt'];

/** Uploads a file. */
export async function uploadFile(
  api: Api,
  file: File,
  details: UploadDetails,
  options: UploadOptions,
): Promise<Uploaded> {
  const form = new FormData();
  form.append('company_name', details.company.trim());
  if (details.deadline !== '') form.append('deadline', details.deadline);
  if (details.dealValue.trim() !== '') form.append('deal_value', details.dealValue.trim());
  if (details.instructions.trim() !== '') form.append('instructions', details.instructions.trim());
  if (details.includeHidden) form.append('include_hidden', 'true');
  form.append('file', declared(file, FILE_TYPES));
  return (await upload(api, '/v1/questionnaire/upload/file', form, options)) as Uploaded;
}

/** Uploads pasted text. */
export function uploadText(api: Api, text: string, details: UploadDetails, signal: AbortSignal): Promise<Uploaded> {
  return api.call.uploadQuestionnaireText({
    body: {
      text_content: text,
      company_name: details.company.trim() || null,
      deadline: details.deadline || null,
      deal_value: details.dealValue.trim() || null,
      instructions: details.instructions.trim() || null,
    },
    signal,
  });
}
