import { overlap, type Box } from './geometry.js';
import type { TextPiece } from './page-content.js';
import type { Rating } from './rating-rows.js';
import { fromTheRight, joinsUnspaced, runsLeftwards } from './scripts.js';

/** A line of text within one column of the page. */
export interface TextLine extends Box {
  text: string;
  fontSize: number;
  bold: boolean;
  /** Its letters run from right to left (Hebrew, Arabic). */
  leftwards: boolean;
  /** Form fields of the check boxes in the line. */
  fields: string[];
  pieces: TextPiece[];
  /** The steps of the scale behind the text, of which the text says nothing. */
  rating?: Rating;
}

/** A gap wider than this many font sizes separates what belongs together from what stands beside it. */
const WIDE_GAP = 2.2;
/** A gap wider than this many font sizes is a space. */
const SPACE = 0.15;

/** Chinese and Japanese signs may stand this many font sizes apart in one word. */
const EM = 1;

/** Joins pieces into lines: pieces that overlap in height and follow each other without a wide gap. */
export function makeLines(pieces: readonly TextPiece[], splitAtGaps: boolean): TextLine[] {
  const rows: TextPiece[][] = [];
  for (const piece of [...pieces].sort((a, b) => a.bottom - b.bottom || a.left - b.left)) {
    const row = rows.findLast((candidate) => sameLine(candidate[0]!, piece));
    if (row === undefined) rows.push([piece]);
    else row.push(piece);
    // Only the last rows can still grow; pieces come from top to bottom.
  }
  return rows.flatMap((row) => splitRow(row, splitAtGaps)).map(joinPieces);
}

function sameLine(a: Box, b: Box): boolean {
  return overlap(a.top, a.bottom, b.top, b.bottom) > 0.6 * Math.min(a.bottom - a.top, b.bottom - b.top);
}

function splitRow(row: TextPiece[], splitAtGaps: boolean): TextPiece[][] {
  const sorted = row.sort((a, b) => a.left - b.left);
  if (!splitAtGaps) return [sorted];
  const parts: TextPiece[][] = [];
  let right = -Infinity;
  for (const piece of sorted) {
    const part = parts[parts.length - 1];
    if (part !== undefined && piece.left - right <= WIDE_GAP * piece.fontSize) part.push(piece);
    else parts.push([piece]);
    right = Math.max(right, piece.right);
  }
  return parts;
}

/** Room before a piece of a line that is read from the right; a run of numbers and words in it has its room at its ends. */
function roomBefore(pieces: readonly TextPiece[], piece: TextPiece, before: TextPiece | undefined): number {
  if (before === undefined) return Infinity;
  const [from, to] = [pieces.indexOf(before), pieces.indexOf(piece)];
  const left = from < to ? to : runsLeftwards(before.text) ? from : to + 1;
  return (pieces[left]?.left ?? 0) - (pieces[left - 1]?.right ?? 0);
}

function joinPieces(pieces: TextPiece[]): TextLine {
  let text = '';
  let right = -Infinity;
  let before: TextPiece | undefined;
  const leftwards = runsLeftwards(pieces.map((piece) => piece.text).join(''));
  for (const piece of leftwards ? fromTheRight(pieces) : pieces) {
    const gap = leftwards ? roomBefore(pieces, piece, before) : piece.left - right;
    before = piece;
    if (text !== '' && !/\s$/.test(text) && !/^\s/.test(piece.text)) {
      if (gap > WIDE_GAP * piece.fontSize) text += '\t';
      else if (gap > SPACE * piece.fontSize && !(gap < EM * piece.fontSize && joinsUnspaced(text, piece.text)))
        text += ' ';
    }
    text += piece.text;
    right = Math.max(right, piece.right);
  }
  const letters = pieces.reduce((sum, piece) => sum + piece.text.trim().length, 0);
  const boldLetters = pieces.reduce((sum, piece) => sum + (piece.bold ? piece.text.trim().length : 0), 0);
  return {
    text: text.trim(),
    left: Math.min(...pieces.map((piece) => piece.left)),
    right,
    top: Math.min(...pieces.map((piece) => piece.top)),
    bottom: Math.max(...pieces.map((piece) => piece.bottom)),
    fontSize: Math.max(...pieces.map((piece) => piece.fontSize)),
    leftwards,
    bold: boldLetters > 0 && boldLetters >= 0.9 * letters,
    fields: pieces.flatMap((piece) => piece.field ?? []),
    pieces,
  };
}
