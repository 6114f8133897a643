import { DocumentError } from '../../documents/errors.js';
import { indexOutsideSections, rawAttribute } from '../xml/part-text.js';

/** A worksheet part cut at its rows. Joined again, the pieces are the part. */
export type SheetPiece =
  /** Everything up to and with the tag that opens `sheetData`. `closed`: that tag is an empty element. */
  | { kind: 'head'; text: string; prefix: string; closed: boolean }
  /** A row with its tags. `row` is zero-based. */
  | { kind: 'row'; text: string; row: number }
  /** What stands between rows: white space. */
  | { kind: 'between'; text: string }
  /** `sheetData`'s closing tag (unless it is an empty element) and everything behind it. */
  | { kind: 'tail'; text: string };

/** Longest head that is waited for: sheets begin with views and columns, not with megabytes. */
const LONGEST_HEAD = 64 * 1024 * 1024;

/** Cuts a worksheet part that comes in pieces of text. Holds one row at a time, and the tail. */
export function* sheetPieces(chunks: Iterable<string>): Generator<SheetPiece> {
  const iterator = chunks[Symbol.iterator]();
  let buffer = '';
  let at = 0;
  const more = (): boolean => {
    const next = iterator.next();
    if (next.done === true) return false;
    buffer = buffer.slice(at) + next.value;
    at = 0;
    return true;
  };
  const open = /<((?:[\w.-]+:)?)sheetData(?=[\s/>])[^>]*>/;
  let found = open.exec(buffer);
  while (found === null && buffer.length < LONGEST_HEAD && more()) found = open.exec(buffer);
  if (found === null) throw new DocumentError('file_damaged', 'a sheet without rows');
  const prefix = found[1] ?? '';
  const closed = found[0].endsWith('/>');
  const headEnd = found.index + found[0].length;
  yield { kind: 'head', text: buffer.slice(0, headEnd), prefix, closed };
  at = headEnd;
  if (!closed) {
    let row = -1;
    const rows = new RowCutter(prefix);
    for (;;) {
      const cut = rows.cut(buffer, at);
      if (cut === 'end') break;
      if (cut === 'more') {
        if (!more()) throw new DocumentError('file_damaged', 'malformed XML: unexpected end');
        continue;
      }
      if (cut.start > at) yield { kind: 'between', text: buffer.slice(at, cut.start) };
      const text = buffer.slice(cut.start, cut.end);
      row = rowNumber(text, row);
      yield { kind: 'row', text, row };
      at = cut.end;
    }
  }
  const tail = [buffer.slice(at)];
  for (let next = iterator.next(); next.done !== true; next = iterator.next()) tail.push(next.value);
  yield { kind: 'tail', text: tail.join('') };
}

/** Zero-based number of a row: as it says, else the one behind the last. */
function rowNumber(text: string, last: number): number {
  const stated = Number(rawAttribute(text.slice(0, text.indexOf('>') + 1), 'r') ?? Number.NaN);
  return stated >= 1 ? stated - 1 : last + 1;
}

/** Finds where the next row of a buffer begins and ends. */
class RowCutter {
  readonly #open: string;
  readonly #close: string;
  readonly #end: string;

  constructor(prefix: string) {
    this.#open = `<${prefix}row`;
    this.#close = `</${prefix}row`;
    this.#end = `</${prefix}sheetData`;
  }

  /** Where a comment or CDATA section begins in the buffer that was last looked at; found once a buffer, not once a row. */
  #sections: { buffer: string; at: number } = { buffer: '', at: -1 };

  cut(buffer: string, from: number): { start: number; end: number } | 'end' | 'more' {
    let start = from;
    for (;;) {
      start = buffer.indexOf('<', start);
      if (start < 0 || start + this.#end.length > buffer.length) return 'more';
      if (buffer.startsWith(this.#end, start)) return 'end';
      if (buffer.startsWith(this.#open, start)) break;
      if (!buffer.startsWith('<!--', start))
        throw new DocumentError('file_damaged', 'malformed XML: something between rows');
      const commentEnd = buffer.indexOf('-->', start);
      if (commentEnd < 0) return 'more';
      start = commentEnd + 3;
    }
    const tagEnd = buffer.indexOf('>', start);
    if (tagEnd < 0) return 'more';
    if (buffer[tagEnd - 1] === '/') return { start, end: tagEnd + 1 };
    const close = this.#closeAt(buffer, tagEnd + 1);
    const end = close < 0 ? -1 : buffer.indexOf('>', close);
    return end < 0 ? 'more' : { start, end: end + 1 };
  }

  #closeAt(buffer: string, from: number): number {
    if (this.#sections.buffer !== buffer || (this.#sections.at >= 0 && this.#sections.at < from))
      this.#sections = { buffer, at: buffer.indexOf('<!', from) };
    const { at } = this.#sections;
    const close = buffer.indexOf(this.#close, from);
    return at < 0 || at > close ? close : indexOutsideSections(buffer, this.#close, from);
  }
}
