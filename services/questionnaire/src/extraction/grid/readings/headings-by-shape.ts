import { headingName } from '../../language/heading-name.js';
import type { ShapeCache } from '../../language/text-shape.js';
import type { Grid } from '../grid.js';
import { HeaderFinder } from '../headers.js';
import type { Header } from '../headers.js';

/** Rows in which a heading is looked for, and headings that are tried. */
const HEAD_ROWS = 40;
const TRIED = 6;
const LONGEST = 160;
const MOST_WORDS = 14;
const FEWEST_ROWS = 2;

/**
 * Rows that may head a table, whatever they say, top down: several short different texts, with rows below that use their
 * columns. Each is given with the rows further down that repeat it.
 */
export function headingsByShape(grid: Grid, shapes: ShapeCache): Header[][] {
  const finder = new HeaderFinder(grid, shapes);
  const found: Header[][] = [];
  for (let row = 0; row < Math.min(HEAD_ROWS, grid.rowCount - FEWEST_ROWS) && found.length < TRIED; row++) {
    if (!mayHead(grid, shapes, row)) continue;
    const header = { ...finder.rowAsHeader(row), structural: true };
    const texts = new Map(header.labels.map(({ column, text }) => [column, text]));
    const again: Header[] = [];
    for (let below = row + 1; below < grid.rowCount; below++) {
      const same = grid.rowCells(below).filter(({ column, text }) => texts.get(column) === text.trim()).length;
      if (same >= 2 && same * 2 >= texts.size) again.push({ ...finder.rowAsHeader(below), structural: true });
    }
    found.push([header, ...again]);
  }
  return found;
}

function mayHead(grid: Grid, shapes: ShapeCache, row: number): boolean {
  const cells = grid.rowCells(row);
  if (cells.length < 2) return false;
  if (new Set(cells.map(({ text }) => text.trim())).size < cells.length) return false;
  return cells.every(({ type, text, formula }) => {
    const name = headingName(text);
    if (type !== 'text' || formula !== undefined || name.length > LONGEST) return false;
    return shapes.of(name).words <= MOST_WORDS;
  });
}
