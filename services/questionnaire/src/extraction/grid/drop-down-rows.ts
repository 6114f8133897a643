import type { Grid } from './grid.js';
import type { Header } from './headers.js';

/**
 * Whether a row waits for answers: below a heading for answers its cell is empty and offers the drop-down that the row above offers
 * as well. Such a row is data of the table, whatever its words would be over other columns.
 */
export function continuesDropDown(grid: Grid, { labels }: Header, row: number): boolean {
  const number = grid.rowNumber(row);
  return labels.some(({ column, role }) => {
    if (role !== 'answer' && role !== 'status' && role !== 'comment') return false;
    if (grid.indexAt(row, column) >= 0) return false;
    const offered = grid.validationAt(number, column);
    return offered?.type === 'list' && grid.validationAt(number - 1, column) === offered;
  });
}
