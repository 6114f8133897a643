import type { AccountEntry, Place, Question } from '../api/types.js';
import type { AccountClass } from '../questionnaires/account-words.js';

export interface LayoutCell {
  /** Letters of a column, a number in a table of text, or '' for a line. */
  column: string;
  text: string;
  class: AccountClass;
  /** The answer of this question goes here: it is shown as it is now. */
  answerOf?: string;
  /** The comment of this question goes here; `text` is what stands here until then. */
  commentOf?: string;
}

export interface LayoutRow {
  key: string;
  /** As the customer's program numbers it. */
  label: string;
  cells: LayoutCell[];
  /** The question that stands here. */
  questionId?: string;
}

export interface Layout {
  /** Columns in which anything stands, from the left; [''] when there are lines only. */
  columns: string[];
  rows: LayoutRow[];
  /** Index of the row of each question. */
  rowOf: ReadonlyMap<string, number>;
}

interface Spot {
  key: string;
  label: string;
  /** Of a cell of a workbook: rows stand by it. All others stand in the order of the document. */
  row: number | undefined;
  column: string;
}

export function spotOf(place: Place): Spot {
  const { cell, table, row, column, page, line, paragraph, field } = place;
  if (cell !== undefined) {
    const [, letters = '', digits = '0'] = /^([A-Z]+)(\d+)$/.exec(cell) ?? [];
    return { key: `r${digits}`, label: digits, row: Number(digits), column: letters };
  }
  if (table !== undefined) {
    return { key: `t${table}r${row}`, label: `${table}.${row}`, row: undefined, column: String(column ?? 1) };
  }
  if (page !== undefined) return { key: `p${page}l${line}`, label: `${page}:${line}`, row: undefined, column: '' };
  if (field !== undefined) return { key: `f${field}`, label: '', row: undefined, column: '' };
  const at = paragraph ?? line ?? 0;
  return { key: `l${at}`, label: String(at), row: undefined, column: '' };
}

/** Tells places apart, whatever else they carry. */
export function keyOf(place: Place): string {
  const { key, column } = spotOf(place);
  return `${place.sheet ?? ''}!${key}!${column}`;
}

function isSameSpot(a: Place, b: Place): boolean {
  const [one, other] = [spotOf(a), spotOf(b)];
  return one.key === other.key && one.column === other.column;
}

/** "A" before "B" before "AA", and "2" before "10". */
const byColumn = (a: string, b: string): number => a.length - b.length || (a < b ? -1 : Number(a > b));

/** Rows by their keys, as they are put. */
class Rows {
  readonly list: (LayoutRow & { row: number | undefined })[] = [];
  private readonly known = new Map<string, LayoutRow>();

  /** What stands at a place so far. */
  textAt(place: Place): string {
    const { key, column } = spotOf(place);
    return this.known.get(key)?.cells.find((one) => one.column === column)?.text ?? '';
  }

  /** A row that is new stands behind the row `after`, when that is given, else at the end. */
  put(place: Place, cell: Omit<LayoutCell, 'column'>, after?: Place | null): LayoutRow {
    const { key, label, row, column } = spotOf(place);
    let found = this.known.get(key);
    if (!found) {
      const made = { key, label, row, cells: [] };
      const before = after && row === undefined ? this.known.get(spotOf(after).key) : undefined;
      const at = before ? this.list.indexOf(before as (typeof this.list)[number]) + 1 : this.list.length;
      this.list.splice(at, 0, made);
      this.known.set(key, made);
      found = made;
    }
    const own = found.cells.find((one) => one.column === column);
    if (own) Object.assign(own, cell);
    else found.cells.push({ column, ...cell });
    return found;
  }
}

/**
 * The customer's sheet as it is laid out: what extraction read of it, with the questions in full and the places of answers
 * even where nothing stands yet.
 */
export function layoutOf(entries: readonly AccountEntry[], questions: readonly Question[]): Layout {
  const rows = new Rows();
  for (const { location, text, class: kind } of entries) if (location) rows.put(location, { text, class: kind });
  for (const { id, text, location, answer_location: answerPlace, comment_location: commentPlace } of questions) {
    if (!location) continue;
    rows.put(location, { text, class: 'question' }).questionId ??= id;
    if (answerPlace && !isSameSpot(answerPlace, location))
      rows.put(answerPlace, { text: '', class: 'answer', answerOf: id }, location);
    const isFree = commentPlace && ![location, answerPlace].some((other) => other && isSameSpot(commentPlace, other));
    if (isFree) rows.put(commentPlace, { text: rows.textAt(commentPlace), class: 'answer', commentOf: id }, location);
  }
  const sorted = rows.list.sort((a, b) => (a.row ?? 0) - (b.row ?? 0));
  const columns = [...new Set(sorted.flatMap(({ cells }) => cells.map(({ column }) => column)))].sort(byColumn);
  for (const { cells } of sorted) cells.sort((a, b) => byColumn(a.column, b.column));
  const indexes = new Map(sorted.map(({ key }, index) => [key, index]));
  const rowOf = new Map<string, number>();
  for (const { id, location } of questions) {
    const index = location ? indexes.get(spotOf(location).key) : undefined;
    if (index !== undefined) rowOf.set(id, index);
  }
  return { columns, rows: sorted, rowOf };
}

/** What an export writes where the answer goes; what does not apply says so. */
export const answerWritten = ({ answer, answer_status: status }: Question): string =>
  status === 'NOT_APPLICABLE' && (answer ?? '').trim() === '' ? 'N/A' : (answer ?? '');

/** The same where the comment goes: nothing without an answer, so that what stands there stays. */
export function commentWritten(question: Question, standing: string): string {
  const comment = (question.comment ?? '').trim();
  return answerWritten(question).trim() === '' || comment === '' ? standing : comment;
}

/** Rem. */
const NUMBERS = 2.75;
const NARROW = 3.5;
const MEDIUM = 8;
const WIDE = 13;

export interface Tracks {
  /** Of a grid, the rows' numbers first. */
  template: string;
  /** The least width of a row, in rem; what is left is shared among the wide columns. */
  width: number;
}

/** Widths that fit what stands in each column, the same in every row: a number is narrow, a sentence is wide. */
export function tracksOf({ columns, rows }: Layout): Tracks {
  const longest = new Map<string, number>();
  for (const { cells, questionId } of rows) {
    for (const { column, text, answerOf, commentOf, class: kind } of cells) {
      // A title runs over its columns, as it does in a spreadsheet; headings beside each other may break.
      if (questionId === undefined && (kind !== 'header' || cells.length === 1)) continue;
      const length = (answerOf ?? commentOf) === undefined ? text.length : 100;
      longest.set(column, Math.max(longest.get(column) ?? 0, kind === 'header' ? Math.min(length, 30) : length));
    }
  }
  const widths = columns.map((column) => widthFor(longest.get(column) ?? 0));
  const tracks = widths.map((width) => (width === WIDE ? `minmax(${WIDE}rem, 1fr)` : `${width}rem`));
  return {
    template: [`${NUMBERS}rem`, ...tracks].join(' '),
    width: widths.reduce((sum, width) => sum + width, NUMBERS),
  };
}

function widthFor(length: number): number {
  if (length <= 6) return NARROW;
  return length <= 30 ? MEDIUM : WIDE;
}

/** Where a cell of a row without a question ends: it runs on over empty columns. Tracks, the first being 2. */
export function spanOf(row: LayoutRow, cell: LayoutCell, columns: readonly string[]): string {
  const start = columns.indexOf(cell.column);
  const next = row.cells[row.cells.indexOf(cell) + 1];
  const end = next ? columns.indexOf(next.column) : columns.length;
  return `${start + 2} / ${(row.questionId === undefined ? end : start + 1) + 2}`;
}
