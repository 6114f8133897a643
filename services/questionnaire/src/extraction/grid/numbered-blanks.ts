import type { CellModel } from '../../documents/model.js';
import { describesFile } from '../language/field-words.js';
import { isIdentifier } from '../language/numbering.js';
import { questionOf } from './forms.js';
import type { Grid } from './grid.js';
import type { Ledger } from './ledger.js';
import type { GridQuestion } from './table-questions.js';

const FEWEST = 3;
/** Longer texts are clauses. */
const LONGEST = 240;

/**
 * Rows "1.5 | text | blank" of a table of a text document among which half are questions already: the others were drawn to be filled in
 * as well, whatever their words are.
 */
export function findNumberedBlanks(grid: Grid, ledger: Ledger, found: readonly GridQuestion[]): GridQuestion[] {
  if (found.length < 2 || !('table' in grid.place(0, 0))) return [];
  const asked = new Set(found.map(({ cell }) => cell.row));
  const byColumns = new Map<string, { row: number; label: CellModel; column: number }[]>();
  for (let row = 0; row < grid.rowCount; row++) {
    const [number, label, ...others] = grid.rowCells(row);
    if (number === undefined || label === undefined || others.length > 0 || !isIdentifier(number.text)) continue;
    const column = (grid.mergeOf(label.row, label.column)?.right ?? label.column) + 1;
    if (label.text.length > LONGEST || !/\p{L}{2}/u.test(label.text) || !grid.isWritable(label.row, column)) continue;
    // More columns behind the blank make a table, in which such a row may be a heading.
    const end = (grid.mergeOf(label.row, column)?.right ?? column) + 1;
    if (grid.isWritable(label.row, end)) continue;
    const key = [number.column, label.column, column].join();
    byColumns.set(key, [...(byColumns.get(key) ?? []), { row, label, column }]);
  }
  return [...byColumns.values()].flatMap((rows) => {
    const open = rows.filter(({ label }) => !asked.has(label.row));
    const known = rows.length - open.length;
    if (rows.length < FEWEST || known < rows.length / 2 || describesFile(rows.map(({ label }) => label.text)))
      return [];
    return open.map((field) => {
      ledger.book(grid.indexAt(field.row, field.label.column), 'question', 'label_beside_blank');
      return questionOf(grid, { ...field, value: undefined, named: true }, '');
    });
  });
}
