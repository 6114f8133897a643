import type { Grid } from './grid.js';
import type { TableScope } from './table-scope.js';

/** Rows of one text, and texts with such rows, from which on the rows describe levels. */
const FEWEST_LEVELS = 3;
const FEWEST_TEXTS = 2;
/** Share of the rows that stand in such groups. */
const MOST = 0.9;
/** Share of the rows up to which a column with a heading is still to be filled. */
const OPEN = 0.5;

/**
 * "Question | Level | Criterion" with each question in one row a level: the rows say what an answer of each level means, and
 * the question is asked elsewhere. A column with a heading that is still to be filled makes them rows to answer.
 */
export function describesLevels(grid: Grid, { rows, labels }: TableScope): boolean {
  const used = rows.filter((row) => grid.rowCells(row).length > 1);
  if (used.length < FEWEST_TEXTS * FEWEST_LEVELS) return false;
  const filled = (column: number): number => used.filter((row) => grid.indexAt(row, column) >= 0).length;
  if ([...labels.keys()].some((column) => filled(column) <= OPEN * used.length)) return false;
  const columns = [...labels.keys()].sort((a, b) => a - b);
  return columns.some((text) => columns.some((level) => level > text && countsInGroups(grid, used, text, level)));
}

/** Whether most rows stand in groups of one text, in each of which the other column counts on by one from the same number. */
function countsInGroups(grid: Grid, rows: readonly number[], text: number, level: number): boolean {
  const at = (row: number, column: number): string => grid.cellAt(row, column)?.text.trim() ?? '';
  const groups: number[][] = [];
  for (const row of rows) {
    const last = groups.at(-1);
    const same = last !== undefined && at(row, text) !== '' && at(last[0]!, text) === at(row, text);
    if (same) last.push(row);
    else groups.push([row]);
  }
  const [first] = groups;
  const lowest = first === undefined ? '' : at(first[0]!, level);
  if (!/^\d$/.test(lowest)) return false;
  const counting = groups.filter(
    (group) => group.length >= FEWEST_LEVELS && group.every((row, i) => at(row, level) === String(Number(lowest) + i)),
  );
  const inGroups = counting.reduce((sum, group) => sum + group.length, 0);
  return counting.length >= FEWEST_TEXTS && inGroups >= MOST * rows.length;
}
