import { createHash } from 'node:crypto';
import { unzipSync } from 'fflate';
import { readDocument } from '../../services/questionnaire/src/documents/read-document.js';
import { BytesSource, DEFAULT_READ_LIMITS } from '../../services/questionnaire/src/documents/source.js';
import { extractQuestions } from '../../services/questionnaire/src/extraction/extract.js';
import type { ExtractedQuestion, ExtractionResult } from '../../services/questionnaire/src/extraction/result.js';
import { exportDocument, type ExportOutcome } from '../../services/questionnaire/src/export/export-document.js';
import type { ExportedQuestion } from '../../services/questionnaire/src/export/model.js';
import { MemorySink } from '../../services/questionnaire/src/export/sinks.js';

export const HEAD = {
  id: '4f0c1d5e-0000-4000-8000-000000000001',
  title: 'Questionnaire',
  companyName: 'Northgate Bank',
  status: 'COMPLETED',
  createdAt: 1_767_225_600_000_000,
  updatedAt: 1_767_225_600_000_000,
};

export async function extract(bytes: Uint8Array, fileName: string): Promise<ExtractionResult> {
  const model = await readDocument(new BytesSource(bytes), { fileName, mimeType: '' }, DEFAULT_READ_LIMITS);
  return extractQuestions(model);
}

/** Questions in document order. */
export const questionsOf = (result: ExtractionResult): (ExtractedQuestion & { sheetName: string })[] =>
  result.sheets.flatMap((sheet) => sheet.questions.map((question) => ({ ...question, sheetName: sheet.name })));

/** A question as the service would export it; without an answer unless one is given. */
export function toExport(
  question: ExtractedQuestion & { sheetName: string },
  answered: Partial<ExportedQuestion> = {},
): ExportedQuestion {
  return {
    ...question,
    questionId: question.key,
    sheetId: question.sheetName,
    answer: '',
    comment: '',
    answerStatus: 'UNANSWERED',
    approved: false,
    approvedBy: '',
    approvedAt: 0,
    confidence: null,
    citations: [],
    ...answered,
  };
}

/** An answer that fits the question: one of its options, a number, or a sentence. */
export function sampleAnswer(question: ExtractedQuestion, i: number): string {
  if (question.options.length > 0) return question.options[i % question.options.length] ?? '';
  return question.answerType === 'number' ? String(100 + i) : `We do, as policy ${i + 1} says & our auditors confirm.`;
}

export interface Exported {
  bytes: Uint8Array;
  outcome: ExportOutcome;
}

export async function exportTo(
  bytes: Uint8Array,
  fileName: string | null,
  questions: readonly ExportedQuestion[],
  format: 'original' | 'xlsx' | 'csv' | 'json' = 'original',
): Promise<Exported> {
  const sink = new MemorySink();
  const declared = fileName === null ? null : { fileName, mimeType: '' };
  const request = { format, head: HEAD, declared };
  const outcome = await exportDocument(request, new BytesSource(bytes), questions, sink, DEFAULT_READ_LIMITS);
  return { bytes: sink.bytes(), outcome };
}

/** Answers every question (or those that `answer` gives a text for) and exports. */
export async function answerAll(
  bytes: Uint8Array,
  fileName: string,
  answer: (question: ExtractedQuestion, i: number) => string = sampleAnswer,
): Promise<Exported & { questions: ExportedQuestion[] }> {
  const found = questionsOf(await extract(bytes, fileName));
  const questions = found.map((question, i) => toExport(question, { answer: answer(question, i) }));
  return { ...(await exportTo(bytes, fileName, questions)), questions };
}

/** SHA-256 of each part of a package, uncompressed. */
export function partHashes(bytes: Uint8Array): Record<string, string> {
  return Object.fromEntries(
    Object.entries(unzipSync(bytes)).map(([name, part]) => [name, createHash('sha256').update(part).digest('hex')]),
  );
}

/** Names of the parts that differ, are new or are gone. */
export function changedParts(before: Uint8Array, after: Uint8Array): string[] {
  const [a, b] = [partHashes(before), partHashes(after)];
  return [...new Set([...Object.keys(a), ...Object.keys(b)])].filter((name) => a[name] !== b[name]).sort();
}

/** One part of a package as text. */
export const partText = (bytes: Uint8Array, name: string): string =>
  Buffer.from(unzipSync(bytes, { filter: (file) => file.name === name })[name] ?? new Uint8Array()).toString('utf8');
