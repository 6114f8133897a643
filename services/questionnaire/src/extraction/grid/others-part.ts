import { beginsPart, isForOthers } from '../language/other-hands.js';
import type { Grid } from './grid.js';
import type { Ledger } from './ledger.js';
import type { GridQuestion } from './table-questions.js';

/** More than this share of the questions is no part that is left to others: then the form is theirs. */
const LARGEST = 0.5;

/**
 * Leaves out what a line such as "To be completed by the buyer" or "For internal use only" says others fill in, up to the next part.
 * A form of which that is the most is put to those others, and is asked.
 */
export function withoutOthersPart(grid: Grid, ledger: Ledger, questions: GridQuestion[]): GridQuestion[] {
  const left = new Set<number>();
  let others = false;
  for (let row = 0; row < grid.rowCount; row++) {
    const cells = grid.rowCells(row);
    const [cell] = cells;
    if (cell !== undefined && cells.length <= 2) {
      if (cells.some(({ text }) => isForOthers(text))) others = true;
      else if (cells.length === 1 && beginsPart(cell.text)) others = false;
    }
    if (others) left.add(grid.rowNumber(row));
  }
  const dropped = questions.filter(({ cell, question }) => left.has(cell.row) && question.said !== true);
  if (dropped.length === 0 || dropped.length > LARGEST * questions.length) return questions;
  for (const { cell } of dropped) ledger.book(grid.indexAt(grid.rowAt(cell.row), cell.column), 'skipped', 'for_others');
  return questions.filter((question) => !dropped.includes(question));
}
