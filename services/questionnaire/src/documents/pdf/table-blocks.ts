import { findCheckBoxes } from '../check-boxes.js';
import type { TableBlock, TableCell } from '../model.js';
import type { Widget } from './form-fields.js';
import type { Box } from './geometry.js';
import type { Grid, GridCell } from './grids.js';
import { makeLines } from './lines.js';
import type { TextPiece } from './page-content.js';
import { endsSentence, joinWrapped, makeParagraphs } from './paragraphs.js';
import { joinsUnspaced } from './scripts.js';

/** A ruled table before it has its place in the document. */
export interface PageTable {
  grid: Grid;
  block: Omit<TableBlock, 'index'>;
}

/** Fills a grid with the text and the fields inside it; undefined when it holds next to nothing (a frame, a drawing). */
export function fillGrid(
  grid: Grid,
  pieces: readonly TextPiece[],
  widgets: readonly Widget[],
  page: number,
): PageTable | undefined {
  const byRow: TableCell[][] = Array.from({ length: grid.rowCount }, () => []);
  let filled = 0;
  for (const cell of grid.cells) {
    const inside = pieces.filter((piece) => isInside(piece, cell));
    const fields = widgets.filter((widget) => isInside(widget, cell));
    const tableCell = makeCell(cell, inside, fields);
    if (tableCell.text !== '' || fields.length > 0) filled++;
    byRow[cell.row]?.push(tableCell);
  }
  if (filled < 2) return undefined;
  const rows = byRow.filter((row) => row.length > 0).map((row, i) => row.map((cell) => ({ ...cell, row: i })));
  return { grid, block: { kind: 'table', rows, page } };
}

export function isInside(inner: Box, outer: Box): boolean {
  const x = (inner.left + inner.right) / 2;
  const y = (inner.top + inner.bottom) / 2;
  return x >= outer.left && x <= outer.right && y >= outer.top && y <= outer.bottom;
}

function makeCell(cell: GridCell, pieces: readonly TextPiece[], widgets: readonly Widget[]): TableCell {
  const { row, column, rowSpan, columnSpan } = cell;
  const lines = makeLines(pieces, false);
  const width = cell.right - cell.left;
  const text = makeParagraphs(lines)
    .map((paragraph) => paragraph.text)
    .reduce((all, part, i) => joinCellText(all, part, lines.length > i && narrow(lines, width)), '');
  const result: TableCell = { row, column, rowSpan, columnSpan, text };
  if (lines.length > 0 && lines.every((line) => line.bold)) result.bold = true;
  const boxes = findCheckBoxes(text);
  if (boxes !== undefined) {
    result.options = boxes.options;
    if (boxes.checked.length > 0) result.checked = boxes.checked;
    if (boxes.before !== '') result.text = boxes.before;
  }
  const names = [...lines.flatMap((line) => line.fields), ...widgets.map((widget) => widget.name)];
  if (names.length > 0) result.fields = [...new Set(names)];
  const options = widgets.flatMap((widget) => widget.options);
  if (options.length > 0) result.options = [...(result.options ?? []), ...options];
  const values = widgets.map((widget) => widget.value).filter((value) => value !== '');
  if (values.length > 0 && result.text !== '') result.value = values.join('\n');
  if (values.length > 0) result.text = [result.text, ...values].filter((part) => part !== '').join('\n');
  return result;
}

/** In a narrow cell every line may be full; what does not start an item goes on. */
function joinCellText(above: string, below: string, isNarrow: boolean): string {
  if (above === '') return below;
  const goesOn = /^\p{Ll}/u.test(below) || (joinsUnspaced(above, below) && !endsSentence(above));
  return isNarrow && goesOn ? joinWrapped(above, below) : `${above}\n${below}`;
}

function narrow(lines: readonly { left: number; right: number }[], width: number): boolean {
  return lines.some((line) => line.right - line.left > width * 0.5);
}

/** Whether a table goes on with another one at the top of the next page: the same columns. */
export function continuesTable(above: Grid, below: Grid): boolean {
  return above.xs.length === below.xs.length && above.xs.every((x, i) => Math.abs(x - below.xs[i]!) < 4);
}

/** Appends the rows of a table's next part, without the head that is repeated on each page; a row that the page cut is one. */
export function appendRows(table: TableBlock, rows: readonly TableCell[][]): void {
  const texts = (row: readonly TableCell[] | undefined): string => (row ?? []).map((cell) => cell.text).join('\u0000');
  const rest = texts(rows[0]) === texts(table.rows[0]) ? rows.slice(1) : [...rows];
  const last = table.rows.at(-1);
  if (last !== undefined && table.rows.length > 1 && isCutRow(last, rest[0] ?? [])) joinRow(last, rest.shift() ?? []);
  for (const row of rest) table.rows.push(row.map((cell) => ({ ...cell, row: table.rows.length })));
}

/**
 * Whether a row goes on in the first row of the next page: the same cells, text only below text, and none that begins anew.
 * Where only the row above is numbered, a name with a capital letter may also end the question that stands above.
 */
function isCutRow(above: readonly TableCell[], below: readonly TableCell[]): boolean {
  if (above.length !== below.length || above.length < 2) return false;
  const pairs = above.map((cell, i) => [cell, below[i]!] as const);
  if (pairs.some(([cell, next]) => cell.column !== next.column || cell.columnSpan !== next.columnSpan)) return false;
  const filled = pairs.filter(([, next]) => next.text !== '');
  const [first] = filled;
  if (first === undefined || filled.some(([cell]) => cell.text === '')) return false;
  if (filled.some(([, next]) => next.options !== undefined || next.fields !== undefined)) return false;
  const goesOn = ([cell, next]: readonly [TableCell, TableCell]): boolean =>
    /^\p{Ll}/u.test(next.text) || (!endsSentence(cell.text) && !/^\p{Lu}/u.test(next.text));
  const isUnnumbered = below[0]?.text === '' && above[0]?.text !== '';
  const asksOn = !endsSentence(first[0].text) && /[?？؟]\s*$/u.test(first[1].text);
  return isUnnumbered ? filled.some(goesOn) || asksOn : filled.every(goesOn);
}

function joinRow(above: readonly TableCell[], below: readonly TableCell[]): void {
  above.forEach((cell, i) => {
    const text = below[i]?.text ?? '';
    if (text !== '') cell.text = joinWrapped(cell.text, text);
  });
}
