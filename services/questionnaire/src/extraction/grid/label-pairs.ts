import { hasBox } from '../language/choices.js';
import { isFieldLabel, isRespondentLabel } from '../language/field-words.js';
import type { ShapeCache } from '../language/text-shape.js';
import type { Grid } from './grid.js';
import type { TableScope } from './table-scope.js';

const LABEL_WORDS = 9;
/** Rows "label | blank | label | blank" that make a form of labels that no list knows. */
const FEWEST = 3;
/** Share of the rows with several cells that have their labels in these columns. */
const MOST = 0.6;

/**
 * Columns of labels that stand side by side with a blank behind each, row after row: "Company | | Founded | ". Such rows are drawn
 * to be filled in, whatever the labels are called; at least one of them must be a label that we know.
 */
export function pairedColumns(grid: Grid, shapes: ShapeCache, scope: TableScope): ReadonlySet<number> {
  const times = new Map<string, { columns: number[]; rows: number; known: number }>();
  let several = 0;
  for (const row of scope.rows) {
    const cells = grid.rowCells(row);
    if (cells.length < 2) continue;
    several++;
    const labels = cells.filter(({ text }) => !hasBox(text));
    const open = labels.filter((label) => {
      const { manner, words } = shapes.of(label.text);
      const column = (grid.mergeOf(label.row, label.column)?.right ?? label.column) + 1;
      const beside = grid.cellAt(row, column);
      const free = beside === undefined ? grid.isWritable(label.row, column) : hasBox(beside.text);
      return free && label.type === 'text' && manner !== 'statement' && manner !== 'other' && words <= LABEL_WORDS;
    });
    if (open.length < 2 || open.length < labels.length) continue;
    const columns = open.map(({ column }) => column);
    const count = times.get(columns.join()) ?? { columns, rows: 0, known: 0 };
    count.rows++;
    count.known += open.filter(({ text }) => isFieldLabel(text)).length;
    times.set(columns.join(), count);
  }
  const found = [...times.values()].find(({ rows, known }) => rows >= FEWEST && rows >= MOST * several && known > 0);
  return new Set(found?.columns ?? []);
}

/** Whether a label asks alone: "Name of bidder:" above a table. One without colon may be a title. */
export function isOneLabel(text: string): boolean {
  return /[:\uff1a]\s*$/.test(text) && (isFieldLabel(text) || isRespondentLabel(text));
}
