import type { Box } from './geometry.js';
import { makeLines, type TextLine } from './lines.js';
import type { TextPiece } from './page-content.js';

/** Fewer lines on a side than this are no column of text. */
const LEAST_LINES = 8;
/** Share of the lines (titles, figures) that may cross the strip between the columns. */
const MOST_CROSSING = 0.35;
/** Columns of running text fill their width; cells of a table without lines do not. */
const LEAST_FILL = 0.6;
/** Items (numbered, with a bullet or a question mark) that a column of questions has at least. */
const LEAST_ITEMS = 2;
/** A gap between pieces narrower than this many font sizes is no gap between columns. */
const LEAST_GAP = 0.8;

/**
 * Puts the lines of a page into reading order: a page set in two columns of running text is read column by column, with
 * what spans both columns (titles, figures) in between; any other page from top to bottom.
 */
export function readingOrder(pieces: readonly TextPiece[], page: Box): TextLine[][] {
  const gutter = findGutter(pieces, page);
  if (gutter === undefined) return [makeLines(pieces, false)];
  const split = linesBeside(pieces, gutter);
  const groups: TextLine[][] = [];
  let left: TextLine[] = [];
  let right: TextLine[] = [];
  let wide: TextLine[] = [];
  const flush = (): void => {
    for (const group of [wide, left, right]) if (group.length > 0) groups.push(group);
    wide = [];
    left = [];
    right = [];
  };
  for (const line of [...split].sort((a, b) => a.bottom - b.bottom)) {
    if (line.left < gutter && line.right > gutter) {
      if (left.length + right.length > 0) flush();
      wide.push(line);
    } else if (line.right <= gutter) left.push(line);
    else right.push(line);
  }
  flush();
  return groups;
}

/** x of an empty strip near the middle with columns of running text, or of questions, on both sides. */
function findGutter(pieces: readonly TextPiece[], page: Box): number | undefined {
  const width = page.right - page.left;
  let best: { x: number; crossing: number; lines: TextLine[] } | undefined;
  for (let x = page.left + width * 0.35; x <= page.left + width * 0.65; x += 2) {
    const crossing = pieces.filter((piece) => crosses(piece, x)).length;
    if (best !== undefined && crossing >= best.crossing) continue;
    best = { x, crossing, lines: [] };
  }
  if (best === undefined) return undefined;
  const { x } = best;
  const lines = linesBeside(pieces, x);
  if (lines.filter((line) => crosses(line, x)).length > lines.length * MOST_CROSSING) return undefined;
  const left = lines.filter((line) => line.right <= x);
  const right = lines.filter((line) => line.left >= x);
  return (isRunningText(left) && isRunningText(right)) || areQuestions(left, right) ? x : undefined;
}

function crosses(box: Box, x: number): boolean {
  return box.left < x + 2 && box.right > x - 2;
}

/** Lines split at wide gaps, and at `x` where a smaller gap lies there. */
function linesBeside(pieces: readonly TextPiece[], x: number): TextLine[] {
  return makeLines(pieces, true).flatMap((line) => {
    if (!crosses(line, x) || line.pieces.some((piece) => crosses(piece, x))) return [line];
    const left = line.pieces.filter((piece) => piece.right <= x);
    const right = line.pieces.filter((piece) => piece.left >= x);
    const gap = Math.min(...right.map((piece) => piece.left)) - Math.max(...left.map((piece) => piece.right));
    return gap < LEAST_GAP * line.fontSize ? [line] : [...makeLines(left, false), ...makeLines(right, false)];
  });
}

/**
 * Two columns of questions with room to answer: items on both sides whose numbers, where they have any, go on from the foot of
 * the left column to the head of the right one (in a table they go on from row to row).
 */
function areQuestions(left: readonly TextLine[], right: readonly TextLine[]): boolean {
  if (Math.min(left.length, right.length) <= LEAST_ITEMS) return false;
  const [ours, theirs] = [left, right].map((lines) => lines.filter((line) => ITEM.test(line.text)));
  if (ours === undefined || theirs === undefined || ours.length < LEAST_ITEMS || theirs.length < LEAST_ITEMS)
    return false;
  const last = ours.flatMap(numberOf).at(-1);
  const next = theirs.flatMap(numberOf)[0];
  return last === undefined || next === undefined || next > last;
}

const ITEM = /^(?:\d{1,3}(?:\.\d{1,3})*[.)]?\s+\p{L}|[-–•·▪●*]\s*\p{L})|[?？]\s*$/u;

/** "12." → 12, "3.4" → 3.004: numbers of a document in their order. */
function numberOf(line: TextLine): number[] {
  const [, whole, part = '0'] = /^(\d{1,3})(?:\.(\d{1,3}))?[.)]?\s+\p{L}/u.exec(line.text) ?? [];
  return whole === undefined ? [] : [Number(whole) + Number(part) / 1000];
}

function isRunningText(lines: readonly TextLine[]): boolean {
  if (lines.length < LEAST_LINES) return false;
  const left = Math.min(...lines.map((line) => line.left));
  const right = Math.max(...lines.map((line) => line.right));
  const full = lines.filter((line) => line.right - line.left >= LEAST_FILL * (right - left));
  // Boxes of a scale are no words.
  const words =
    lines.reduce((sum, line) => sum + (line.text.match(/[\p{L}\p{N}]\S*/gu)?.length ?? 0), 0) / lines.length;
  return full.length >= lines.length * 0.5 && words >= 4;
}
