import { columnName } from '../../documents/model.js';
import type { Grid } from '../grid/grid.js';
import type { QuestionTable } from '../grid/table.js';
import type { SaidColumns } from './corrections.js';

/** What the engine took a sheet, a document or a table for. Rows count from 1. */
export interface AreaLayout {
  sheetIndex: number;
  table: number | null;
  rowCount: number;
  columnCount: number;
  questions: number;
  headings: { column: string; text: string }[];
  /** Null where no table of questions was found. */
  columns: SaidColumns | null;
  firstRow: number | null;
  lastRow: number | null;
}

/** What people see of a document's headings; more would only weigh. */
const MOST_HEADINGS = 60;
const HEADING_CHARACTERS = 120;

/** A table of questions that was found, and the rows (zero-based) in which it asks. */
export interface FoundTable {
  table: QuestionTable;
  rows: number[];
}

/** The layout of a grid by its largest table. */
export function layoutOf(
  grid: Grid,
  found: readonly FoundTable[],
  at: Pick<AreaLayout, 'sheetIndex' | 'table' | 'questions'>,
): AreaLayout {
  const [largest] = [...found].sort((a, b) => b.rows.length - a.rows.length);
  const rowCount = grid.rowCount === 0 ? 0 : grid.rowNumber(grid.rowCount - 1) + 1;
  const size = { ...at, rowCount, columnCount: grid.columnCount };
  if (largest === undefined || at.questions === 0)
    return { ...size, headings: [], columns: null, firstRow: null, lastRow: null };
  const { table, rows } = largest;
  const labels = [...table.scope.labels.values()].sort((a, b) => a.column - b.column);
  const letters = (column: number | undefined): string | null => (column === undefined ? null : columnName(column));
  const { answer, peers, choices, comment } = table.answers;
  return {
    ...size,
    headings: labels
      .slice(0, MOST_HEADINGS)
      .map(({ column, text }) => ({ column: columnName(column), text: text.slice(0, HEADING_CHARACTERS) })),
    columns: {
      question: columnName(table.question.column),
      number: letters(table.identifier),
      section: letters(table.sections[0]),
      answers: choices.length > 0 || answer === undefined ? [] : [answer, ...peers].map(columnName),
      choices: choices.map(({ column }) => columnName(column)),
      comment: letters(comment),
    },
    firstRow: Math.min(...rows) + 1,
    lastRow: Math.max(...rows) + 1,
  };
}
