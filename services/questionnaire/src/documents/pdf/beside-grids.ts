import type { Grid } from './grids.js';
import type { TextPiece } from './page-content.js';
import { isInside } from './table-blocks.js';

/** How far apart two frames may stand to be columns of one table. Points. */
const WIDEST_GAP = 24;
/** Lines closer than this are at one height. Points. */
const SNAP = 3;

/**
 * Joins frames that stand side by side with the same rows: a form may frame its labels and each column to write in apart. Only a
 * column without words is joined, since two tables of words beside one another are two.
 */
export function joinBlankColumns(grids: readonly Grid[], pieces: readonly TextPiece[]): Grid[] {
  const joined: Grid[] = [];
  for (const grid of [...grids].sort((a, b) => a.left - b.left)) {
    const at = isBlankColumn(grid, pieces) ? joined.findIndex((other) => isBeside(other, grid)) : -1;
    const other = joined[at];
    if (other === undefined) joined.push(grid);
    else joined[at] = join(other, grid);
  }
  return joined;
}

function isBlankColumn(grid: Grid, pieces: readonly TextPiece[]): boolean {
  if (grid.xs.length !== 2 || grid.rowCount < 2) return false;
  return !pieces.some((piece) => /\p{L}{2}/u.test(piece.text) && isInside(piece, grid));
}

function isBeside(left: Grid, right: Grid): boolean {
  const gap = right.left - left.right;
  if (gap < -SNAP || gap > WIDEST_GAP || left.rowCount !== right.rowCount) return false;
  if (Math.abs(left.bottom - right.bottom) > SNAP) return false;
  return right.cells.every((cell) =>
    left.cells.some((other) => other.row === cell.row && Math.abs(other.top - cell.top) <= SNAP),
  );
}

/** The cells of the right one reach to the left one, so that a sign between them is not lost. */
function join(left: Grid, right: Grid): Grid {
  const columns = left.xs.length - 1;
  const cells = right.cells.map((cell) => ({ ...cell, column: cell.column + columns, left: left.right }));
  return {
    ...left,
    right: right.right,
    xs: [...left.xs, right.right],
    cells: [...left.cells, ...cells].sort((a, b) => a.row - b.row || a.column - b.column),
  };
}
