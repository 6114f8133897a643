import { splitNumber } from '../language/numbering.js';
import type { ShapeCache } from '../language/text-shape.js';
import type { CellModel } from '../../documents/model.js';
import { questionOf } from './forms.js';
import type { Grid } from './grid.js';
import type { Ledger } from './ledger.js';
import type { GridQuestion } from './table-questions.js';

const LABEL_WORDS = 14;
const FEWEST = 3;

/**
 * Numbered labels with empty rows to write in below them: "1. Legal name", " ", "2. Scope of the service", " ". An empty row of a
 * sheet is one to write in when it is merged or unlocked, one of a text document always. Empty unless every row is such a label.
 */
export function findBlankRows(grid: Grid, shapes: ShapeCache, ledger: Ledger): GridQuestion[] {
  const labels: { row: number; label: CellModel }[] = [];
  for (let row = 0; row < grid.rowCount; row++) {
    const cells = grid.rowCells(row);
    const [cell] = cells;
    if (cell === undefined || cells.length > 1 || cell.type !== 'text' || cell.formula !== undefined) return [];
    if (isLabel(grid, shapes, cell) && isBlankBelow(grid, row, cell)) labels.push({ row, label: cell });
    else if (row > 0) return [];
  }
  if (labels.length < FEWEST) return [];
  return labels.map(({ row, label }) => {
    ledger.book(grid.indexAt(row, label.column), 'question', 'label_over_blank');
    const asked = questionOf(grid, { row, label, column: label.column, value: undefined, named: true }, '');
    asked.question.answerLocation = grid.place(below(grid, label), label.column);
    return asked;
  });
}

function isLabel(grid: Grid, shapes: ShapeCache, cell: CellModel): boolean {
  const { manner, words } = shapes.of(cell.text);
  const numbered = grid.numberOf(cell) !== '' || splitNumber(cell.text).number !== '';
  return numbered && manner === 'phrase' && words <= LABEL_WORDS;
}

function below(grid: Grid, { row, column }: CellModel): number {
  return (grid.mergeOf(row, column)?.bottom ?? row) + 1;
}

function isBlankBelow(grid: Grid, row: number, cell: CellModel): boolean {
  const at = below(grid, cell);
  if (row + 1 < grid.rowCount && grid.rowNumber(row + 1) <= at) return false;
  const made = 'table' in grid.place(cell.row, cell.column) || grid.isInput(at, cell.column);
  return (made || grid.mergeOf(at, cell.column) !== undefined) && grid.isWritable(at, cell.column);
}
