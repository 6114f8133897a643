import { isAnswerText } from '../language/choices.js';
import { isForOthers } from '../language/other-hands.js';
import type { ShapeCache } from '../language/text-shape.js';
import { questionOf } from './forms.js';
import type { Grid } from './grid.js';
import type { Ledger } from './ledger.js';
import type { GridQuestion } from './table-questions.js';

const FEWEST = 2;
const MOST_WORDS = 12;

/**
 * A table of a text document with one row of short texts over one row of empty cells ("Staff | Turnover | Balance"): each is
 * asked once and answered below. With more empty rows it is a list to enter, and asks nothing.
 */
export function findRowOverBlanks(grid: Grid, shapes: ShapeCache, ledger: Ledger): GridQuestion[] {
  if (!('table' in grid.place(0, 0)) || grid.rowCount !== 1) return [];
  const cells = grid.rowCells(0);
  const open = cells.filter(({ row, column }) => grid.isWritable(row + 1, column) && !grid.isWritable(row + 2, column));
  const named = cells.filter(({ text }) => {
    const { words, manner } = shapes.of(text);
    return words <= MOST_WORDS && manner !== 'other' && !isAnswerText(text) && !isForOthers(text);
  });
  if (cells.length < FEWEST || open.length < cells.length || named.length < cells.length) return [];
  return cells.map((label) => {
    ledger.book(grid.indexAt(0, label.column), 'question', 'label_over_blank');
    const found = questionOf(grid, { row: 0, label, column: label.column, value: undefined, named: true }, '');
    found.question.answerLocation = grid.writingPlace(label.row + 1, label.column);
    return found;
  });
}
