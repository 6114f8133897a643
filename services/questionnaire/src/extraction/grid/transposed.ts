import { isPlaceholder } from '../language/choices.js';
import type { ShapeCache } from '../language/text-shape.js';
import { answerTypeOf, isRequiredText } from '../question-form.js';
import type { Grid } from './grid.js';
import type { Ledger } from './ledger.js';
import type { GridQuestion } from './table-questions.js';
import type { TableScope } from './table-scope.js';

const ENOUGH = 3;

/** Questions that stand side by side in one row, with the answers below them. */
export function findTransposed(grid: Grid, shapes: ShapeCache, ledger: Ledger, scope: TableScope): GridQuestion[] {
  const found: GridQuestion[] = [];
  const starts = scope.headers.map((header) => header.first);
  for (const row of [...starts, ...scope.rows.slice(0, 200)]) {
    const cells = grid.rowCells(row).filter((cell) => cell.type === 'text');
    if (cells.length < ENOUGH) continue;
    const asking = cells.filter((cell) => {
      const shape = shapes.of(cell.text);
      return (
        (shape.manner === 'question' && (shape.endsWithMark || shape.words >= 5)) ||
        (shape.manner === 'request' && shape.words >= 3)
      );
    });
    if (asking.length < ENOUGH || asking.length < cells.length * 0.5) continue;
    for (const cell of asking) {
      const merge = grid.mergeOf(cell.row, cell.column);
      const below = (merge?.bottom ?? cell.row) + 1;
      const value = rowAt(grid, row, below);
      const answer = value < 0 ? undefined : grid.cellAt(value, cell.column);
      const validation = grid.validationAt(below, cell.column);
      const options = validation?.type === 'list' ? validation.options : [];
      const text = cell.text.trim();
      ledger.book(grid.indexAt(row, cell.column), 'question', 'row_of_questions');
      if (value >= 0) ledger.book(grid.indexAt(value, cell.column), 'answer', 'answer_below');
      found.push({
        cell,
        answerable: answer?.formula === undefined,
        question: {
          key: grid.key(cell.row, cell.column),
          ordinal: 0,
          section: '',
          number: '',
          text,
          stem: '',
          location: grid.place(cell.row, cell.column),
          answerLocation: grid.exists(below, cell.column) ? grid.place(below, cell.column) : null,
          commentLocation: null,
          answerType: answerTypeOf(text, options, validation?.type),
          options,
          optionLocations: [],
          isRequired: isRequiredText(text),
          existingAnswer: answer === undefined || isPlaceholder(answer.text) ? '' : answer.text.trim(),
          hidden: grid.isHiddenRow(cell.row) || grid.isHiddenColumn(cell.column),
        },
      });
    }
  }
  return found;
}

/** Index of the row with this number at or behind `from`, or -1. */
function rowAt(grid: Grid, from: number, number: number): number {
  for (let row = from; row < grid.rowCount && grid.rowNumber(row) <= number; row++)
    if (grid.rowNumber(row) === number) return row;
  return -1;
}
