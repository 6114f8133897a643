import type { CellRange } from '../model.js';

/** Bounds of a sheet in Excel since 2007. */
export const MAX_ROWS = 1_048_576;
export const MAX_COLUMNS = 16_384;

const A = 65;
const DIGIT_0 = 48;

/** Zero-based column of a reference like "B7"; -1 when it is none. */
export function referenceColumn(reference: string): number {
  let column = 0;
  for (let i = 0; i < reference.length; i++) {
    const code = reference.charCodeAt(i) & ~32;
    if (code < A || code > A + 25) break;
    column = column * 26 + (code - A + 1);
  }
  return column <= MAX_COLUMNS ? column - 1 : -1;
}

/** Zero-based row of a reference like "B7"; -1 when it has none. */
export function referenceRow(reference: string): number {
  let row = 0;
  for (let i = 0; i < reference.length; i++) {
    const digit = reference.charCodeAt(i) - DIGIT_0;
    if (digit >= 0 && digit <= 9) row = row * 10 + digit;
  }
  return row <= MAX_ROWS ? row - 1 : -1;
}

/** Parses "A1", "$A$1:$B$3", "A:C" or "2:5"; undefined when it is no range. */
export function parseRange(text: string): CellRange | undefined {
  const match = /^\$?([A-Z]{1,3})?\$?(\d{1,7})?(?::\$?([A-Z]{1,3})?\$?(\d{1,7})?)?$/i.exec(text.trim());
  if (match === null || text.trim() === '') return undefined;
  const [, column1, row1, column2, row2] = match;
  const single = !text.includes(':');
  if (single && (column1 === undefined || row1 === undefined)) return undefined;
  const left = column1 === undefined ? 0 : referenceColumn(column1);
  const top = row1 === undefined ? 0 : referenceRow(row1);
  const right = single ? left : column2 === undefined ? MAX_COLUMNS - 1 : referenceColumn(column2);
  const bottom = single ? top : row2 === undefined ? MAX_ROWS - 1 : referenceRow(row2);
  if (left < 0 || top < 0 || right < 0 || bottom < 0) return undefined;
  return {
    top: Math.min(top, bottom),
    left: Math.min(left, right),
    bottom: Math.max(top, bottom),
    right: Math.max(left, right),
  };
}

/** Parses a list of ranges separated by spaces (ST_Sqref). */
export function parseRanges(text: string): CellRange[] {
  return text.split(/\s+/).flatMap((part) => parseRange(part) ?? []);
}
