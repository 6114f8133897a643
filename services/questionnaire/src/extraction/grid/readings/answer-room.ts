import { hasBox, isBoxOrTick } from '../../language/choices.js';
import type { Grid } from '../grid.js';
import { offeredScale } from '../offered-scales.js';

/** Rows beside which a column is looked at. */
const SAMPLED_ROWS = 60;
/** Share of the rows that have the same kind of place. */
const MOST = 0.6;
/** Share of the rows up to which a column counts as empty, and as still open. */
const EMPTY = 0.1;
const OPEN = 0.7;
/** Share of filled cells from which on a few values need no heading. */
const FILLED = 0.8;
/** Different values of a column that is chosen among, and words and number of such values at least. */
const MOST_VALUES = 6;
const VALUE_WORDS = 4;
const FEWEST_VALUES = 4;

/** What makes a column a place to answer, by nothing but its shape. */
export type RoomKind = 'list' | 'input' | 'boxes' | 'scale' | 'blank' | 'framed' | 'few_values' | 'partly';

/** How plainly each kind is made for answers: 1 = the file says so, 0 = nothing does. */
const PLAIN: Readonly<Record<RoomKind, number>> = {
  list: 1,
  input: 1,
  boxes: 1,
  scale: 1,
  blank: 0.8,
  framed: 0.7,
  few_values: 0.6,
  partly: 0.5,
};

/** "(1-5)", "C / P / N", "Done?": such a heading offers or asks in any language; how much plainer that makes the column. */
const OFFERS = /\d\s?[-–—]\s?\d|\p{L}\s?\/\s?\p{L}|[?？؟]/u;
const OFFERED = 0.15;

const NUMBER = /^[\d.,]+ ?%?$/;

export interface Room {
  column: number;
  kind: RoomKind;
  /** Share of the rows that have this kind of place, 0 to 1. */
  regular: number;
  /** How plainly it is made for answers, 0 to 1. */
  plain: number;
}

/**
 * The room for answers that a column leaves beside these rows (indexes), or undefined. `heading`: what stands over it, '' for
 * nothing; an empty column without one is no place unless lines are drawn around its cells, as they are in a table of a document.
 */
export function roomIn(grid: Grid, rows: readonly number[], column: number, heading: string): Room | undefined {
  if (grid.isHiddenColumn(column)) return undefined;
  const headed = heading !== '';
  const drawn = 'table' in grid.place(0, 0);
  const step = Math.max(1, Math.ceil(rows.length / SAMPLED_ROWS));
  const sample = rows.filter((_, i) => i % step === 0);
  const seen = { list: 0, input: 0, boxes: 0, blank: 0, framed: 0, formulas: 0, dates: 0, numbers: 0 };
  const values = new Map<string, number>();
  let words = 0;
  for (const row of sample) {
    const number = grid.rowNumber(row);
    const anchor = grid.anchorOf(number, column);
    if (grid.isFormula(anchor.row, anchor.column)) seen.formulas++;
    else if (grid.validationAt(number, column)?.type === 'list') seen.list++;
    if (grid.isInput(anchor.row, anchor.column)) seen.input++;
    const cell = grid.cellAt(row, column);
    if (cell === undefined) {
      if (anchor.column !== column || !grid.isWritable(number, column)) continue;
      seen.blank++;
      // Where more such cells follow in the row it is a table to fill, and where something is computed a summary to read.
      const more = grid.isFramed(number, rightOf(grid, number, column));
      const computed = grid.rowCells(row).some((cell) => cell.column > column && cell.formula !== undefined);
      if (drawn || (grid.isFramed(number, column) && !more && !computed)) seen.framed++;
      continue;
    }
    if (cell.type === 'date') seen.dates++;
    if (cell.type === 'number' || NUMBER.test(cell.text.trim())) seen.numbers++;
    if (hasBox(cell.text) || isBoxOrTick(cell.text)) seen.boxes++;
    const text = cell.text.trim();
    values.set(text, (values.get(text) ?? 0) + 1);
    words += text.split(/\s+/).length;
  }
  const count = Math.max(1, sample.length);
  const asks = OFFERS.test(heading) ? OFFERED : 0;
  const of = (kind: RoomKind, number: number): Room => ({
    column,
    kind,
    regular: number / count,
    plain: Math.min(1, PLAIN[kind] + asks),
  });
  if (seen.formulas >= (1 - MOST) * count || seen.dates > 0) return undefined;
  if (seen.list >= MOST * count) return of('list', seen.list);
  if (seen.input >= MOST * count) return of('input', seen.input);
  if (seen.boxes >= MOST * count) return of('boxes', seen.boxes);
  if (offeredScale(grid, sample, column) !== undefined) return of('scale', seen.blank + sum(values));
  const filled = sum(values);
  if (filled <= EMPTY * count) {
    if (headed && seen.blank >= MOST * count) return of('blank', seen.blank);
    return seen.framed >= MOST * count ? of('framed', seen.framed) : undefined;
  }
  const numbers = seen.numbers * 2 > filled;
  const few = values.size <= Math.min(MOST_VALUES, Math.max(1, Math.floor(filled / 2)));
  if (
    few &&
    filled >= FEWEST_VALUES &&
    words <= VALUE_WORDS * filled &&
    (headed || (filled >= FILLED * count && !numbers))
  )
    return of('few_values', filled + seen.blank);
  return headed && !(numbers && asks === 0) && filled <= OPEN * count ? of('partly', seen.blank + filled) : undefined;
}

const sum = (values: ReadonlyMap<string, number>): number =>
  [...values.values()].reduce((all, times) => all + times, 0);

const rightOf = (grid: Grid, row: number, column: number): number => (grid.mergeOf(row, column)?.right ?? column) + 1;
