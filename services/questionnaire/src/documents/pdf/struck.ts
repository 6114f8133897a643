import type { Ruling, TextPiece } from './page-content.js';

/** Between which heights above the line on which letters stand a line strikes them out, in font sizes; underlines lie lower. */
const [LOWEST, HIGHEST] = [0.12, 0.45];
/** By how much a strike may be longer than the text, in font sizes; what goes further is a line of a table or a form. */
const OVERHANG = 0.6;
/** Share of a piece, and of a word in it, that is struck. */
const WHOLE = 0.85;
const WORD = 0.6;

interface Span {
  from: number;
  to: number;
}

/**
 * Takes out text that a line strikes through, and those lines: it is not to be read. Where a line strikes some words of a
 * piece, these go; where they stand is reckoned from the usual widths of letters.
 */
export function withoutStruck(
  pieces: readonly TextPiece[],
  rulings: readonly Ruling[],
): { pieces: TextPiece[]; rulings: Ruling[] } {
  const lines = rulings.filter(({ vertical }) => !vertical).sort((a, b) => a.at - b.at);
  const through = new Map<TextPiece, Ruling[]>();
  const crossed = new Map<Ruling, Span>();
  for (const piece of pieces) {
    for (const line of linesThrough(piece, lines)) {
      through.set(piece, [...(through.get(piece) ?? []), line]);
      const span = crossed.get(line) ?? { from: Infinity, to: -Infinity };
      const over = piece.fontSize * OVERHANG;
      crossed.set(line, {
        from: Math.min(span.from, piece.left - over),
        to: Math.max(span.to, piece.right + over),
      });
    }
  }
  const strikes = new Set(
    [...crossed].flatMap(([line, text]) => (line.from >= text.from && line.to <= text.to ? [line] : [])),
  );
  if (strikes.size === 0) return { pieces: [...pieces], rulings: [...rulings] };
  return {
    pieces: pieces.flatMap((piece) =>
      leftOf(
        piece,
        (through.get(piece) ?? []).filter((line) => strikes.has(line)),
      ),
    ),
    rulings: rulings.filter((line) => !strikes.has(line)),
  };
}

function linesThrough({ left, right, bottom, fontSize }: TextPiece, lines: readonly Ruling[]): Ruling[] {
  const base = bottom - fontSize * 0.2;
  const found: Ruling[] = [];
  for (let i = firstFrom(lines, base - fontSize * HIGHEST); i < lines.length; i++) {
    const line = lines[i]!;
    if (line.at > base - fontSize * LOWEST) break;
    if (Math.min(right, line.to) - Math.max(left, line.from) > Math.min(fontSize, right - left) * 0.3) found.push(line);
  }
  return found;
}

function firstFrom(lines: readonly Ruling[], height: number): number {
  let [low, high] = [0, lines.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (lines[middle]!.at < height) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** What is left of a piece: nothing, the piece, or the words that are not struck. */
function leftOf(piece: TextPiece, strikes: readonly Span[]): TextPiece[] {
  if (strikes.length === 0) return [piece];
  if (covered({ from: piece.left, to: piece.right }, strikes) >= WHOLE) return [];
  const kept = wordsOf(piece).filter((word) => covered(word, strikes) < WORD);
  const [first, last] = [kept[0], kept.at(-1)];
  if (first === undefined || last === undefined) return [];
  return [{ ...piece, text: kept.map(({ text }) => text).join(' '), left: first.from, right: last.to }];
}

/** Share of a span that lines cover; two lines over each other count once. */
function covered({ from, to }: Span, strikes: readonly Span[]): number {
  let sum = 0;
  let done = from;
  for (const strike of [...strikes].sort((a, b) => a.from - b.from)) {
    const start = Math.max(done, strike.from);
    const end = Math.min(to, strike.to);
    if (end > start) sum += end - start;
    done = Math.max(done, end);
  }
  return to > from ? sum / (to - from) : 0;
}

function wordsOf({ text, left, right }: TextPiece): (Span & { text: string })[] {
  const ends = [0];
  for (const character of text) for (let i = 0; i < character.length; i++) ends.push(ends.at(-1)! + widthOf(character));
  const scale = (right - left) / Math.max(1, ends.at(-1)!);
  return [...text.matchAll(/\S+/gu)].map((match) => ({
    text: match[0],
    from: left + ends[match.index]! * scale,
    to: left + ends[match.index + match[0].length]! * scale,
  }));
}

/** About as wide as in most fonts, in hundredths of the font's size. */
function widthOf(character: string): number {
  if (/[\s.,:;'|!ijlItfr()[\]/\\-]/.test(character)) return 30;
  if (/[mwMW@%]/.test(character)) return 83;
  return /\p{Lu}/u.test(character) ? 68 : 54;
}
