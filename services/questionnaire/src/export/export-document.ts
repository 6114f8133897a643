import { ReadBudget } from '../documents/budget.js';
import { detectFormat } from '../documents/detect/detect-format.js';
import { DocumentError } from '../documents/errors.js';
import type { DocumentModel } from '../documents/model.js';
import { readDocument } from '../documents/read-document.js';
import { BytesSource, type ByteSource, type DeclaredType, type ReadLimits } from '../documents/source.js';
import { readPastedText } from '../documents/text/read-plain.js';
import { patchCsv } from './csv/patch-csv.js';
import { patchDocx } from './docx/patch-docx.js';
import { mirrorText } from './generated/mirror-text.js';
import { mirrorWorkbook } from './generated/mirror-workbook.js';
import { writeListXlsx } from './generated/write-list-xlsx.js';
import { writeListCsv, writeListJson, type ExportHead } from './generated/write-lists.js';
import type { ExportFormat } from './formats.js';
import { emptyReport, type ByteSink, type ExportedQuestion, type WriteReport } from './model.js';
import { patchOds } from './ods/patch-ods.js';
import { shareAnswers, withOthers } from './shared-places.js';
import { patchXlsx } from './xlsx/patch-xlsx.js';

export interface ExportRequest {
  format: ExportFormat;
  head: ExportHead;
  /** Null for pasted text, and for a web form. */
  declared: DeclaredType | null;
  /** Whether the questions came from a web form, which no file can be written back to. */
  isForm?: boolean;
}

export interface ExportOutcome {
  report: WriteReport;
  /** With its dot: ".xlsx". */
  extension: string;
  mimeType: string;
  /** The file was made anew, not filled in; `generatedBecause` says why when the original was asked for. */
  generated: boolean;
  generatedBecause: string;
}

const MIME_TYPES: Record<string, string> = {
  '.xlsx': 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  '.xlsm': 'application/vnd.ms-excel.sheet.macroEnabled.12',
  '.ods': 'application/vnd.oasis.opendocument.spreadsheet',
  '.docx': 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  '.csv': 'text/csv',
  '.pdf': 'application/pdf',
  '.json': 'application/json',
};

/**
 * Writes the answers into the customer's file, or into a new one of the format asked for. `original` is the uploaded file or
 * the pasted text (UTF-8). Questions come in document order, unanswered ones too. CPU work: run it in a worker thread.
 */
export async function exportDocument(
  request: ExportRequest,
  original: ByteSource,
  questions: readonly ExportedQuestion[],
  sink: ByteSink,
  limits: ReadLimits,
): Promise<ExportOutcome> {
  const { head, format } = request;
  if (format === 'json') writeListJson(head, questions, sink);
  else if (format === 'csv') writeListCsv(questions, sink);
  else if (format === 'xlsx') await writeListXlsx(head, questions, sink);
  else {
    const shared = shareAnswers(questions);
    const written = await writeOriginal(request, original, shared.questions, sink, limits);
    return { ...written, report: withOthers(written.report, shared.others) };
  }
  return outcome(emptyReport(), `.${format}`, '');
}

async function writeOriginal(
  { declared, head, isForm }: ExportRequest,
  original: ByteSource,
  questions: readonly ExportedQuestion[],
  sink: ByteSink,
  limits: ReadLimits,
): Promise<ExportOutcome> {
  const budget = new ReadBudget(limits);
  if (isForm) {
    await writeListXlsx(head, questions, sink);
    return outcome(emptyReport(), '.xlsx', 'The questions came from a web form, so that there is no file to fill in.');
  }
  if (declared === null) {
    const text = Buffer.from(original.read(0, original.size)).toString('utf8');
    const report = await mirrorText(readPastedText(text), questions, sink, head.updatedAt);
    return outcome(report, '.xlsx', 'The questionnaire was pasted as text, so that there is no file to fill in.');
  }
  const format = await detectFormat(original, declared, budget);
  switch (format) {
    case 'xlsx':
    case 'xlsm':
      return outcome(await patchXlsx(original, questions, sink, budget), `.${format}`);
    case 'ods':
      return outcome(patchOds(original, questions, sink, budget), '.ods');
    case 'docx':
      return outcome(patchDocx(original, questions, sink, budget), '.docx');
    case 'csv':
      return outcome(patchCsv(original, questions, sink, budget), '.csv');
    case 'pdf': {
      const { fillPdfForm, hasFields } = await import('./pdf/fill-form.js');
      if (hasFields(questions)) return outcome(await fillPdfForm(original, questions, sink, budget), '.pdf');
      return mirrored(original, declared, questions, sink, limits, head, 'The PDF has no form fields to fill in.');
    }
    default:
      return mirrored(
        original,
        declared,
        questions,
        sink,
        limits,
        head,
        `A file of the type .${format} cannot be filled in without loss.`,
      );
  }
}

async function mirrored(
  original: ByteSource,
  declared: DeclaredType,
  questions: readonly ExportedQuestion[],
  sink: ByteSink,
  limits: ReadLimits,
  head: ExportHead,
  because: string,
): Promise<ExportOutcome> {
  const model = await readDocument(original, declared, limits).catch(withoutText);
  const report =
    model.kind === 'workbook'
      ? await mirrorWorkbook(model, questions, sink, head.updatedAt)
      : await mirrorText(model, questions, sink, head.updatedAt);
  return outcome(report, '.xlsx', because);
}

/** A scan is not read again by OCR: its questions are handed over in their order, without the text around them. */
function withoutText(error: unknown): DocumentModel {
  if (!(error instanceof DocumentError) || error.code !== 'no_text_layer') throw error;
  return { kind: 'text', format: 'pdf', blocks: [], warnings: [] };
}

/** `because` is given for what is generated; of the lists it is ''. */
function outcome(report: WriteReport, extension: string, because?: string): ExportOutcome {
  const mimeType = MIME_TYPES[extension];
  if (mimeType === undefined) throw new DocumentError('file_damaged', `no type for ${extension}`);
  return { report, extension, mimeType, generated: because !== undefined, generatedBecause: because ?? '' };
}

/** A source for text that never was a file. */
export const textSource = (text: string): ByteSource => new BytesSource(Buffer.from(text, 'utf8'));
