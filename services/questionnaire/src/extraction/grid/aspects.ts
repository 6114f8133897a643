import type { CellModel } from '../../documents/model.js';
import type { Grid } from './grid.js';
import type { TableRow } from './row-kinds.js';
import type { QuestionTable } from './table.js';

/** One of the rows that a question is merged over, with the text that says which part of it is meant. */
export interface Aspect {
  of: TableRow;
  cell: CellModel;
}

/**
 * Questions merged over several rows, with a text of its own in each ("Policy", "Process", "Evidence") and an answer beside each:
 * every row asks. By index of the row.
 */
export function aspectRows(
  grid: Grid,
  table: QuestionTable,
  rows: readonly TableRow[],
  answerColumn: number | undefined,
): ReadonlyMap<number, Aspect> {
  const found = new Map<number, Aspect>();
  if (answerColumn === undefined) return found;
  for (const [i, row] of rows.entries()) {
    const merge = row.cell === undefined ? undefined : grid.mergeOf(row.cell.row, row.cell.column);
    if (row.kind !== 'question' || merge === undefined || merge.bottom === merge.top) continue;
    const own = [row];
    for (let next = i + 1; rows[next] !== undefined && grid.rowNumber(rows[next]!.row) <= merge.bottom; next++)
      own.push(rows[next]!);
    const column = aspectColumn(grid, table, row, merge.right + 1, answerColumn);
    if (column === undefined || own.length !== merge.bottom - merge.top + 1) continue;
    const cells = own.map(({ row: index }) => grid.cellAt(index, column));
    const places = new Set(own.map(({ row: index }) => grid.anchorOf(grid.rowNumber(index), answerColumn).row));
    if (places.size !== own.length || cells.some((cell) => cell?.type !== 'text')) continue;
    own.forEach(({ row: index }, at) => found.set(index, { of: row, cell: cells[at]! }));
  }
  return found;
}

/** The first column of texts behind the question that is not known to be for something else. */
function aspectColumn(
  grid: Grid,
  { scope, identifier, sections, answers }: QuestionTable,
  row: TableRow,
  from: number,
  answerColumn: number,
): number | undefined {
  const used = new Set([answerColumn, identifier, answers.comment, answers.options, answers.required, ...sections]);
  return grid.rowCells(row.row).find(({ column, type }) => {
    const role = scope.labels.get(column)?.role;
    const describes = role === undefined || role === 'description' || role === 'requirement' || role === 'question';
    return column >= from && type === 'text' && describes && !used.has(column);
  })?.column;
}
