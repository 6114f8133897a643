import type { TextLine } from './lines.js';
import type { TextPiece } from './page-content.js';

/** "1.2 ", "(a) ", "12) ": the number with which a statement begins. */
const NUMBERED = /^\s*(?:\(?(?:\d{1,3}(?:\.\d{1,3})*|\p{L})[.)]|\d{1,3}(?:\.\d{1,3})+)\s/u;
/** Lines of a statement above the one that its boxes stand beside, and how far a line may stand behind the number of the first. */
const MOST_LINES = 4;
const HANGING = 45;

/** The lines above a row of boxes with which its statement, here `before`, begins; `right`: where the boxes begin. */
export function linesBefore(
  above: readonly TextLine[],
  row: TextLine,
  before: string,
  right: number,
): readonly TextLine[] {
  const last = above.at(-1);
  if (last === undefined || last.rating !== undefined || last.right > right + 4) return [];
  if (before === '') return row.top - last.bottom < last.fontSize * 0.5 ? [last] : [];
  const goesOn = /^\p{Ll}/u.test(before) && /[\p{L}\p{N},–-]$/u.test(last.text);
  const close = row.bottom - last.bottom < last.fontSize * 1.45 && Math.abs(last.left - row.left) < 3;
  if (goesOn && close && last.bold === row.bold) return [last];
  return NUMBERED.test(before) ? [] : hangingLines(above, row, right);
}

/** Lines that hang behind a number, up to the one with the number; the last of them has the boxes. */
function hangingLines(above: readonly TextLine[], row: TextLine, right: number): readonly TextLine[] {
  const found: TextLine[] = [];
  let below = row;
  for (const line of above.slice(-MOST_LINES).reverse()) {
    const close = below.bottom - line.bottom < Math.max(below.fontSize, line.fontSize) * 1.6;
    if (line.rating !== undefined || line.right > right + 4 || !close || line.bold !== row.bold) return [];
    found.unshift(line);
    const behind = row.left - line.left;
    if (NUMBERED.test(line.text)) return behind > 3 && behind < HANGING ? found : [];
    if (Math.abs(behind) > 3) return [];
    below = line;
  }
  return [];
}

/** A piece that stands over several boxes, word by word, each where it is printed; others as they are. */
export function wordsOver(piece: TextPiece, centres: readonly number[]): TextPiece[] {
  const over = centres.filter((centre) => piece.left < centre && centre < piece.right);
  if (over.length < 2) return [piece];
  const width = (piece.right - piece.left) / Math.max(1, piece.text.length);
  return [...piece.text.matchAll(/\S+/gu)].map((word) => {
    const left = piece.left + word.index * width;
    return { ...piece, text: word[0], left, right: left + word[0].length * width };
  });
}
