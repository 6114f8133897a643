import { cleanText } from '../../documents/xlsx/shared-strings.js';
import { referenceColumn } from '../../documents/xlsx/cell-reference.js';
import { cellName } from '../../documents/model.js';
import { indexOutsideSections, opened, rawAttribute, withAttribute, type PartEncoding } from '../xml/part-text.js';

/** Characters that a cell holds at most (Excel specifications and limits). */
export const MOST_CELL_CHARACTERS = 32_767;

/** A cell element in the text of its row. */
export interface CellXml {
  /** Zero-based. */
  column: number;
  /** The column is not stated but follows from the cell before. */
  implied: boolean;
  /** Offsets in the row. */
  start: number;
  end: number;
  tag: string;
  /** Between the tags; '' of an empty element. */
  content: string;
}

/** The cells of a row's text, in the order in which they stand. */
export function cellsOfRow(row: string, prefix: string): CellXml[] {
  const open = `<${prefix}c`;
  const close = `</${prefix}c`;
  const cells: CellXml[] = [];
  let column = -1;
  for (let at = row.indexOf('>') + 1; ;) {
    const start = indexOutsideSections(row, open, at);
    if (start < 0) return cells;
    if (!/[\s/>]/.test(row[start + open.length] ?? '')) {
      at = start + open.length;
      continue;
    }
    const tagEnd = row.indexOf('>', start) + 1;
    const tag = row.slice(start, tagEnd);
    const empty = tag.endsWith('/>');
    const contentEnd = empty ? tagEnd : indexOfClose(row, close, tagEnd);
    const end = empty ? tagEnd : row.indexOf('>', contentEnd) + 1;
    const reference = rawAttribute(tag, 'r');
    column = reference === undefined ? column + 1 : referenceColumn(reference);
    const content = empty ? '' : row.slice(tagEnd, contentEnd);
    cells.push({ column, implied: reference === undefined, start, end, tag, content });
    at = end;
  }
}

/** `</c` that closes the cell, not another element whose name begins so. */
function indexOfClose(row: string, close: string, from: number): number {
  let at = indexOutsideSections(row, close, from);
  while (at >= 0 && !/[\s>]/.test(row[at + close.length] ?? ''))
    at = indexOutsideSections(row, close, at + close.length);
  return at < 0 ? row.length : at;
}

/** Whether the cell has a formula, its own or one that it shares. */
export const holdsFormula = (cell: CellXml, prefix: string): boolean =>
  new RegExp(`<${prefix}f[\\s/>]`).test(cell.content);

/** Index of the shared string that the cell shows, or undefined. */
export function sharedStringOf(cell: CellXml, prefix: string): number | undefined {
  if (rawAttribute(cell.tag, 't') !== 's') return undefined;
  const value = rawValue(cell, prefix);
  return value === '' ? undefined : Number(value);
}

/** The text that a cell stores: no number format is applied. */
export function storedText(cell: CellXml, prefix: string, encoding: PartEncoding, strings: readonly string[]): string {
  const shared = sharedStringOf(cell, prefix);
  if (shared !== undefined) return strings[shared] ?? '';
  const type = rawAttribute(cell.tag, 't');
  if (type === 'b') return rawValue(cell, prefix) === '' ? '' : rawValue(cell, prefix) === '1' ? 'TRUE' : 'FALSE';
  if (!new RegExp(`<${prefix}is[\\s>]`).test(cell.content)) return cleanText(encoding.unquote(rawValue(cell, prefix)));
  const spoken = new RegExp(`<${prefix}rPh[\\s>][\\s\\S]*?</${prefix}rPh\\s*>`, 'g');
  const texts = cell.content
    .replace(spoken, '')
    .matchAll(new RegExp(`<${prefix}t(?:\\s[^>]*)?>([\\s\\S]*?)</${prefix}t\\s*>`, 'g'));
  return cleanText([...texts].map((text) => encoding.unquote(text[1] ?? '')).join(''));
}

function rawValue(cell: CellXml, prefix: string): string {
  return new RegExp(`<${prefix}v(?:\\s[^>]*)?>([\\s\\S]*?)</${prefix}v\\s*>`).exec(cell.content)?.[1] ?? '';
}

/** What goes into a cell. */
export type CellValue =
  { kind: 'text' | 'number'; text: string } | { kind: 'boolean'; value: boolean } | { kind: 'empty' };

/** The cell with a new value: reference, style and phonetic flag stay, metadata of the old value goes. */
export function cellWithValue(tag: string, prefix: string, value: CellValue, encoding: PartEncoding): string {
  let open = opened(tag);
  for (const name of ['t', 'cm', 'vm']) open = withAttribute(open, name, undefined);
  if (value.kind === 'empty') return open.replace(/>$/, '/>');
  const close = `</${prefix}c>`;
  if (value.kind === 'number') return `${open}<${prefix}v>${value.text}</${prefix}v>${close}`;
  if (value.kind === 'boolean')
    return `${withAttribute(open, 't', 'b')}<${prefix}v>${value.value ? 1 : 0}</${prefix}v>${close}`;
  const text = encoding.quote(escapeString(value.text));
  return `${withAttribute(open, 't', 'inlineStr')}<${prefix}is><${prefix}t xml:space="preserve">${text}</${prefix}t></${prefix}is>${close}`;
}

/** The tag of a cell that the row does not have yet. */
export const newCellTag = (row: number, column: number, prefix: string, style: string | undefined): string =>
  `<${prefix}c r="${cellName(row, column)}"${style === undefined ? '' : ` s="${style}"`}>`;

/** Characters that XML cannot hold, and texts that look like their escapes, are escaped as in ST_Xstring (ECMA-376 22.9.2.19). */
function escapeString(text: string): string {
  return text
    .replace(/_(?=x[0-9A-Fa-f]{4}_)/g, '_x005F_')

    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, (sign) => {
      return `_x${sign.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`;
    });
}
