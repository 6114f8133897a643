import type { TextLine } from './lines.js';
import type { TextPiece } from './page-content.js';

/** Lines of a statement on either side of the one that its boxes stand beside. */
const MOST_LINES = 6;
/** Lines of one statement are not further apart, in sizes of their letters. */
const PITCH = 1.7;
/** Gaps between lines of one statement differ by less, and the gap to the next statement by more. */
const EVEN = 1.1;
const WIDER = 1.2;

/** A row of boxes, and the words in front of them; '' where the boxes stand between two lines. */
interface BoxedRow {
  line: TextLine;
  before: string;
  boxes: readonly TextPiece[];
}

interface Words {
  line: TextLine;
  foot: number;
  left: number;
  right: number;
  size: number;
  bold: boolean;
}

/**
 * The lines above and below a row of boxes that belong to its statement, where the boxes stand half way down a statement of several lines: evenly
 * set in one column, with wider gaps to the statements around. `above`: what was read before; `below`: what follows the row. Undefined where the
 * statement has no such lines, or the gaps do not tell.
 */
export function wrappedAround(
  above: readonly TextLine[],
  row: BoxedRow,
  below: readonly TextLine[],
  isRow: (line: TextLine) => boolean,
): { before: TextLine[]; rest: TextLine[] } | undefined {
  const edge = row.boxes[0]?.left;
  if (edge === undefined) return undefined;
  const isFree = (line: TextLine): boolean => line.rating === undefined && !isRow(line) && line.right <= edge + 2;
  const up = untilOther(above.slice(-MOST_LINES).reverse(), isFree).map((line) => wordsOf(line, []));
  const down = untilOther(below.slice(0, MOST_LINES), isFree).map((line) => wordsOf(line, []));
  const own = row.before === '' ? [] : [wordsOf(row.line, row.boxes)];
  const column = [...up.toReversed(), ...own, ...down];
  const start = own.length > 0 ? up.length : nearest(column, row.line);
  const first = column[start];
  if (first === undefined) return undefined;
  const gaps = [start - 1, start + 1].flatMap((at) => (isAlike(first, column[at]) ? [gapTo(first, column[at]!)] : []));
  const pitch = Math.min(...gaps);
  if (!(pitch < PITCH * first.size)) return undefined;
  const from = walk(column, start, -1, pitch);
  const to = walk(column, start, 1, pitch);
  if (from === undefined || to === undefined) return undefined;
  const lines = column.slice(from, to + 1).map(({ line }) => line);
  const before = lines.filter((line) => above.includes(line));
  const rest = lines.filter((line) => below.includes(line));
  // Only lines next to the row, in the order of the page, can be taken out of it.
  const isNext = above.slice(above.length - before.length).every((line, i) => line === before[i]);
  return isNext && before.length + rest.length > 0 ? { before, rest } : undefined;
}

function untilOther(lines: readonly TextLine[], isFree: (line: TextLine) => boolean): readonly TextLine[] {
  const end = lines.findIndex((line) => !isFree(line));
  return end < 0 ? lines : lines.slice(0, end);
}

/** What a line says beside its boxes. */
function wordsOf(line: TextLine, boxes: readonly TextPiece[]): Words {
  const pieces = line.pieces.filter((piece) => !boxes.includes(piece) && piece.text.trim() !== '');
  const foot = pieces.length === 0 ? line.bottom : Math.max(...pieces.map(({ bottom }) => bottom));
  const [first] = pieces;
  const { left, right } = line;
  const bold = pieces.length > 0 && pieces.every((piece) => piece.bold);
  return { line, foot, left, right, size: first?.fontSize ?? line.fontSize, bold };
}

/** Of the lines of a column the one that stands closest to boxes between lines; -1 where none stands close. */
function nearest(column: readonly Words[], { top, bottom, fontSize }: TextLine): number {
  const middle = (top + bottom) / 2;
  const distances = column.map(({ foot, size }) => Math.abs(foot - size / 2 - middle));
  const least = Math.min(...distances);
  return least < fontSize * 1.5 ? distances.indexOf(least) : -1;
}

const gapTo = (a: Words, b: Words): number => Math.abs(a.foot - b.foot);

const isAlike = (a: Words, b: Words | undefined): boolean =>
  b !== undefined && Math.abs(a.left - b.left) < 3 && Math.abs(a.size - b.size) < 0.6 && a.bold === b.bold;

/** Where the even lines end in a direction; undefined where the next one of the column is not clearly further away. */
function walk(column: readonly Words[], start: number, step: 1 | -1, pitch: number): number | undefined {
  let at = start;
  for (;;) {
    const next = column[at + step];
    if (next === undefined || !isAlike(column[start]!, next)) return at;
    const gap = gapTo(column[at]!, next);
    if (gap > pitch * EVEN) return gap >= pitch * WIDER ? at : undefined;
    at += step;
  }
}
