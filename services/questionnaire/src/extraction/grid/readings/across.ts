import { isAnswerText } from '../../language/choices.js';
import { ShapeCache } from '../../language/text-shape.js';
import type { CellModel } from '../../../documents/model.js';
import { finish } from '../extract-grid.js';
import type { GridResult } from '../extract-grid.js';
import { questionOf } from '../forms.js';
import type { Grid } from '../grid.js';
import { Ledger } from '../ledger.js';

/** Rows of labels, labels of a form, and words of a label. */
const LABEL_ROWS = 3;
const FEWEST = 4;
const MOST_WORDS = 20;
/** Share of the labels below which exactly one cell is drawn. */
const MOST = 0.8;

/**
 * A form that is laid out across: a sheet of nothing but one to three rows of short texts, with one drawn row of empty cells below
 * them. With more such rows it is a list to enter, and asks nothing.
 */
export function readAcross(grid: Grid): GridResult | undefined {
  if (grid.rowCount === 0 || grid.rowCount > LABEL_ROWS) return undefined;
  const shapes = new ShapeCache();
  const labels = grid.cells.filter((cell) => !isParent(grid, cell));
  if (labels.length < FEWEST || !labels.every((cell) => isLabel(shapes, cell))) return undefined;
  const below = (cell: CellModel): number => (grid.mergeOf(cell.row, cell.column)?.bottom ?? cell.row) + 1;
  const open = labels.filter((cell) => grid.isFramed(below(cell), cell.column));
  const single = open.filter((cell) => !grid.isFramed(below(cell) + 1, cell.column));
  if (single.length < MOST * labels.length) return undefined;
  const ledger = new Ledger(grid);
  const questions = open.map((label) => {
    const row = grid.rowAt(label.row);
    ledger.book(grid.indexAt(row, label.column), 'question', 'label_over_blank');
    const found = questionOf(grid, { row, label, column: label.column, value: undefined, named: true }, '');
    found.question.answerLocation = grid.writingPlace(below(label), label.column);
    found.question.byShape = true;
    return found;
  });
  return finish(grid, shapes, ledger, questions, undefined);
}

/** It spans texts of the row below it. */
function isParent(grid: Grid, { row, column }: CellModel): boolean {
  const merge = grid.mergeOf(row, column);
  const next = merge === undefined ? -1 : grid.rowAt(merge.bottom + 1);
  if (merge === undefined || next < 0) return false;
  return grid.rowCells(next).some((cell) => merge.left <= cell.column && cell.column <= merge.right);
}

function isLabel(shapes: ShapeCache, { type, text, formula }: CellModel): boolean {
  if (type !== 'text' || formula !== undefined || isAnswerText(text)) return false;
  const { words, manner } = shapes.of(text);
  return words <= MOST_WORDS && manner !== 'other';
}
