import { createReadStream, createWriteStream } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { AppError, invalid, notFound } from '@candor/runtime';
import { withoutMarkup } from '@candor/runtime/plain-text';
import { cleanAnswerText } from '../answering/writing/clean.js';
import { DocumentError } from '../documents/errors.js';
import { DISPLAY_NAMES, type Status } from '../domain/status.js';
import { nameOfSheet } from '../intake/new-questionnaire.js';
import type { QuestionDocument, QuestionnaireDocument } from '../store/documents.js';
import type { ClaimTaking } from '../ledger/taking.js';
import type { FileStore } from '../store/files.js';
import type { QuestionnaireStore } from '../store/questionnaires.js';
import type { QuestionStore } from '../store/questions.js';
import type { ExportDocument } from '../store/review-documents.js';
import type { ExportStore } from '../store/review-exports.js';
import type { ExportOutcome } from './export-document.js';
import { EXPORT_FORMATS, type ExportFormat } from './formats.js';
import type { ExportedQuestion } from './model.js';
import type { ExportTask, ReceiptTask } from './pool/messages.js';

/** What this use case needs of the export workers. */
export interface ExportWriting {
  export(task: Omit<ExportTask, 'kind'>): Promise<ExportOutcome>;
  receipt(task: Omit<ReceiptTask, 'kind'>): Promise<void>;
}

/** Which answers are written; those that do not apply count as approved. */
export type Which = 'all' | 'approved';

interface Dependencies {
  questionnaires: QuestionnaireStore;
  questions: QuestionStore;
  files: FileStore;
  exports: ExportStore;
  writing: ExportWriting;
  taking: ClaimTaking;
}

/** Statuses in which there are answers to give back; of a failed answering, those that it got to. */
const EXPORTABLE: ReadonlySet<Status> = new Set<Status>([
  ...(['ANSWERING_COMPLETED', 'READY_FOR_APPROVAL', 'COMPLETED', 'ANSWERING_FAILED'] as const),
]);
const PAGE = 500;
/** An export may be larger than the upload; what is above this is a defect. */
const MOST_BYTES = 1024 * 1024 * 1024;
const MOST_READ = 1024 * 1024;

/** Writes exports and their receipts, and hands them out in pieces. */
export class Exports {
  constructor(private readonly deps: Dependencies) {}

  /** The export of the questionnaire as it is now: the one that was written since the last change, else a new one. */
  async prepare(organizationId: string, id: string, format: string, which: Which = 'all'): Promise<ExportDocument> {
    const questionnaire = await this.exportable(organizationId, id);
    const known = checkedFormat(format);
    const fingerprint = fingerprintOf(questionnaire, which);
    const wanted = { kind: 'export' as const, format: known, fingerprint };
    return (
      (fingerprint === '' ? null : await this.deps.exports.find(organizationId, id, wanted)) ??
      (await this.inFolder((folder) => this.write(questionnaire, known, which, folder)))
    );
  }

  /** The receipt of that export, as a JSON file. */
  async receipt(organizationId: string, id: string, format: string, which: Which = 'all'): Promise<ExportDocument> {
    const written = await this.prepare(organizationId, id, format, which);
    const fingerprint = written._id;
    const wanted = { kind: 'receipt' as const, format: written.format, fingerprint };
    const known = await this.deps.exports.find(organizationId, id, wanted);
    if (known) return known;
    const questionnaire = await this.exportable(organizationId, id);
    return this.inFolder((folder) => this.prove(questionnaire, written, folder));
  }

  /** A stretch of a prepared file, at most 1 MiB. */
  async read(organizationId: string, exportId: string, offset: number, length: number): Promise<Buffer> {
    const written = await this.deps.exports.get(organizationId, exportId);
    if (!written) throw notFound('export');
    return this.deps.exports.read(written, Math.max(0, offset), Math.min(MOST_READ, length > 0 ? length : MOST_READ));
  }

  private async exportable(organizationId: string, id: string): Promise<QuestionnaireDocument> {
    const questionnaire = await this.deps.questionnaires.get(organizationId, id);
    if (!questionnaire) throw notFound('questionnaire');
    if (EXPORTABLE.has(questionnaire.status)) return questionnaire;
    const message = `A questionnaire that is "${DISPLAY_NAMES[questionnaire.status]}" has no answers to export yet.`;
    throw new AppError('conflict', 'not_ready', message, { data: { status: questionnaire.status } });
  }

  private async write(
    questionnaire: QuestionnaireDocument,
    format: ExportFormat,
    which: Which,
    folder: string,
  ): Promise<ExportDocument> {
    const { files, exports, writing } = this.deps;
    const { organizationId, _id, fileId, file } = questionnaire;
    const questionsPath = join(folder, 'questions.jsonl');
    const outputPath = join(folder, 'export');
    const answered: QuestionDocument[] = [];
    const lines = Readable.from(this.lines(questionnaire, format, which, answered));
    await pipeline(lines, createWriteStream(questionsPath, { mode: 0o600 }));
    const head = { id: _id, ...pick(questionnaire) };
    const declared = file === null ? null : { fileName: file.name, mimeType: file.mimeType };
    const request = { format, head, declared, isForm: questionnaire.form !== undefined };
    const outcome = await files.withLocalCopy(organizationId, fileId, (originalPath) =>
      asAppError(() => writing.export({ request, originalPath, questionsPath, outputPath })),
    );
    const fileName = fileNameOf(questionnaire, format, outcome);
    const stored = await files.write(organizationId, fileName, createReadStream(outputPath), MOST_BYTES);
    const account = Readable.from([Buffer.from(JSON.stringify(outcome), 'utf8')]);
    const report = await files.write(organizationId, 'report.json', account, MOST_BYTES);
    // What is given out is on record first: a crash in between repeats both.
    await this.deps.taking.take(questionnaire, answered, 'exported');
    const { mimeType, generated } = outcome;
    return exports.keep(organizationId, {
      _id: stored.fileId,
      questionnaireId: _id,
      kind: 'export',
      format,
      fingerprint: fingerprintOf(questionnaire, which),
      fileName,
      mimeType,
      generated,
      size: stored.size,
      sha256: stored.sha256,
      reportId: report.fileId,
    });
  }

  private async prove(
    questionnaire: QuestionnaireDocument,
    written: ExportDocument,
    folder: string,
  ): Promise<ExportDocument> {
    const { files, exports, writing } = this.deps;
    const { organizationId, _id, fileId, file } = questionnaire;
    const outputPath = join(folder, 'receipt.json');
    const outcome = await files.withLocalCopy(organizationId, written.reportId, async (path) => {
      return JSON.parse(await readFile(path, 'utf8')) as ExportOutcome;
    });
    const request = {
      questionnaireId: _id,
      format: written.format,
      fileName: written.fileName,
      outcome,
      declared: file === null ? null : { fileName: file.name, mimeType: file.mimeType },
    };
    await files.withLocalCopy(organizationId, fileId, (originalPath) =>
      files.withLocalCopy(organizationId, written._id, (exportedPath) =>
        asAppError(() => writing.receipt({ request, originalPath, exportedPath, outputPath })),
      ),
    );
    const fileName = `${written.fileName.replace(/\.[^.]*$/, '')}.receipt.json`;
    const stored = await files.write(organizationId, fileName, createReadStream(outputPath), MOST_BYTES);
    return exports.keep(organizationId, {
      _id: stored.fileId,
      questionnaireId: _id,
      kind: 'receipt',
      format: written.format,
      fingerprint: written._id,
      fileName,
      mimeType: 'application/json',
      generated: true,
      size: stored.size,
      sha256: stored.sha256,
      reportId: '',
    });
  }

  private async *lines(
    questionnaire: QuestionnaireDocument,
    format: ExportFormat,
    which: Which,
    answered: QuestionDocument[],
  ): AsyncGenerator<string> {
    const { organizationId, _id } = questionnaire;
    const sheets = await this.deps.questions.listSheets(organizationId, _id);
    const names = new Map(sheets.map((sheet) => [sheet._id, nameOfSheet(questionnaire, sheet.name)]));
    for (let from = 0; ; from += PAGE) {
      const page = await this.deps.questions.range(organizationId, _id, from, from + PAGE);
      if (page.length === 0) return;
      const given = page.map((question) => told(question, which));
      answered.push(...given.filter(({ answer }) => answer !== ''));
      const lines = given.map((question) =>
        JSON.stringify(toExported(question, names.get(question.sheetId) ?? '', format)),
      );
      yield `${lines.join('\n')}\n`;
    }
  }

  private async inFolder<R>(work: (folder: string) => Promise<R>): Promise<R> {
    const folder = await mkdtemp(join(tmpdir(), 'candor-export-'));
    try {
      return await work(folder);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }
}

const pick = ({ title, companyName, status, createdAt, updatedAt }: QuestionnaireDocument) => ({
  title,
  companyName,
  status,
  createdAt,
  updatedAt,
});

/** The same as long as nothing was changed; '' while something is being changed. */
const fingerprintOf = ({ revision, writesOpen, updatedAt, status }: QuestionnaireDocument, which: Which): string =>
  writesOpen === 0 ? `${revision}.${updatedAt}.${status}${which === 'all' ? '' : `.${which}`}` : '';

/** A question as the export may tell it: without an answer that nobody approved, when only approved ones are wanted. */
function told(question: QuestionDocument, which: Which): QuestionDocument {
  if (which === 'all' || question.approved || question.answerStatus === 'NOT_APPLICABLE') return question;
  return { ...question, answer: '', comment: '', citations: [], confidence: null, answerStatus: 'UNANSWERED' };
}

function checkedFormat(format: string): ExportFormat {
  const wanted = format === '' ? 'original' : format;
  const known = EXPORT_FORMATS.find((candidate) => candidate === wanted);
  if (known === undefined)
    throw invalid([{ path: 'format', message: `format must be one of ${EXPORT_FORMATS.join(', ')}.` }]);
  return known;
}

/** The uploaded file keeps its name; what is generated is named after the title. */
function fileNameOf({ file, title }: QuestionnaireDocument, format: ExportFormat, outcome: ExportOutcome): string {
  const base = (file?.name ?? title).replace(/^.*[/\\]/, '');
  if (format === 'original' && !outcome.generated && file !== null) return base;
  const bare = file === null ? base : base.replace(/(?<=.)\.[^.]{1,8}$/, '');
  return `${
    bare
      .replace(/[\p{Cc}"<>:|?*/\\]/gu, ' ')
      .trim()
      .slice(0, 150) || 'questionnaire'
  }${outcome.extension}`;
}

/** In the customer's file a question that does not apply says so; in lists its status does. */
function toExported(question: QuestionDocument, sheetName: string, format: ExportFormat): ExportedQuestion {
  const { answer, answerStatus } = question;
  const notApplicable = format === 'original' && answerStatus === 'NOT_APPLICABLE' && answer.trim() === '';
  return {
    questionId: question._id,
    sheetId: question.sheetId,
    sheetName,
    ordinal: question.ordinal,
    section: question.section,
    number: question.number,
    text: question.text,
    location: question.location,
    answerLocation: question.answerLocation,
    commentLocation: question.commentLocation,
    optionLocations: question.optionLocations,
    // What the customer's own cell held, or what it offers, stays as it is.
    answer: notApplicable ? 'N/A' : isCustomers(question) ? answer : cleanAnswerText(answer),
    comment: cleanAnswerText(question.comment),
    answerType: question.answerType,
    options: question.options,
    isRequired: question.isRequired,
    existingAnswer: question.existingAnswer,
    answerStatus,
    approved: question.approved,
    approvedBy: question.approvedBy,
    approvedAt: question.approvedAt,
    confidence: question.confidence,
    citations: question.citations.map(({ title, locator, quote }) => ({ title, locator, quote: withoutMarkup(quote) })),
  };
}

const isCustomers = ({ answer, existingAnswer, options, answerType }: QuestionDocument): boolean =>
  answer === existingAnswer || (options.length > 0 && answerType !== 'text');

/** The document was read before; what cannot be written now is told to the caller, not taken for a defect. */
async function asAppError<R>(work: () => Promise<R>): Promise<R> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof DocumentError)
      throw new AppError('conflict', `export_${error.code}`, error.message, { cause: error });
    throw error;
  }
}
