import type { ByteSink, ExportedQuestion } from '../model.js';
import { withoutFormula } from '../safe-text.js';
import { LIST_COLUMNS } from './list-columns.js';

/** What is known of the questionnaire itself. */
export interface ExportHead {
  id: string;
  title: string;
  companyName: string;
  status: string;
  /** Microseconds since the epoch. */
  createdAt: number;
  updatedAt: number;
}

/** The questions as CSV: UTF-8 with a byte order mark, which Excel needs, comma, CRLF (RFC 4180). Formulas are defused in every column: questions are foreign text too. */
export function writeListCsv(questions: Iterable<ExportedQuestion>, sink: ByteSink): void {
  const field = (text: string): string => (/[",\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
  const line = (fields: string[]): void => sink.write(Buffer.from(`${fields.map(field).join(',')}\r\n`, 'utf8'));
  sink.write(Uint8Array.of(0xef, 0xbb, 0xbf));
  line(LIST_COLUMNS.map((column) => column.name));
  for (const question of questions) line(LIST_COLUMNS.map((column) => withoutFormula(column.of(question))));
}

/** The questions as JSON, in the names of the public API. */
export function writeListJson(head: ExportHead, questions: Iterable<ExportedQuestion>, sink: ByteSink): void {
  const write = (text: string): void => sink.write(Buffer.from(text, 'utf8'));
  const questionnaire = {
    id: head.id,
    title: head.title,
    company_name: head.companyName,
    status: head.status,
    created_at: head.createdAt,
  };
  write(`{"questionnaire":${JSON.stringify(questionnaire)},"questions":[`);
  let separator = '\n';
  for (const question of questions) {
    write(separator + JSON.stringify(publicQuestion(question)));
    separator = ',\n';
  }
  write('\n]}\n');
}

function publicQuestion(question: ExportedQuestion): object {
  return {
    id: question.questionId,
    sheet_id: question.sheetId,
    sheet: question.sheetName,
    ordinal: question.ordinal,
    section: question.section,
    number: question.number,
    text: question.text,
    location: question.location,
    answer_location: question.answerLocation,
    answer_type: question.answerType,
    options: question.options,
    is_required: question.isRequired,
    existing_answer: question.existingAnswer,
    answer: question.answer,
    comment: question.comment,
    answer_status: question.answerStatus,
    approved_by: question.approvedBy === '' ? null : question.approvedBy,
    approved_at: question.approvedAt === 0 ? null : question.approvedAt,
    confidence: question.confidence,
    citations: question.citations,
  };
}
