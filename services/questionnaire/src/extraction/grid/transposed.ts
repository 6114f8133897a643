import type { CellModel } from '../../documents/model.js';
import { withoutItemNumber } from '../language/item-number.js';
import { isPlaceholder } from '../language/placeholders.js';
import type { ShapeCache } from '../language/text-shape.js';
import { answerTypeOf, boundsOf, isRequiredText } from '../question-form.js';
import type { Grid } from './grid.js';
import type { Ledger } from './ledger.js';
import type { GridQuestion } from './table-questions.js';
import type { TableScope } from './table-scope.js';

const ENOUGH = 3;
const LOOKED_AT = 200;
const WIDEST = 400;

/**
 * Questions that stand side by side in one row, with the answers below them. Where several rows ask so, or where texts stand
 * to the left below an otherwise empty row, it is a table of another kind.
 */
export function findTransposed(grid: Grid, shapes: ShapeCache, ledger: Ledger, scope: TableScope): GridQuestion[] {
  const found: GridQuestion[] = [];
  const rows = [...scope.headers.map((header) => header.first), ...scope.rows.slice(0, LOOKED_AT)];
  const wide: { row: number; cells: CellModel[] }[] = [];
  let narrow = 0;
  for (const row of rows) {
    const cells = askingCells(grid, shapes, row);
    if (cells.length >= ENOUGH) wide.push({ row, cells });
    else if (cells.length > 0) narrow++;
    if (narrow > 3 || wide.length > 3) return [];
  }
  if (narrow > wide.length) return [];
  for (const { row, cells } of wide) {
    const texts = grid.rowCells(row).filter((cell) => cell.type === 'text');
    if (cells.length * 2 < texts.length || headsEmptyColumns(grid, row, cells)) continue;
    for (const cell of cells) {
      const merge = grid.mergeOf(cell.row, cell.column);
      const below = (merge?.bottom ?? cell.row) + 1;
      const value = rowAt(grid, row, below);
      const answer = value < 0 ? undefined : grid.cellAt(value, cell.column);
      const validation = grid.validationAt(below, cell.column);
      const options = validation?.type === 'list' ? validation.options : [];
      const { number, text } = withoutItemNumber(cell.text, grid.numberOf(cell));
      ledger.book(grid.indexAt(row, cell.column), 'question', 'row_of_questions');
      if (value >= 0) ledger.book(grid.indexAt(value, cell.column), 'answer', 'answer_below');
      found.push({
        cell,
        answerable: true,
        question: {
          key: grid.key(cell.row, cell.column),
          ordinal: 0,
          section: '',
          number,
          text,
          stem: '',
          location: grid.place(cell.row, cell.column),
          answerLocation: grid.isWritable(below, cell.column) ? grid.place(below, cell.column) : null,
          commentLocation: null,
          answerType: answerTypeOf(text, options, validation?.type),
          options,
          optionLocations: [],
          isRequired: isRequiredText(text),
          existingAnswer:
            answer === undefined || answer.formula !== undefined || isPlaceholder(answer.text)
              ? ''
              : answer.text.trim(),
          hidden: grid.isHiddenRow(cell.row) || grid.isHiddenColumn(cell.column),
          ...boundsOf(validation),
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

function askingCells(grid: Grid, shapes: ShapeCache, row: number): CellModel[] {
  if (grid.rowStart[row + 1]! - grid.rowStart[row]! > WIDEST) return [];
  return grid.rowCells(row).filter((cell) => {
    if (cell.type !== 'text') return false;
    const shape = shapes.of(cell.text);
    if (shape.words < 3) return false;
    return (shape.manner === 'question' && (shape.endsWithMark || shape.words >= 5)) || shape.manner === 'request';
  });
}

/** Two or more rows below have texts, but none under the questions: those are headings of columns to fill. */
function headsEmptyColumns(grid: Grid, row: number, cells: readonly CellModel[]): boolean {
  let beside = 0;
  for (let below = row + 1; below < Math.min(grid.rowCount, row + 6); below++) {
    if (cells.some((cell) => grid.indexAt(below, cell.column) >= 0)) return false;
    beside++;
  }
  return beside >= 2;
}
