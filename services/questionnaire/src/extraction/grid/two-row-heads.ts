import type { CellModel } from '../../documents/model.js';
import type { Grid } from './grid.js';
import type { ColumnLabel, Header } from './headers.js';

/** Rows at the top in which such a heading begins, and rows below that show what the table looks like. */
const TOP_ROWS = 6;
const COMPARED = 20;
/** Cells of a heading that go down to its last row, at least. */
const FEWEST = 2;
/** Share of bold cells below up to which they set the heading apart. */
const SET_APART = 0.3;
const LONGEST = 80;

/**
 * A heading of two rows or three that no word gives away: bold cells that go down over all of its rows, beside others that span
 * columns with bold cells below them ("No | Point | Cloud: IaaS, PaaS | Remarks"), above rows that are not bold.
 */
export function twoRowHead(grid: Grid, rows: readonly number[]): Header | undefined {
  for (let i = 0; i < Math.min(TOP_ROWS, rows.length - FEWEST); i++) {
    const first = rows[i]!;
    const above = grid.rowCells(first);
    const bottoms = above.map((cell) => grid.mergeOf(cell.row, cell.column)?.bottom ?? cell.row);
    const bottom = Math.max(...bottoms);
    if (bottom === grid.rowNumber(first) || bottoms.filter((at) => at === bottom).length < FEWEST) continue;
    const own = rows.slice(i).filter((row) => grid.rowNumber(row) <= bottom);
    const cells = own.flatMap((row) => grid.rowCells(row));
    const last = own.at(-1)!;
    if (own.length < 2 || !cells.every(isHeading) || share(grid, last) > SET_APART) continue;
    return { first, last, labels: labelsOf(grid, cells), score: 1, structural: true };
  }
  return undefined;
}

const isHeading = ({ bold, type, text }: CellModel): boolean =>
  bold === true && type === 'text' && text.length <= LONGEST;

/** Share of the cells below a row that are bold. */
function share(grid: Grid, last: number): number {
  const cells = Array.from({ length: COMPARED }, (_, i) => last + 1 + i)
    .filter((row) => row < grid.rowCount)
    .flatMap((row) => grid.rowCells(row));
  return cells.length === 0 ? 1 : cells.filter(({ bold }) => bold === true).length / cells.length;
}

/** One label a column: of cells one below the other the lowest. */
function labelsOf(grid: Grid, cells: readonly CellModel[]): ColumnLabel[] {
  const lowest = new Map<number, CellModel>();
  for (const cell of cells) lowest.set(cell.column, cell);
  return [...lowest.values()]
    .sort((a, b) => a.column - b.column)
    .map(({ row, column, text }) => {
      const right = grid.mergeOf(row, column)?.right ?? column;
      return { column, right, text: text.trim(), role: undefined, strength: 0 };
    });
}
