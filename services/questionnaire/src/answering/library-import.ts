import { normalizedKey, tokenize } from './finding/tokens.js';

export interface ImportedEntry {
  /** As people count, from 1, the header included. */
  row: number;
  question: string;
  answer: string;
  tags: string[];
}

export type ImportRejection = 'question_missing' | 'answer_missing' | 'columns_not_found';

export interface LibraryImportResult {
  entries: ImportedEntry[];
  rejected: { row: number; code: ImportRejection }[];
}

interface Columns {
  /** -1 when the table has no header. */
  header: number;
  question: number;
  answer: number;
  comment: number;
  tags: number;
}

const QUESTION_HEADER =
  /^(?:.*\b)?(?:questions?|query|request|requirement|control|criteria|prompt|ask|frage|pregunta|domanda)\b/i;
const ANSWER_HEADER = /^(?:.*\b)?(?:answers?|responses?|reply|replies|antwort|réponse|respuesta|risposta)\b/i;
const COMMENT_HEADER = /^(?:.*\b)?(?:comments?|explanations?|details?|notes?|remarks?|additional)\b/i;
const TAGS_HEADER =
  /^(?:tags?|labels?|topics?|categor(?:y|ies)|domains?|sections?|keywords?|schlagw[oö]rte?r?|stichw[oö]rte?r?|themen?|kategorien?)\b/i;
/** Headers that hold numbers or states of a question, not the question. */
const NOT_TEXT = /\b(?:id|ids|no|nr|number|#|ref|type|status|date|owner|score|weight|confidence)\s*$|^#$/i;
const HEADER_ROWS_SEARCHED = 20;
const LONGEST_HEADER = 60;

/**
 * Finds questions and answers in the rows of a sheet or CSV. Columns are found by their headers, or, when there are none,
 * by what the cells look like. Every row that is not empty ends as an entry or with a reason in `rejected`.
 *
 * @param rows all rows as shown text, from the first
 */
export function importLibrary(rows: readonly (readonly string[])[]): LibraryImportResult {
  const columns = byHeader(rows) ?? byShape(rows);
  const entries: ImportedEntry[] = [];
  const rejected: LibraryImportResult['rejected'] = [];
  rows.forEach((cells, index) => {
    const row = index + 1;
    if (cells.every((c) => c.trim() === '') || (columns && index <= columns.header)) return;
    if (!columns) {
      rejected.push({ row, code: 'columns_not_found' });
      return;
    }
    const question = textAt(cells, columns.question);
    const comment = textAt(cells, columns.comment);
    const answer = joined(textAt(cells, columns.answer), comment);
    if (question === '') rejected.push({ row, code: 'question_missing' });
    else if (answer === '') rejected.push({ row, code: 'answer_missing' });
    else entries.push({ row, question, answer, tags: tagsOf(textAt(cells, columns.tags)) });
  });
  return { entries, rejected };
}

function textAt(cells: readonly string[], column: number): string {
  return column < 0 ? '' : (cells[column] ?? '').trim();
}

/** "Yes" and its explanation in the next column are one answer. */
function joined(answer: string, comment: string): string {
  if (comment === '' || normalizedKey(answer).includes(normalizedKey(comment))) return answer;
  if (answer === '') return comment;
  return `${answer.replace(/\.$/, '')}. ${comment}`;
}

function tagsOf(text: string): string[] {
  return [
    ...new Set(
      text
        .split(/[,;|]/)
        .map((t) => t.trim())
        .filter((t) => t !== ''),
    ),
  ];
}

function byHeader(rows: readonly (readonly string[])[]): Columns | undefined {
  for (let header = 0; header < Math.min(rows.length, HEADER_ROWS_SEARCHED); header++) {
    const cells = rows[header]!.map((c) => c.trim());
    const find = (pattern: RegExp, taken: readonly number[]): number =>
      cells.findIndex(
        (c, i) =>
          !taken.includes(i) && c.length <= LONGEST_HEADER && !c.endsWith('?') && !NOT_TEXT.test(c) && pattern.test(c),
      );
    const answer = find(ANSWER_HEADER, []);
    const question = find(QUESTION_HEADER, [answer]);
    if (answer < 0 || question < 0) continue;
    return {
      header,
      question,
      answer,
      comment: find(COMMENT_HEADER, [answer, question]),
      tags: find(TAGS_HEADER, [answer, question]),
    };
  }
  return undefined;
}

/** The column that asks most, and the fullest column of text right of it. */
function byShape(rows: readonly (readonly string[])[]): Columns | undefined {
  const width = rows.reduce((w, r) => Math.max(w, r.length), 0);
  const filled = rows.filter((r) => r.some((c) => c.trim() !== '')).length;
  const asks = (c: number): number => rows.filter((r) => looksLikeQuestion(r[c] ?? '')).length;
  const texts = (c: number): number => rows.filter((r) => (r[c] ?? '').trim() !== '').length;
  let question = -1;
  for (let c = 0; c < width - 1; c++) if (asks(c) > (question < 0 ? filled * 0.4 : asks(question))) question = c;
  if (question < 0) return undefined;
  let answer = -1;
  for (let c = question + 1; c < width; c++) if (texts(c) > (answer < 0 ? 0 : texts(answer))) answer = c;
  return answer < 0 ? undefined : { header: -1, question, answer, comment: -1, tags: -1 };
}

function looksLikeQuestion(text: string): boolean {
  return (
    /\?\s*$/.test(text) ||
    (/^(?:describe|explain|list|provide|please|do|does|is|are|has|have|how|what|when|where|who|which|can)\b/i.test(
      text.trim(),
    ) &&
      tokenize(text).length > 2)
  );
}

export interface LibraryOverlap {
  kind: 'duplicate' | 'conflict';
  /** Ids of the entries that ask the same, in the order given. */
  ids: string[];
}

/** Entries that ask the same question: with one answer they are duplicates, with several a conflict. */
export function findOverlaps(entries: readonly { id: string; question: string; answer: string }[]): LibraryOverlap[] {
  const byQuestion = new Map<string, { id: string; answer: string }[]>();
  for (const { id, question, answer } of entries) {
    const key = normalizedKey(question);
    byQuestion.set(key, [...(byQuestion.get(key) ?? []), { id, answer: normalizedKey(answer) }]);
  }
  return [...byQuestion.values()]
    .filter((group) => group.length > 1)
    .map((group) => ({
      kind: new Set(group.map((e) => e.answer)).size > 1 ? 'conflict' : 'duplicate',
      ids: group.map((e) => e.id),
    }));
}
