import type { Grid } from './grid.js';
import type { TableRow } from './row-kinds.js';
import type { QuestionTable } from './table.js';

/**
 * Rows whose one text spans the column of questions and others that explain them, where the question above fills each of these by
 * itself: remarks on that question, whatever they say.
 */
export function withMergedNotes(rows: readonly TableRow[], grid: Grid, { question }: QuestionTable): TableRow[] {
  let asked: TableRow | undefined;
  return rows.map((row) => {
    if (row.kind !== 'question' || row.cell === undefined) return row;
    const merge = grid.mergeOf(row.cell.row, row.cell.column);
    const spans = merge !== undefined && merge.right > question.column && row.cell.column === question.column;
    if (!spans) {
      asked = row;
      return row;
    }
    const alone = grid.rowCells(row.row).length === 1 && row.identifier === '';
    const beside = asked !== undefined && grid.cellAt(asked.row, merge.right) !== undefined;
    return alone && beside && !asks(row) ? { ...row, kind: 'note' } : row;
  });
}

const asks = ({ shape }: TableRow): boolean =>
  shape === undefined || shape.hasMark || shape.endsWithColon || shape.manner === 'request';
