import type { CellModel } from '../../documents/model.js';
import { isIdentifier } from '../language/numbering.js';
import type { ShapeCache } from '../language/text-shape.js';
import { questionOf } from './forms.js';
import type { Grid } from './grid.js';
import type { Ledger } from './ledger.js';
import type { GridQuestion } from './table-questions.js';

/** Rows of a list that is gone through. */
const FEWEST = 5;
/** Longer texts are no items. */
const ITEM_WORDS = 25;
/** Share of the rows with a text that are such items, and share of the items that have a number. */
const MOST = 0.7;
const NUMBERED = 0.5;

interface Item {
  row: number;
  text: CellModel;
  tick: number;
  numbered: boolean;
}

/**
 * A list that somebody goes through: rows "number or quantity | empty drawn cell | text", without a heading that says so. The cell in front of
 * the text is ticked. A text alone in its row is a section. Empty where the grid is no such list, or where room is left behind the texts.
 */
export function findTickList(grid: Grid, shapes: ShapeCache, ledger: Ledger): GridQuestion[] {
  const rows = Array.from({ length: grid.rowCount }, (_, row) => row).filter((row) => grid.rowCells(row).length > 0);
  const read = rows.map((row) => itemIn(grid, shapes, row));
  const column = commonest(read.flatMap((item) => (item === undefined ? [] : [item.text.column])));
  const items = read.filter((item): item is Item => item !== undefined && item.text.column === column);
  const sections = new Map(rows.flatMap((row) => sectionIn(grid, row, column)));
  const others = rows.length - items.length - sections.size;
  const fits =
    items.length >= FEWEST &&
    items.length >= MOST * (items.length + others) &&
    items.filter(({ numbered }) => numbered).length >= NUMBERED * items.length;
  if (!fits) return [];
  const tick = Math.min(...items.map((item) => item.tick));
  let section = '';
  return rows.flatMap((row) => {
    const heading = sections.get(row);
    if (heading !== undefined) {
      section = heading;
      ledger.bookRow(row, 'section', 'section_row');
      return [];
    }
    const item = items.find((one) => one.row === row);
    if (item === undefined) return [];
    ledger.bookRow(row, 'skipped', 'number_of_item');
    ledger.book(grid.indexAt(row, item.text.column), 'question', 'item_to_tick');
    const place = grid.anchorOf(item.text.row, tick).column;
    return [questionOf(grid, { row, label: item.text, column: place, value: undefined, named: true }, section)];
  });
}

/** The last cell of a row is a text, and the cell in front of it is drawn, empty and open. */
function itemIn(grid: Grid, shapes: ShapeCache, row: number): Item | undefined {
  const cells = grid.rowCells(row);
  const text = cells.at(-1);
  if (text === undefined || cells.length > 2 || text.column === 0 || !/\p{L}{2}/u.test(text.text)) return undefined;
  const [number] = cells;
  const numbered = number !== text;
  if (numbered && (number === undefined || !isNumber(number))) return undefined;
  if (shapes.of(text.text).words > ITEM_WORDS || text.formula !== undefined) return undefined;
  const behind = (grid.mergeOf(text.row, text.column)?.right ?? text.column) + 1;
  if (isDrawn(grid, text.row, behind)) return undefined;
  const first = numbered ? number.column + 1 : text.column - 1;
  for (let column = first; column < text.column; column++) if (!isDrawn(grid, text.row, column)) return undefined;
  return first < text.column ? { row, text, tick: first, numbered } : undefined;
}

const isNumber = ({ text, type }: CellModel): boolean => type === 'number' || isIdentifier(text);

function isDrawn(grid: Grid, row: number, column: number): boolean {
  const inDocument = 'table' in grid.place(0, 0);
  const place = grid.anchorOf(row, column);
  return grid.isWritable(place.row, place.column) && (inDocument || grid.isFramed(place.row, place.column));
}

/** A text alone in a row, in front of the items or merged over them. */
function sectionIn(grid: Grid, row: number, column: number | undefined): [number, string][] {
  const [cell, ...others] = grid.rowCells(row);
  if (cell === undefined || column === undefined || others.length > 0 || cell.column >= column) return [];
  return /\p{L}{2}/u.test(cell.text) ? [[row, cell.text.trim()]] : [];
}

function commonest(columns: readonly number[]): number | undefined {
  const counts = new Map<number, number>();
  for (const column of columns) counts.set(column, (counts.get(column) ?? 0) + 1);
  return [...counts].sort((a, b) => b[1] - a[1])[0]?.[0];
}
