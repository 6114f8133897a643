import { BESIDE_ROWS, SHEET_DEPTH } from '../../documents/ods/content-reader.js';
import { MAX_COLUMNS, MAX_ROWS } from '../../documents/xlsx/cell-reference.js';
import { rawAttribute, type PartEncoding } from '../xml/part-text.js';
import { walkXml, type OpenedTag } from '../xml/walk-xml.js';
import type { TextEdit } from '../xml/xml-tree.js';
import type { OdsValue } from './cell-value.js';
import { editedRow, newRows, type CellElement, type RowElement } from './row-edits.js';

/** New values of one sheet: by row, then by column, both from 0. */
export type SheetValues = ReadonlyMap<number, ReadonlyMap<number, OdsValue>>;

/** Children of a sheet behind which further rows may stand. */
const HOLDS_ROWS = /^table:(?:table-(?:row|column)s?|table-(?:row|column)-group|table-header-(?:rows|columns))$/;

/** The edits of content.xml that put values into its sheets (by their place among the sheets). Rows without a value keep their bytes. */
export function sheetEdits(text: string, sheets: ReadonlyMap<number, SheetValues>, encoding: PartEncoding): TextEdit[] {
  const walk = new SheetWalk(text, sheets, encoding);
  walkXml(text, walk);
  return walk.edits;
}

class SheetWalk {
  readonly edits: TextEdit[] = [];
  readonly #open: OpenedTag[] = [];
  #sheet = -1;
  /** Values of the sheet that is open; undefined outside of sheets, and in those that get none. */
  #values: SheetValues | undefined;
  #besideFrom = 0;
  #nextRow = 0;
  #rowsEnd: { at: number; tag: OpenedTag } | undefined;
  #row: RowElement | undefined;
  #column = 0;
  #cell: CellElement | undefined;

  constructor(
    private readonly text: string,
    private readonly sheets: ReadonlyMap<number, SheetValues>,
    private readonly encoding: PartEncoding,
  ) {}

  open(tag: OpenedTag): void {
    this.#open.push(tag);
    const depth = this.#open.length;
    if (tag.name === 'table:table' && depth === SHEET_DEPTH && this.#open[2]?.name === 'office:spreadsheet') {
      this.#values = this.sheets.get(++this.#sheet);
      this.#nextRow = 0;
      this.#rowsEnd = undefined;
    } else if (this.#values !== undefined && this.#besideFrom === 0) this.#openInSheet(tag, depth);
    if (tag.isEmpty) this.close(tag.end, tag.end);
  }

  close(start: number, end: number): void {
    const depth = this.#open.length;
    const tag = this.#open.pop()!;
    if (this.#values === undefined) return;
    if (this.#besideFrom === depth) this.#besideFrom = 0;
    else if (this.#besideFrom > 0) return;
    else if (this.#cell !== undefined) this.#closeInCell(tag, depth, start, end);
    else if (tag.name === 'table:table-row' && this.#row !== undefined) this.#closeRow(this.#row, start, end);
    else if (depth === SHEET_DEPTH) this.#closeSheet(this.#values);
    if (depth === SHEET_DEPTH + 1 && HOLDS_ROWS.test(tag.name)) this.#rowsEnd = { at: end, tag };
  }

  #openInSheet(tag: OpenedTag, depth: number): void {
    if (this.#cell !== undefined) return;
    const raw = this.text.slice(tag.start, tag.end);
    if (tag.name === 'table:table-row') {
      const repeated = countOf(raw, tag, 'number-rows-repeated', MAX_ROWS);
      this.#row = { tag, contentEnd: tag.end, end: tag.end, top: this.#nextRow, repeated, cells: [] };
      this.#column = 0;
    } else if (this.#row !== undefined && /^table:(?:covered-)?table-cell$/.test(tag.name)) {
      const repeated = countOf(raw, tag, 'number-columns-repeated', MAX_COLUMNS);
      this.#cell = { tag, end: tag.end, column: this.#column, repeated, children: [] };
      this.#column += repeated;
    } else if (BESIDE_ROWS.has(tag.name)) this.#besideFrom = depth;
  }

  #closeInCell(tag: OpenedTag, depth: number, start: number, end: number): void {
    const cell = this.#cell!;
    if (tag !== cell.tag) {
      const isChild = this.#open[depth - 2] === cell.tag;
      if (isChild) cell.children.push({ name: tag.name, start: tag.start, end });
      return;
    }
    cell.end = Math.max(start, end);
    this.#row?.cells.push(cell);
    this.#cell = undefined;
  }

  #closeRow(row: RowElement, start: number, end: number): void {
    row.contentEnd = start;
    row.end = end;
    this.#row = undefined;
    this.#nextRow = Math.min(MAX_ROWS, row.top + row.repeated);
    const values = this.#values!;
    // Most rows get nothing, and one element may stand for a million of them.
    const wanted =
      row.repeated === 1
        ? values.has(row.top)
          ? [row.top]
          : []
        : [...values.keys()].filter((at) => at >= row.top && at < this.#nextRow).sort((a, b) => a - b);
    if (wanted.length === 0) return;
    const changed = editedRow(
      this.text,
      row,
      wanted.map((at) => [at, values.get(at)!]),
      this.encoding,
    );
    this.edits.push({ start: row.tag.start, end: row.end, text: changed });
  }

  /** Rows behind the last one that the sheet has. */
  #closeSheet(values: SheetValues): void {
    this.#values = undefined;
    const further = [...values].filter(([at]) => at >= this.#nextRow).sort(([a], [b]) => a - b);
    if (further.length === 0 || this.#rowsEnd === undefined) return;
    const { at, tag } = this.#rowsEnd;
    this.edits.push({ start: at, end: at, text: newRows(this.#nextRow, further, tag.scope, this.encoding) });
  }
}

function countOf(raw: string, tag: OpenedTag, name: string, most: number): number {
  const stated = Number(rawAttribute(raw, `${tag.scope.prefixOf('table:') ?? ''}:${name}`) ?? 1);
  return Number.isInteger(stated) && stated >= 1 ? Math.min(stated, most) : 1;
}
