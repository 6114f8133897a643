import { MAX_COLUMNS, parseRange } from '../../documents/xlsx/cell-reference.js';
import { cellName } from '../../documents/model.js';
import type { AnswerColumn } from '../added-column.js';
import { customersMark } from '../answer-text.js';
import type { Write } from '../writes.js';
import { opened, PartEncoding } from '../xml/part-text.js';
import { cellsOfRow, sharedStringOf, storedText } from './cell-xml.js';
import { RowPatcher, type CellWrite, type RowPatcherContext } from './row-patcher.js';
import { contains, MergeLookup, readSheetFacts, type SheetFacts } from './sheet-facts.js';
import { ColumnWatch } from './column-watch.js';
import { sheetPieces } from './sheet-pieces.js';

export interface SheetPart {
  /** The part's bytes from its beginning, each time it is called. */
  chunks(): Iterable<Uint8Array>;
  write(bytes: Uint8Array): void;
}

export interface SheetPatch {
  isProtected: boolean;
}

type Context = Pick<RowPatcherContext, 'strings' | 'showsAs' | 'date1904' | 'report'> & {
  /** Of this sheet. */
  answerColumns: readonly AnswerColumn[];
};
/** A write and its cell, from 0. */
export type PlacedWrite = Write & { row: number; column: number };

/** What a first look at the sheet found. */
interface Survey {
  facts: SheetFacts;
  /** Rows that the part has. */
  rows: Set<number>;
  mark: string;
  /** Headings for answer columns that the sheet does not have. */
  headings: PlacedWrite[];
}

/** Bytes gathered before they are handed on. */
const WRITE_CHARACTERS = 256 * 1024;

/** Writes one worksheet part again with new values. Reads it twice: what merges and offers choices stands behind the rows. */
export function patchSheet(part: SheetPart, writes: readonly PlacedWrite[], context: Context): SheetPatch {
  const { facts, rows, mark, headings } = survey(part, writes, context);
  const merges = new MergeLookup(facts.merges);
  const byRow = new Map<number, CellWrite[]>();
  for (const write of [...headings, ...writes]) {
    const merge = merges.at(write.row, write.column);
    const atAnchor = merge === undefined || (merge.top === write.row && merge.left === write.column);
    const cell: CellWrite = atAnchor
      ? write
      : { ...write, row: merge.top, column: merge.left, note: 'anchor_of_merged_range' };
    const list = byRow.get(cell.row);
    if (list === undefined) byRow.set(cell.row, [cell]);
    else if (!list.some((other) => other.column === cell.column)) list.push(cell);
    // A merged range can bring two questions to one cell; the first one's answer stands.
    else {
      const { questionId, kind, location } = write;
      context.report.skipped.push({ questionId, kind, location, reason: 'place_taken' });
    }
  }
  const missing = [...byRow.keys()].filter((row) => !rows.has(row)).sort((a, b) => a - b);
  const encoding = { current: undefined as PartEncoding | undefined };
  const output = new TextOutput(part, () => encoding.current);
  let patcher: RowPatcher | undefined;
  let prefix = '';
  let closed = false;
  const insertBefore = (row: number): void => {
    while (missing[0] !== undefined && missing[0] < row) {
      const next = missing.shift()!;
      output.write(patcher?.patch('', next, byRow.get(next) ?? []) ?? '');
    }
  };
  for (const piece of sheetPieces(decoded(part.chunks(), (found) => (encoding.current = found)))) {
    if (piece.kind === 'head') {
      ({ prefix, closed } = piece);
      patcher = new RowPatcher({
        ...context,
        prefix,
        encoding: encoding.current ?? PartEncoding.of(new Uint8Array()),
        facts,
        mark,
      });
      const head = withDimension(piece.text, prefix, byRow);
      output.write(closed ? opened(head) : head);
    } else if (piece.kind === 'row') {
      insertBefore(piece.row);
      const own = byRow.get(piece.row);
      byRow.delete(piece.row);
      output.write((own === undefined ? patcher?.pass(piece.text) : patcher?.patch(piece.text, piece.row, own)) ?? '');
    } else if (piece.kind === 'between') output.write(piece.text);
    else {
      insertBefore(Number.POSITIVE_INFINITY);
      output.write(closed ? `</${prefix}sheetData>${piece.text}` : piece.text);
    }
  }
  output.end();
  return { isProtected: facts.isProtected };
}

function survey(part: SheetPart, writes: readonly PlacedWrite[], context: Context): Survey {
  const optionCells = new Map<number, Set<number>>();
  for (const { kind, row, column } of writes) {
    if (kind !== 'option') continue;
    const columns = optionCells.get(row);
    if (columns === undefined) optionCells.set(row, new Set([column]));
    else columns.add(column);
  }
  const columns = new ColumnWatch(context.answerColumns);
  const rows = new Set<number>();
  const existing: string[] = [];
  let prefix = '';
  let head = '';
  let tail = '';
  const encoding = { current: PartEncoding.of(new Uint8Array()) };
  for (const piece of sheetPieces(decoded(part.chunks(), (found) => (encoding.current = found)))) {
    if (piece.kind === 'head') ({ text: head, prefix } = piece);
    else if (piece.kind === 'tail') tail = piece.text;
    else if (piece.kind === 'row') {
      rows.add(piece.row);
      columns.see(piece.text, piece.row, prefix);
      const options = optionCells.get(piece.row);
      if (options === undefined) continue;
      for (const cell of cellsOfRow(piece.text, prefix)) {
        if (!options.has(cell.column)) continue;
        const strings = sharedStringOf(cell, prefix) === undefined ? [] : context.strings();
        existing.push(storedText(cell, prefix, encoding.current, strings));
      }
    }
  }
  const facts = readSheetFacts(encoding.current.characters(head + tail));
  const option = writes.find((write) => write.kind === 'option');
  const offered = facts.lists.filter(
    ({ ranges }) => option && ranges.some((range) => contains(range, option.row, option.column)),
  );
  const merges = new MergeLookup(facts.merges);
  const headings = columns.headings().filter(({ row, column }) => merges.at(row, column) === undefined);
  return {
    facts,
    rows,
    headings,
    mark: customersMark(
      existing,
      offered.flatMap((list) => list.options),
    ),
  };
}

/** The part's text piece by piece; `found` is told its encoding first. */
export function* decoded(chunks: Iterable<Uint8Array>, found: (encoding: PartEncoding) => void): Generator<string> {
  let encoding: PartEncoding | undefined;
  for (const chunk of chunks) {
    if (encoding === undefined) found((encoding = PartEncoding.of(chunk)));
    yield encoding.decode(chunk);
  }
}

/** The used range that a sheet states, over the cells that are written to. */
function withDimension(head: string, prefix: string, byRow: ReadonlyMap<number, readonly CellWrite[]>): string {
  const pattern = new RegExp(`(<${prefix}dimension\\s+ref=")([^"]*)(")`);
  const used = parseRange(pattern.exec(head)?.[2] ?? '');
  if (used === undefined || byRow.size === 0) return head;
  const range = { ...used };
  for (const [row, writes] of byRow) {
    range.top = Math.min(range.top, row);
    range.bottom = Math.max(range.bottom, row);
    for (const { column } of writes) {
      range.left = Math.min(range.left, column);
      range.right = Math.max(range.right, Math.min(column, MAX_COLUMNS - 1));
    }
  }
  if (range.top === used.top && range.bottom === used.bottom && range.left === used.left && range.right === used.right)
    return head;
  return head.replace(pattern, `$1${cellName(range.top, range.left)}:${cellName(range.bottom, range.right)}$3`);
}

/** Gathers text and hands it on as bytes. */
class TextOutput {
  #waiting: string[] = [];
  #characters = 0;

  constructor(
    private readonly part: SheetPart,
    private readonly encoding: () => PartEncoding | undefined,
  ) {}

  write(text: string): void {
    this.#waiting.push(text);
    this.#characters += text.length;
    if (this.#characters >= WRITE_CHARACTERS) this.end();
  }

  end(): void {
    const bytes = this.encoding()?.encode(this.#waiting.join(''));
    if (bytes !== undefined && bytes.length > 0) this.part.write(bytes);
    this.#waiting = [];
    this.#characters = 0;
  }
}
