import type { Grid } from './grid.js';
import type { ColumnLabel } from './headers.js';

const FEWEST = 3;

/**
 * "      | Time | Answer": headings over columns that nobody has filled, with a column of texts left of them that has no heading of
 * its own. One of the headings says that answers go there.
 */
export function headsBlankColumns(grid: Grid, row: number, labels: readonly ColumnLabel[]): boolean {
  const [first] = labels;
  if (
    first === undefined ||
    first.column === 0 ||
    !labels.some((label) => label.role === 'answer' && label.strength >= 2)
  )
    return false;
  let rows = 0;
  let asked: number | undefined;
  for (let below = row + 1; below < grid.rowCount; below++) {
    if (grid.rowNumber(below) !== grid.rowNumber(below - 1) + 1) break;
    const cells = grid.rowCells(below);
    const last = cells.at(-1);
    if (last === undefined || last.type !== 'text' || last.column >= first.column) return false;
    if (asked !== undefined && asked !== last.column) return false;
    asked = last.column;
    rows++;
  }
  return rows >= FEWEST;
}
