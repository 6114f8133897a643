import type { CellModel } from '../../documents/model.js';
import type { HeaderRole } from '../language/header-words.js';
import { isIdentifier } from '../language/numbering.js';
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
    if (own.length !== merge.bottom - merge.top + 1) continue;
    const cells = aspectCells(grid, table, own, merge.right + 1, answerColumn);
    const places = new Set(own.map(({ row: index }) => grid.anchorOf(grid.rowNumber(index), answerColumn).row));
    if (places.size !== own.length || cells === undefined) continue;
    own.forEach(({ row: index }, at) => found.set(index, { of: row, cell: cells[at]! }));
  }
  addLonely(grid, table, rows, found);
  return found;
}

/** Among questions with several aspects, one of a single row asks by its aspect as well. */
function addLonely(grid: Grid, { scope }: QuestionTable, rows: readonly TableRow[], found: Map<number, Aspect>): void {
  const columns = new Set([...found.values()].map(({ cell }) => cell.column));
  const [column] = columns;
  if (column === undefined || columns.size > 1 || scope.labels.get(column)?.role !== 'question') return;
  const lonely = rows.filter(({ kind, row }) => kind === 'question' && !found.has(row));
  if (lonely.length * 2 > found.size) return;
  for (const row of lonely) {
    const cell = grid.cellAt(row.row, column);
    if (cell?.type === 'text' && row.cell !== undefined) found.set(row.row, { of: row, cell });
  }
}

/**
 * The texts of one column behind the question, one in each of its rows: that whose heading asks, else the first that is not known
 * to be for something else. Codes ("A.5.1") and a text that stays the same tell nothing of what is asked.
 */
function aspectCells(
  grid: Grid,
  { scope, identifier, sections, answers }: QuestionTable,
  own: readonly TableRow[],
  from: number,
  answerColumn: number,
): CellModel[] | undefined {
  const used = new Set([answerColumn, identifier, answers.comment, answers.options, answers.required, ...sections]);
  const roleOf = (column: number): HeaderRole | undefined => scope.labels.get(column)?.role;
  const columns = grid.rowCells(own[0]!.row).flatMap(({ column }) => {
    const role = roleOf(column);
    const describes = role === undefined || role === 'description' || role === 'requirement' || role === 'question';
    return column >= from && describes && !used.has(column) ? [column] : [];
  });
  const ranked = [...columns.filter((column) => roleOf(column) === 'question'), ...columns];
  for (const column of ranked) {
    const cells = own.flatMap(({ row }) => grid.cellAt(row, column) ?? []);
    const texts = new Set(cells.map(({ text }) => text.trim()));
    const tells = cells.every(({ type }) => type === 'text') && !cells.every(({ text }) => isIdentifier(text));
    if (cells.length === own.length && texts.size > 1 && tells) return cells;
  }
  return undefined;
}
