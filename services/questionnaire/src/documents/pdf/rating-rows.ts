import { overlap } from './geometry.js';
import type { TextLine } from './lines.js';
import type { TextPiece } from './page-content.js';
import { linesBefore, wordsOver } from './rating-words.js';
import { wrappedAround } from './wrapped-statements.js';

/** What a row of boxes without words between them offers, and which of them are ticked. */
export interface Rating {
  options: string[];
  checked: string[];
}

const BOX = '[☐☒☑□○◯]';
/** "Deliveries come in time ☐ ☐ ☐", and "Poor ☐ ☐ ☐ Good". */
const ROW = new RegExp(`^([^☐☒☑□○◯]*)((?:${BOX}\\s*)+${BOX})([^☐☒☑□○◯]*)$`, 'u');
const ANY_BOX = new RegExp(BOX, 'u');
/** Longer lines are no rows of a scale. */
const LONGEST_ROW = 600;
const ONE_BOX = new RegExp(`^\\s*${BOX}\\s*$`, 'u');
const TICKED = /[☒☑]/u;
/** Steps of a scale that a row has at least, when nothing but the row shows that it is one. */
const LEAST_STEPS = 3;
/** How far above the first row its headings may stand, in points, and in how many lines. */
const HEAD_HEIGHT = 60;
const HEAD_LINES = 4;
/** Words of a piece that heads boxes beside other text in its line. */
const HEAD_WORDS = 4;
/** The wider of the gaps between boxes belongs to the label of neither side, as a share of the usual gap. */
const REACH = 0.75;

interface Row {
  line: TextLine;
  before: string;
  /** Words at both ends of the scale. */
  poles: [string, string] | undefined;
  boxes: TextPiece[];
  count: number;
}

/**
 * Finds the rows of a scale: a statement with boxes behind it that have their words above them, as in a table without lines.
 * Such a line becomes the statement, with what its boxes mean as its rating; wrapped lines of the statement join it.
 */
export function withRatings(lines: readonly TextLine[]): TextLine[] {
  const rows = new Map<TextLine, Row>();
  for (const line of lines) {
    const row = rowOf(line);
    if (row !== undefined) rows.set(line, row);
  }
  const result: TextLine[] = [];
  for (let i = 0; i < lines.length; i++) {
    const row = rows.get(lines[i]!);
    if (row === undefined) {
      result.push(lines[i]!);
      continue;
    }
    const peers = [...rows.values()].filter((other) => other !== row && isPeer(row, other));
    const heads = headsOf(lines, i, rows);
    if (row.count < LEAST_STEPS && peers.length === 0 && heads.length === 0) {
      result.push(lines[i]!);
      continue;
    }
    const wrapped =
      peers.length > 0 ? wrappedAround(result, row, lines.slice(i + 1), (line) => rows.has(line)) : undefined;
    if (wrapped !== undefined) {
      result.splice(result.length - wrapped.before.length);
      i += wrapped.rest.length;
      result.push(ratedLine(row, wrapped.before, wrapped.rest, heads, true));
      continue;
    }
    const before = linesBefore(result, row.line, row.before, row.boxes[0]?.left ?? row.line.right);
    const [first] = before;
    if (row.before === '' && first === undefined) {
      result.push(lines[i]!);
      continue;
    }
    result.splice(result.length - before.length);
    const rest = continuation(lines, i, row.before === '' ? first!.left : lines[i]!.left, rows);
    i += rest.length;
    result.push(ratedLine(row, before, rest, heads, peers.length > 0));
  }
  return result;
}

function rowOf(line: TextLine): Row | undefined {
  if (line.text.length > LONGEST_ROW || !ANY_BOX.test(line.text)) return undefined;
  const [, head = '', signs = '', tail = ''] = ROW.exec(line.text) ?? [];
  if (signs === '') return undefined;
  const [before, after] = [head.trimEnd(), tail.trimStart()];
  if (before !== '' && !/\p{L}/u.test(before)) return undefined;
  const boxes = line.pieces.filter((piece) => ONE_BOX.test(piece.text));
  const count = signs.match(new RegExp(BOX, 'gu'))?.length ?? 0;
  // A word behind the last box, and none in front of the first, are options with labels.
  if (after !== '' && (before === '' || count < LEAST_STEPS || after.length > 40)) return undefined;
  const gap = before.trim().lastIndexOf('\t');
  const statement = after === '' || gap < 0 ? before.trim() : before.slice(0, gap).trim();
  const low = before.slice(gap + 1).trim();
  return {
    line,
    before: after !== '' && gap < 0 ? `${low} – ${after.trim()}` : statement.replace(/\t/g, ' '),
    poles: after === '' ? undefined : [low, after.trim()],
    boxes: boxes.length === count ? boxes : [],
    count,
  };
}

/** Rows of one scale have as many boxes, at the same places. */
function isPeer(a: Row, b: Row): boolean {
  const [first, other] = [a.boxes[0], b.boxes[0]];
  return a.count === b.count && (first === undefined || other === undefined || Math.abs(first.left - other.left) < 4);
}

/** Lines below a row that go on with its statement: close below, in its type, beside no boxes of their own. */
function continuation(
  lines: readonly TextLine[],
  at: number,
  left: number,
  rows: ReadonlyMap<TextLine, Row>,
): TextLine[] {
  const rest: TextLine[] = [];
  let above = lines[at]!;
  const right = rows.get(above)?.boxes[0]?.left ?? above.right;
  for (const line of lines.slice(at + 1, at + 7)) {
    const close = line.bottom - above.bottom < line.fontSize * 1.45 && line.bottom > above.bottom;
    const beside = line.right <= right + 2 && overlap(line.left, line.right, left, right) > 0;
    const alike = line.bold === above.bold && Math.abs(line.left - left) < 14;
    if (
      rows.has(line) ||
      !close ||
      !beside ||
      !alike ||
      /^(?:[☐☒]|[•●▪–-]\s|\(?[\p{L}\p{N}]{1,3}[.)]\s)/u.test(line.text)
    )
      break;
    rest.push(line);
    above = line;
  }
  // What stands closer to the next row, or as close, is the beginning of that.
  const next = lines[at + rest.length + 1];
  const last = rest.at(-1);
  if (last === undefined || next === undefined || !rows.has(next)) return rest;
  const gap = next.bottom - last.bottom;
  return rows.get(next)!.before === '' && gap < last.fontSize ? rest.slice(0, -1) : rest;
}

/** Pieces of the lines above a run of rows that stand over its boxes. */
function headsOf(lines: readonly TextLine[], at: number, rows: ReadonlyMap<TextLine, Row>): TextPiece[] {
  const row = rows.get(lines[at]!)!;
  const from = (row.boxes[0]?.left ?? Infinity) - 45;
  let first = row.line.top;
  const heads: TextPiece[] = [];
  let read = 0;
  for (let i = at - 1; i >= 0 && read < HEAD_LINES; i--) {
    const line = lines[i]!;
    const above = rows.get(line);
    if (above !== undefined) {
      if (!isPeer(row, above)) break;
      first = line.top;
      heads.length = 0;
      read = 0;
      continue;
    }
    if (first - line.bottom > HEAD_HEIGHT) break;
    const over = line.pieces.filter((piece) => piece.text.trim() !== '' && piece.left >= from);
    if (over.length === 0 && heads.length > 0) break;
    if (over.length === line.pieces.length || (heads.length === 0 && areWords(over))) heads.unshift(...over);
    read++;
  }
  return heads;
}

/** Short words over the boxes, beside the title of a part. */
const areWords = (pieces: readonly TextPiece[]): boolean =>
  pieces.length > 0 && pieces.every(({ text }) => text.trim().split(/\s+/).length <= HEAD_WORDS);

function ratedLine(
  row: Row,
  before: readonly TextLine[],
  rest: readonly TextLine[],
  heads: readonly TextPiece[],
  isOneOfMany: boolean,
): TextLine {
  const [first] = before;
  const texts = [...before.map(({ text }) => text), row.before, ...rest.map(({ text }) => text)];
  const words = texts.filter((text) => text !== '');
  const labels = row.poles === undefined ? labelsOf(row, heads) : poleLabels(row.poles, row.count);
  const signs = Array.from((ROW.exec(row.line.text)?.[2] ?? '').replace(/\s+/g, ''));
  const checked = labels.filter((_, i) => TICKED.test(signs[i] ?? ''));
  // A scale alone between its two ends is that of the question above it.
  const isBare = row.poles !== undefined && row.before.startsWith(`${row.poles[0]} – `) && !isOneOfMany;
  const text = isBare ? '' : words.join(' ');
  const lead = first ?? row.line;
  return {
    ...row.line,
    text,
    left: lead.left,
    top: Math.min(lead.top, row.line.top),
    bottom: rest.at(-1)?.bottom ?? row.line.bottom,
    fontSize: lead.fontSize,
    rating: { options: labels, checked },
  };
}

/** "Poor ☐ ☐ ☐ Good": the ends have words, the steps between them numbers. */
function poleLabels([low, high]: [string, string], count: number): string[] {
  return Array.from({ length: count }, (_, i) =>
    i === 0 ? `1 (${low})` : i === count - 1 ? `${count} (${high})` : String(i + 1),
  );
}

/** The words above each box; a box without any has the number of its step. */
function labelsOf(row: Row, heads: readonly TextPiece[]): string[] {
  const steps = Array.from({ length: row.count }, (_, i) => String(i + 1));
  if (row.boxes.length === 0) return steps;
  const centres = row.boxes.map((box) => (box.left + box.right) / 2);
  const gaps = centres.slice(1).map((centre, i) => centre - centres[i]!);
  const reach = Math.max(12, REACH * Math.max(...gaps));
  const words = centres.map((): string[] => []);
  for (const head of heads.flatMap((piece) => wordsOver(piece, centres))) {
    const middle = (head.left + head.right) / 2;
    const distances = centres.map((centre) => Math.abs(centre - middle));
    const nearest = distances.indexOf(Math.min(...distances));
    if (distances[nearest]! <= reach) words[nearest]!.push(head.text.trim());
  }
  const labels = words.map((parts, i) => (parts.length === 0 ? steps[i]! : parts.join(' ')));
  return new Set(labels).size < labels.length || labels.some((label) => label.length > 60) ? steps : labels;
}
