import { referenceColumn, referenceRow } from '../documents/xlsx/cell-reference.js';
import { answerLabel } from './answer-label.js';
import type { AnswerToWrite } from './model.js';
import type { Write } from './writes.js';

/** A column that answers go to. */
export interface AnswerColumn {
  sheet: string;
  column: number;
  questionColumn: number;
  /** Zero-based row of its first question. */
  firstRow: number;
  questionRows: ReadonlySet<number>;
  /** Heading that it gets when it has none: "Answer", in the language of the questions. */
  heading: string;
}

/** Rows above the first question in which a heading is looked for. */
export const HEADING_ROWS = 10;
/** Questions whose language is looked at. */
const SAMPLE = 20;

/** Columns of the sheets that hold the answers of several questions, whether these are answered or not. */
export function answerColumns(questions: readonly AnswerToWrite[]): AnswerColumn[] {
  const found = new Map<string, AnswerColumn & { questionRows: Set<number>; texts: string[]; answered: boolean }>();
  for (const { location, answerLocation, optionLocations, text, answer } of questions) {
    if (answerLocation === null || !('cell' in answerLocation) || !('cell' in location) || optionLocations.length > 0)
      continue;
    const row = referenceRow(answerLocation.cell);
    const questionColumn = referenceColumn(location.cell);
    const column = referenceColumn(answerLocation.cell);
    if (row !== referenceRow(location.cell)) continue;
    const key = `${answerLocation.sheet}\n${column}`;
    const known = found.get(key);
    if (known === undefined) {
      const base = { sheet: answerLocation.sheet, column, questionColumn, firstRow: row, heading: '' };
      found.set(key, { ...base, questionRows: new Set([row]), texts: [text], answered: answer !== '' });
      continue;
    }
    known.firstRow = Math.min(known.firstRow, row);
    known.questionRows.add(row);
    known.answered ||= answer !== '';
    if (known.texts.length < SAMPLE) known.texts.push(text);
  }
  return [...found.values()]
    .filter(({ answered, questionRows }) => answered && questionRows.size >= 2)
    .map((column) => ({ ...column, heading: answerLabel(column.texts.join(' ')) }));
}

/**
 * The heading that an answer column needs: the customer's table has none for answers, and its own heading row (the nearest one
 * above with a text over the questions and another beside it) leaves the column free. `filled` gives the columns that hold
 * something, by row, for the rows above the first question. Undefined when there is no such row.
 */
export function headingWrite(
  column: AnswerColumn,
  filled: ReadonlyMap<number, ReadonlySet<number>>,
): (Write & { row: number; column: number }) | undefined {
  for (let row = column.firstRow - 1; row >= Math.max(0, column.firstRow - HEADING_ROWS); row--) {
    const cells = filled.get(row);
    if (cells === undefined || column.questionRows.has(row)) continue;
    if (cells.size < 2 || !cells.has(column.questionColumn)) continue;
    if (cells.has(column.column)) return undefined;
    const location = { sheet: column.sheet, cell: '' };
    const write = { questionId: '', kind: 'heading' as const, location, text: column.heading, ticked: false };
    return { ...write, isNumber: false, row, column: column.column };
  }
  return undefined;
}
