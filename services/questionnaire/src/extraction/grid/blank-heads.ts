import { isBoxOrTick } from '../language/choices.js';
import type { Grid } from './grid.js';
import type { ColumnLabel } from './headers.js';

const FEWEST = 3;
/** Rows below that show enough. */
const ENOUGH = 200;

/**
 * "      | Time | Answer": headings over columns that nobody has filled, with a column of texts left of them. One of the headings
 * says that answers go there, and the texts have no heading of their own; or the headings are a scale ("1 | 2 | 3 | 4 | 5") or choices,
 * behind a heading of the texts ("Symptom | Yes | No | Since when").
 */
export function headsBlankColumns(grid: Grid, row: number, labels: readonly ColumnLabel[]): boolean {
  const scale = labels.findIndex((_, i) => isScale(labels.slice(i)));
  const chosen = labels.findIndex(({ role }, i) => role === 'choice' && isBeside(labels[i + 1], labels[i]!));
  const first = labels[Math.max(scale, scale < 0 ? chosen : 0, 0)];
  if (first === undefined || first.column === 0 || scale > 2) return false;
  const choices = chosen >= 0 && chosen <= 2;
  if (scale < 0 && !choices && !labels.some(({ role, strength }) => role === 'answer' && strength >= 2)) return false;
  let rows = 0;
  let asked: number | undefined;
  for (let below = row + 1; below < grid.rowCount && rows < ENOUGH; below++) {
    if (grid.rowNumber(below) !== grid.rowNumber(below - 1) + 1) break;
    const ticks = scale >= 0 || choices;
    // Check boxes that float over the columns keep whether they are ticked in cells further right.
    const cells = grid
      .rowCells(below)
      .filter(
        ({ column, text, type }) => !(ticks && column >= first.column && (isBoxOrTick(text) || type === 'boolean')),
      );
    const last = cells.at(-1);
    if (last === undefined || last.type !== 'text' || last.column >= first.column) return false;
    if (asked !== undefined && asked !== last.column) return false;
    asked = last.column;
    rows++;
  }
  return rows >= FEWEST;
}

/** Another choice in the next column. */
function isBeside(next: ColumnLabel | undefined, { column, right, text }: ColumnLabel): boolean {
  return next?.role === 'choice' && next.column === right + 1 && next.column > column && next.text !== text;
}

/** Three numbers or more that count on from 0 or 1 in columns side by side, to the end of the row; "Level 1 | Level 2 | Level 3" too. */
export function isScale(labels: readonly ColumnLabel[]): boolean {
  const [first] = labels;
  const begins = /^(\D{0,20})([01])$/u.exec(first?.text ?? '');
  if (first === undefined || begins === null || labels.length < 3) return false;
  const [, word = '', start] = begins;
  return labels.every(({ text, column }, i) => text === `${word}${Number(start) + i}` && column === first.column + i);
}
