import iconv from 'iconv-lite';
import type { ReadBudget } from '../../documents/budget.js';
import { cellName } from '../../documents/model.js';
import { sniffDelimiter } from '../../documents/csv/delimiter.js';
import type { ByteSource } from '../../documents/source.js';
import { decodeText } from '../../documents/text/encoding.js';
import { referenceColumn, referenceRow } from '../../documents/xlsx/cell-reference.js';
import { answerColumns, HEADING_ROWS, headingWrite } from '../added-column.js';
import { boxSign, customersMark, isMark } from '../answer-text.js';
import {
  emptyReport,
  type AnswerToWrite,
  type ByteSink,
  type ExportNote,
  type PlaceNote,
  type WriteReport,
} from '../model.js';
import { withoutFormula } from '../safe-text.js';
import { writesOf, type Write } from '../writes.js';
import { csvRecords, fieldText, fieldValue, hasOpenQuote, type RawRecord } from './csv-records.js';

interface Cell {
  row: number;
  column: number;
  write: Write;
}

/** A stretch of text that a record gets in place of another. */
interface Change {
  start: number;
  end: number;
  text: string;
}

/**
 * Writes answers into the fields of a CSV in its own encoding, delimiter, line ends and quoting. What is not written to keeps
 * its bytes. A file of plain ASCII that gets other characters gets a byte order mark in front, without which Excel would read
 * UTF-8 wrongly. Text that a spreadsheet program would take for a formula is defused (see safe-text.ts).
 */
export function patchCsv(
  source: ByteSource,
  questions: readonly AnswerToWrite[],
  sink: ByteSink,
  budget: ReadBudget,
): WriteReport {
  const report = emptyReport();
  budget.chargeInflated(source.size);
  const bytes = source.read(0, source.size);
  const file = new CsvFile(bytes);
  const cells = cellsOf(questions, report);
  const records = [...csvRecords(file.text, file.delimiter, file.quote)];
  cells.push(...headingsOf(file, records, questions));
  const mark = customersMark(
    cells.filter(({ write }) => write.kind === 'option').map(({ row, column }) => file.valueAt(records[row], column)),
    [],
  );
  const changes: Change[] = [];
  for (const [row, own] of groupByRow(cells)) {
    const record = records[row];
    if (record === undefined)
      for (const { write } of own) report.skipped.push({ ...placeOf(write), reason: 'place_not_found' });
    else changes.push(...changesOf(file, record, own, mark, report));
  }
  let at = 0;
  const needsMark = file.isAscii && changes.some((change) => !isAscii(change.text));
  if (needsMark) report.notes.push(MARK_ADDED);
  const pieces: Uint8Array[] = [needsMark ? UTF8_MARK : file.head];
  for (const change of changes.sort((a, b) => a.start - b.start)) {
    pieces.push(file.original(at, change.start), file.encode(change.text));
    at = change.end;
  }
  pieces.push(file.original(at, file.text.length));
  for (const piece of pieces) sink.write(piece);
  return report;
}

const UTF8_MARK = Uint8Array.of(0xef, 0xbb, 0xbf);
const MARK_ADDED: ExportNote = {
  code: 'byte_order_mark_added',
  message: 'The answers need characters that the file did not have; a byte order mark says that it is UTF-8 now.',
};
/** Nothing in such a text tells its encoding. */
const isAscii = (text: string): boolean => /^[\p{ASCII}]*$/u.test(text);

const placeOf = ({ questionId, kind, location }: Write) => ({ questionId, kind, location });

function cellsOf(questions: readonly AnswerToWrite[], report: WriteReport): Cell[] {
  const cells: Cell[] = [];
  for (const question of questions) {
    const { writes, skipped } = writesOf(question);
    report.skipped.push(...skipped);
    for (const write of writes) {
      if ('cell' in write.location)
        cells.push({ row: referenceRow(write.location.cell), column: referenceColumn(write.location.cell), write });
      else report.skipped.push({ ...placeOf(write), reason: 'place_not_found' });
    }
  }
  return cells;
}

/** Headings for answer columns that hold nothing, or that the heading record is too short for (a comma was not quoted somewhere). */
function headingsOf(file: CsvFile, records: readonly RawRecord[], questions: readonly AnswerToWrite[]): Cell[] {
  return answerColumns(questions).flatMap((column) => {
    const isUsed = records.some((record) => file.valueAt(record, column.column).trim() !== '');
    const filled = new Map<number, Set<number>>();
    for (let row = Math.max(0, column.firstRow - HEADING_ROWS); row < column.firstRow; row++) {
      const fields = records[row]?.fields ?? [];
      filled.set(row, new Set(fields.flatMap((_, i) => (file.valueAt(records[row], i).trim() === '' ? [] : [i]))));
    }
    const write = headingWrite(column, filled);
    if (write === undefined || (isUsed && records[write.row]?.fields[column.column] !== undefined)) return [];
    const location = { sheet: column.sheet, cell: cellName(write.row, write.column) };
    return [{ row: write.row, column: write.column, write: { ...write, location } }];
  });
}

function groupByRow(cells: readonly Cell[]): Map<number, Cell[]> {
  const rows = new Map<number, Cell[]>();
  for (const cell of cells) {
    const list = rows.get(cell.row);
    if (list === undefined) rows.set(cell.row, [cell]);
    else list.push(cell);
  }
  return rows;
}

/** Changes of one record. Fields that it does not have yet are put behind its last one, in one change. */
function changesOf(
  file: CsvFile,
  record: RawRecord,
  cells: readonly Cell[],
  mark: string,
  report: WriteReport,
): Change[] {
  const changes: Change[] = [];
  const added = new Map<number, string>();
  const alwaysQuoted = record.fields.length > 1 && record.fields.every((field) => file.isQuoted(field));
  const written = new Set<number>();
  for (const { column, write } of cells) {
    const before = file.valueAt(record, column);
    if (written.has(column)) {
      report.skipped.push({ ...placeOf(write), reason: 'place_taken' });
      continue;
    }
    const text =
      write.kind !== 'option'
        ? write.text
        : (boxSign(before, write.ticked) ?? (write.ticked ? mark : isMark(before) ? '' : before));
    if (text === before) continue;
    written.add(column);
    const { value, note } = file.storable(write.kind === 'option' ? text : withoutFormula(text));
    const field = record.fields[column];
    const raw = fieldText(value, file.delimiter, file.quote, alwaysQuoted);
    if (field === undefined) added.set(column, raw);
    else changes.push({ ...field, text: raw });
    report.places.push({
      ...placeOf(write),
      text: value.replaceAll('\r\n', '\n'),
      ...(note === undefined ? {} : { note }),
    });
  }
  if (added.size > 0) changes.push(appended(file, record, added));
  return changes;
}

function appended(file: CsvFile, record: RawRecord, added: ReadonlyMap<number, string>): Change {
  let text = '';
  for (let column = record.fields.length; column <= Math.max(...added.keys()); column++)
    text += file.delimiter + (added.get(column) ?? '');
  return { start: record.end, end: record.end, text };
}

/** The bytes of a CSV and the text that they are. */
class CsvFile {
  readonly text: string;
  /** Byte order mark. */
  readonly head: Uint8Array;
  readonly delimiter: string;
  readonly quote: '"' | '';
  /** No byte of the file tells its encoding. */
  readonly isAscii: boolean;
  readonly #encoding: string;
  readonly #body: Buffer;
  /** One character of `text` is one byte: encodings in which the signs of CSV are only ever themselves. */
  readonly #isBytes: boolean;
  readonly #lineEnd: string;

  constructor(bytes: Uint8Array) {
    const { text, encoding, byteOrderMark } = decodeText(bytes);
    const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const headLength = !byteOrderMark ? 0 : encoding === 'utf8' ? 3 : 2;
    this.head = buffer.subarray(0, headLength);
    this.#body = buffer.subarray(headLength);
    this.#encoding = encoding;
    this.delimiter = sniffDelimiter(text);
    // Trail bytes of East Asian encodings never look like comma, semicolon, tab, quote or line end, but may like "|".
    this.#isBytes = !/^utf-?16/i.test(encoding) && (this.delimiter !== '|' || encoding === 'utf8');
    this.isAscii = encoding === 'utf8' && !byteOrderMark && isAscii(text);
    this.text = this.#isBytes ? this.#body.toString('latin1') : text;
    this.quote = hasOpenQuote(this.text, this.delimiter) ? '' : '"';
    this.#lineEnd = /\r\n/.test(this.text) ? '\r\n' : '\n';
  }

  isQuoted(field: { start: number }): boolean {
    return this.text[field.start] === this.quote;
  }

  /** A field's value, with line ends "\n". */
  valueAt(record: RawRecord | undefined, column: number): string {
    const field = record?.fields[column];
    if (field === undefined) return '';
    const value = fieldValue(this.text.slice(field.start, field.end), this.quote);
    const characters = this.#isBytes ? iconv.decode(Buffer.from(value, 'latin1'), this.#encoding) : value;
    return characters.replace(/\r\n?/g, '\n');
  }

  /** The value as this encoding can hold it, and with the file's line ends. */
  storable(text: string): { value: string; note?: PlaceNote } {
    const value = text.replaceAll('\n', this.#lineEnd);
    if (iconv.decode(iconv.encode(value, this.#encoding), this.#encoding) === value) return { value };
    const similar = Array.from(value, (sign) => this.#similar(sign)).join('');
    return { value: similar, note: 'characters_replaced' };
  }

  encode(text: string): Uint8Array {
    return iconv.encode(text, this.#encoding, { addBOM: false });
  }

  original(start: number, end: number): Uint8Array {
    if (this.#isBytes) return this.#body.subarray(start, end);
    return this.encode(this.text.slice(start, end));
  }

  #similar(sign: string): string {
    const holds = (text: string): boolean => iconv.decode(iconv.encode(text, this.#encoding), this.#encoding) === text;
    if (holds(sign)) return sign;
    const plain = SIMILAR[sign] ?? sign.normalize('NFKD').replace(/\p{M}+/gu, '');
    return holds(plain) ? plain : '?';
  }
}

/** Typographic signs and what people type instead. */
const SIMILAR: Record<string, string> = {
  '‘': "'",
  '’': "'",
  '‚': ',',
  '“': '"',
  '”': '"',
  '„': '"',
  '–': '-',
  '—': '-',
  '…': '...',
  '•': '-',
  '\u00a0': ' ',
  '\u202f': ' ',
  '€': 'EUR',
  '→': '->',
  '≥': '>=',
  '≤': '<=',
  '✓': 'x',
  '✔': 'x',
  '™': '(TM)',
};
