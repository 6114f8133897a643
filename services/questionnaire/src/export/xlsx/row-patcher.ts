import type { CellRange } from '../../documents/model.js';
import { parseRange } from '../../documents/xlsx/cell-reference.js';
import { cellName } from '../../documents/model.js';
import { boxedWordsAs, boxSign, isMark } from '../answer-text.js';
import type { PlaceNote, WriteReport } from '../model.js';
import type { Write } from '../writes.js';
import { accepted } from './accepted.js';
import { opened, rawAttribute, withAttribute, type PartEncoding } from '../xml/part-text.js';
import {
  cellsOfRow,
  cellWithValue,
  holdsFormula,
  MOST_CELL_CHARACTERS,
  newCellTag,
  storedText,
  type CellValue,
  type CellXml,
} from './cell-xml.js';
import { contains, type SheetFacts } from './sheet-facts.js';

/** What a cell stores, and how it is shown. */
interface Wanted {
  value: CellValue;
  text: string;
  cut: boolean;
}

/** A write and the cell that it goes to. */
export interface CellWrite extends Write {
  row: number;
  column: number;
  note?: PlaceNote;
}

export interface RowPatcherContext {
  prefix: string;
  encoding: PartEncoding;
  facts: SheetFacts;
  /** Texts of the shared strings; read when first asked for. */
  strings: () => readonly string[];
  /** How a plain number would be shown in a cell of this style, and whether as a date. */
  showsAs: (number: string, style: string | undefined) => { text: string; isDate: boolean };
  date1904: boolean;
  /** The sign that ticks an option. */
  mark: string;
  report: WriteReport;
}

/** Puts values into the rows of one sheet, row after row in the order of the part. */
export class RowPatcher {
  readonly #columnStyles = new Map<number, string>();
  /** What array formulas and data tables fill. */
  readonly #arrays: CellRange[] = [];

  constructor(private readonly context: RowPatcherContext) {}

  /** A row that nothing is written to: it stays as it is. */
  pass(text: string): string {
    this.#noteArrays(text);
    return text;
  }

  /** A row with new values; `whole` is '' when the sheet does not have it yet. */
  patch(whole: string, row: number, writes: readonly CellWrite[]): string {
    this.#noteArrays(whole);
    const { prefix } = this.context;
    const openEnd = whole.indexOf('>') + 1;
    const tag = whole === '' ? `<${prefix}row r="${row + 1}">` : whole.slice(0, openEnd);
    const cells = whole === '' || tag.endsWith('/>') ? [] : cellsOfRow(whole, prefix);
    const edits: { start: number; end: number; text: string }[] = [];
    const inserted: number[] = [];
    for (const write of [...writes].sort((a, b) => a.column - b.column)) {
      const cell = cells.find((candidate) => candidate.column === write.column);
      const next = cell === undefined ? cells.find((candidate) => candidate.column > write.column) : undefined;
      const changed = this.#cell(cell, cells, tag, write);
      if (changed === undefined) continue;
      const bodyEnd = cells.at(-1)?.end ?? openEnd;
      const start = cell?.start ?? next?.start ?? bodyEnd;
      edits.push({ start, end: cell?.end ?? start, text: changed });
      if (cell === undefined) inserted.push(write.column);
    }
    if (edits.length === 0) return whole;
    this.#stateImplied(cells, edits, row);
    const open = widened(opened(tag), inserted);
    const body = whole === '' || tag.endsWith('/>') ? '' : whole.slice(openEnd);
    return `${open}${applyEdits(body, edits, openEnd)}${body === '' ? `</${prefix}row>` : ''}`;
  }

  /** The new cell, or undefined when it stays as it is. */
  #cell(cell: CellXml | undefined, cells: readonly CellXml[], rowTag: string, write: CellWrite): string | undefined {
    const { prefix, encoding, report, strings } = this.context;
    const { questionId, kind, location, row, column } = write;
    const before =
      cell === undefined ? '' : storedText(cell, prefix, encoding, cellNeedsStrings(cell) ? strings() : []);
    const isBoolean = cell !== undefined && rawAttribute(cell.tag, 't') === 'b';
    const left =
      kind === 'heading' ? rawAttribute(cells.findLast((other) => other.column < column)?.tag ?? '', 's') : undefined;
    const style = cell === undefined ? (left ?? this.#styleOfNewCell(rowTag, column)) : rawAttribute(cell.tag, 's');
    if (style !== undefined && cell !== undefined && kind !== 'heading') this.#columnStyles.set(column, style);
    const wanted = this.#limited(write, style) ?? this.#value(write, before, isBoolean, style);
    if (wanted === 'not_accepted') report.skipped.push({ questionId, kind, location, reason: wanted });
    if (wanted === undefined || wanted === 'not_accepted') return undefined;
    const { value, text, cut } = wanted;
    if (text === before) return undefined;
    if (this.#isComputed(cell, row, column)) {
      report.skipped.push({ questionId, kind, location, reason: 'formula' });
      return undefined;
    }
    const note = cut ? 'cut_to_cell_limit' : write.note;
    // A cell that a drawn box is linked to says what the box says, which is told.
    if (write.isLink !== true)
      report.places.push({ questionId, kind, location: placeOf(write), text, ...(note === undefined ? {} : { note }) });
    return cellWithValue(cell?.tag ?? newCellTag(row, column, prefix, style), prefix, value, encoding);
  }

  /** The value as the cell's validation takes it; undefined where it states none. */
  #limited(write: CellWrite, style: string | undefined): Wanted | 'not_accepted' | undefined {
    const { facts, date1904, showsAs } = this.context;
    if (write.kind !== 'answer' && write.kind !== 'comment') return undefined;
    const limit = facts.limits.find(({ ranges }) => ranges.some((range) => contains(range, write.row, write.column)));
    if (limit === undefined) return undefined;
    const value = accepted(write.text, limit, date1904);
    if (value === undefined) return 'not_accepted';
    if (value.kind === 'text') return { value, text: value.text, cut: false };
    const shown = showsAs(value.text, style);
    if (limit.type === 'date' && !shown.isDate) return 'not_accepted';
    // "3" in a cell of percents would show 300 %: there it stays the text that it is.
    const asSaid = limit.type === 'date' || Number(shown.text) === Number(value.text);
    return asSaid ? { value, text: shown.text, cut: false } : undefined;
  }

  #value(write: CellWrite, before: string, isBoolean: boolean, style: string | undefined): Wanted | undefined {
    if (write.kind === 'option') {
      const isOwn = isBoolean || write.isLink === true;
      if (isOwn || /^(TRUE|FALSE)$/.test(this.context.mark))
        return write.ticked || isOwn
          ? { value: { kind: 'boolean', value: write.ticked }, text: write.ticked ? 'TRUE' : 'FALSE', cut: false }
          : undefined;
      const box = boxSign(before, write.ticked) ?? boxedWordsAs(before, write.ticked);
      if (box !== undefined) return { value: { kind: 'text', text: box }, text: box, cut: false };
      if (write.ticked)
        return { value: { kind: 'text', text: this.context.mark }, text: this.context.mark, cut: false };
      return isMark(before) ? { value: { kind: 'empty' }, text: '', cut: false } : undefined;
    }
    if (isBoolean && /^(true|false)$/i.test(write.text)) {
      const value = /^true$/i.test(write.text);
      return { value: { kind: 'boolean', value }, text: value ? 'TRUE' : 'FALSE', cut: false };
    }
    if (write.isNumber && this.context.showsAs(write.text, style).text === write.text)
      return { value: { kind: 'number', text: write.text }, text: write.text, cut: false };
    const cut = write.text.length > MOST_CELL_CHARACTERS;
    const text = cut ? write.text.slice(0, MOST_CELL_CHARACTERS) : write.text;
    return { value: { kind: 'text', text }, text, cut };
  }

  /** A new cell looks as its row says, else its column, else the cell that was last seen in its column. */
  #styleOfNewCell(rowTag: string, column: number): string | undefined {
    const ofRow = rawAttribute(rowTag, 'customFormat') === '1' ? rawAttribute(rowTag, 's') : undefined;
    const ofColumn = this.context.facts.columnStyles.find(
      ({ left, right }) => left <= column && column <= right,
    )?.style;
    return ofRow ?? ofColumn ?? this.#columnStyles.get(column);
  }

  /** A formula fills the cell, its own or one of another cell. */
  #isComputed(cell: CellXml | undefined, row: number, column: number): boolean {
    return (
      (cell !== undefined && holdsFormula(cell, this.context.prefix)) ||
      this.#arrays.some((range) => contains(range, row, column))
    );
  }

  #noteArrays(text: string): void {
    if (!text.includes('array') && !text.includes('dataTable')) return;
    for (const [tag] of text.matchAll(new RegExp(`<${this.context.prefix}f\\s[^>]*>`, 'g'))) {
      if (!/\st\s*=\s*["'](?:array|dataTable)["']/.test(tag)) continue;
      const range = parseRange(rawAttribute(tag, 'ref') ?? '');
      if (range !== undefined) this.#arrays.push(range);
    }
  }

  /** A cell behind an inserted one can no longer leave its place to be counted. */
  #stateImplied(cells: readonly CellXml[], edits: { start: number; end: number; text: string }[], row: number): void {
    for (const cell of cells) {
      if (!cell.implied) continue;
      const reference = cellName(row, cell.column);
      const own = edits.find((edit) => edit.start === cell.start && edit.end === cell.end);
      if (own !== undefined) own.text = own.text.replace(/(?<!\s)\s*\/?>/, (end) => ` r="${reference}"${end}`);
      else
        edits.push({
          start: cell.start,
          end: cell.start + cell.tag.length,
          text: withAttribute(cell.tag, 'r', reference),
        });
    }
  }
}

const cellNeedsStrings = (cell: CellXml): boolean => rawAttribute(cell.tag, 't') === 's';

const placeOf = ({ location, row, column }: CellWrite): Write['location'] =>
  'cell' in location ? { sheet: location.sheet, cell: cellName(row, column) } : location;

/** The row's `spans`, where it states them, over the cells that were put in. */
function widened(tag: string, columns: readonly number[]): string {
  const spans = /^(\d+):(\d+)$/.exec(rawAttribute(tag, 'spans') ?? '');
  if (spans === null || columns.length === 0) return tag;
  const left = Math.min(Number(spans[1]), ...columns.map((column) => column + 1));
  const right = Math.max(Number(spans[2]), ...columns.map((column) => column + 1));
  return withAttribute(tag, 'spans', `${left}:${right}`);
}

/** Replaces stretches of a text; `offset` is where the text begins in what the edits count from. */
function applyEdits(
  text: string,
  edits: readonly { start: number; end: number; text: string }[],
  offset: number,
): string {
  let result = '';
  let at = 0;
  for (const edit of [...edits].sort((a, b) => a.start - b.start || a.end - b.end)) {
    result += text.slice(at, edit.start - offset) + edit.text;
    at = edit.end - offset;
  }
  return result + text.slice(at);
}
