import type { CellModel } from '../../documents/model.js';
import type { ShapeCache } from '../language/text-shape.js';
import type { Grid } from './grid.js';

const FEWEST_ROWS = 3;
/** Rows below that show enough. */
const ENOUGH = 200;
const HEADING_WORDS = 5;

/**
 * The first row of what a program wrote, such as a CSV file: short different words over rows that fill the same columns, with
 * longer texts in one of them. It needs no style to be a heading.
 */
export function headsExport(grid: Grid, shapes: ShapeCache, row: number, cells: readonly CellModel[]): boolean {
  if (row !== 0 || cells.length < 3 || grid.rowCount <= FEWEST_ROWS) return false;
  const short = cells.every(({ text, type, formula }) => {
    const { words, hasMark } = shapes.of(text);
    return type === 'text' && formula === undefined && words <= HEADING_WORDS && !hasMark;
  });
  if (!short || new Set(cells.map(({ text }) => text)).size < cells.length) return false;
  const below = Array.from({ length: Math.min(ENOUGH, grid.rowCount - 1) }, (_, i) => grid.rowCells(i + 1));
  const columns = new Set(cells.map(({ column }) => column));
  const full = below.filter(
    (others) => others.length >= 0.8 * cells.length && others.every(({ column }) => columns.has(column)),
  );
  const longer = cells.some(({ column, text }) => {
    const texts = below.flatMap((others) => others.find((other) => other.column === column)?.text ?? []);
    return texts.length >= FEWEST_ROWS && texts.every((other) => other.length > 2 * text.length);
  });
  return longer && full.length >= 0.9 * below.length;
}
