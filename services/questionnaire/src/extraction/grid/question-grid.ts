import type { ShapeCache } from '../language/text-shape.js';
import { questionOf } from './forms.js';
import type { Grid } from './grid.js';
import type { Ledger } from './ledger.js';
import type { GridQuestion } from './table-questions.js';

const FEWEST = 6;
/** Share of the cells that end in question marks. */
const MOST = 0.9;
/** Questions of one column. */
const FEWEST_OF_COLUMN = 3;

/**
 * A table of a document whose cells are all questions, side by side in two columns or more: each is answered in its own cell, below its
 * words. Empty where anything else stands in the table.
 */
export function findQuestionGrid(grid: Grid, shapes: ShapeCache, ledger: Ledger): GridQuestion[] {
  if (!('table' in grid.place(0, 0)) || grid.cells.length < FEWEST) return [];
  const asking = grid.cells.filter(({ text, type }) => type === 'text' && shapes.of(text).endsWithMark);
  const columns = new Map<number, number>();
  for (const { column } of asking) columns.set(column, (columns.get(column) ?? 0) + 1);
  const full = [...columns.values()].every((count) => count >= FEWEST_OF_COLUMN);
  if (asking.length < MOST * grid.cells.length || columns.size < 2 || !full) return [];
  return asking.map((label) => {
    const row = grid.rowAt(label.row);
    ledger.book(grid.indexAt(row, label.column), 'question', 'label_with_room');
    const found = questionOf(grid, { row, label, column: label.column, value: undefined, named: true }, '');
    found.question.answerLocation = grid.writingPlace(label.row, label.column);
    return found;
  });
}
