import type { ShapeCache } from '../language/text-shape.js';
import { fold } from '../language/words.js';
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
 * words. Empty where anything else stands in the table, but for a heading over each column.
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

/** Share of the repeated lines that ask. */
const ASKING = 0.5;

/**
 * A table of a document in which the cells of each row begin with one and the same line that asks, once for each column: "Which colors
 * are used? | Which colors are used?". Each asks in its own cell, and keeps what is written below that line. A first row heads the columns.
 */
export function findRepeatedGrid(grid: Grid, shapes: ShapeCache, ledger: Ledger): GridQuestion[] {
  if (!('table' in grid.place(0, 0))) return [];
  const rows = Array.from({ length: grid.rowCount }, (_, row) => row);
  const repeated = rows.filter((row) => {
    const [first, ...others] = grid.rowCells(row).map(({ text }) => firstLine(text));
    return first !== undefined && others.length > 0 && others.every((line) => fold(line) === fold(first));
  });
  if (repeated.length < FEWEST_OF_COLUMN || rows.some((row) => row > 0 && !repeated.includes(row))) return [];
  const asking = repeated.filter((row) => {
    const { manner } = shapes.of(firstLine(grid.rowCells(row)[0]!.text));
    return manner === 'question' || manner === 'request';
  });
  if (asking.length < ASKING * repeated.length) return [];
  return repeated.flatMap((row) =>
    grid.rowCells(row).map((cell) => {
      const line = firstLine(cell.text);
      ledger.book(grid.indexAt(row, cell.column), 'question', 'label_with_room');
      const label = { ...cell, text: line };
      const found = questionOf(grid, { row, label, column: cell.column, value: undefined, named: true }, '');
      found.question.answerLocation = grid.writingPlace(cell.row, cell.column);
      found.question.existingAnswer = cell.text.trim().slice(line.length).trim();
      return found;
    }),
  );
}

const firstLine = (text: string): string => text.trim().split('\n', 1)[0]!.trim();
