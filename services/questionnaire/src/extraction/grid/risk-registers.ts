import { headerRole } from '../language/header-words.js';
import { namesImpact, namesLikelihood } from '../language/reference-words.js';
import type { CellModel } from '../../documents/model.js';
import type { Grid } from './grid.js';

/** Rows in which the heading of a register stands. */
const HEAD_ROWS = 6;
/** Risks that are rated, from which on a list of them is a register. */
const FEWEST = 2;

/**
 * A list of risks that somebody rated: one of the first rows heads a column for how likely each is and one for what it would do, and
 * both are filled. It asks nothing. One without ratings is a form to fill in.
 */
export function isRiskRegister(grid: Grid): boolean {
  for (let row = 0; row < Math.min(HEAD_ROWS, grid.rowCount); row++) {
    const cells = grid.rowCells(row);
    const likely = cells.find(({ text }) => namesLikelihood(text));
    const impact = cells.find(({ text }) => namesImpact(text));
    if (likely === undefined || impact === undefined) continue;
    if (cells.some((cell) => isForAnswers(grid, row, cell))) return false;
    let rated = 0;
    for (let below = row + 1; below < grid.rowCount && rated < FEWEST; below++)
      if (grid.cellAt(below, likely.column) && grid.cellAt(below, impact.column)) rated++;
    return rated >= FEWEST;
  }
  return false;
}

/** A heading over questions, or over answers of which none is given yet. */
function isForAnswers(grid: Grid, row: number, { text, column }: CellModel): boolean {
  const found = headerRole(text);
  if (found?.role === 'question') return found.strength >= 2;
  if (found?.role !== 'answer') return false;
  for (let below = row + 1; below < grid.rowCount; below++) if (grid.cellAt(below, column)) return false;
  return true;
}
