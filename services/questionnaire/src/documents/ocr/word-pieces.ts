import type { Box } from '../pdf/geometry.js';
import type { TextPiece } from '../pdf/page-content.js';
import type { EngineLine, EngineWord } from './engine-messages.js';
import { judge } from './orientation.js';

/** Lines that read worse than this are dirt, drawings or handwriting, not text. */
const LEAST_CONFIDENCE = 30;
/** Words further apart than this many font sizes stand beside each other, in columns. */
const WIDE_GAP = 1.6;
/** Sizes that differ by less than this share are one size, read with an error. */
const SAME_SIZE = 0.15;

/** What was read of a picture as pieces of text in points. */
export interface ReadPicture {
  pieces: TextPiece[];
  confidence: number;
  characters: number;
}

/** Words of the engine as pieces, as if a PDF had drawn them: each run of words without a wide gap is one. */
export function toPieces(lines: readonly EngineLine[], scale: number, origin: Box): ReadPicture {
  const kept = lines.filter((line) => judge([line]).confidence >= LEAST_CONFIDENCE);
  const sizes = evenSizes(kept.map((line) => line.height / scale));
  const pieces = kept.flatMap((line, i) => {
    const fontSize = sizes[i] ?? 10;
    const base = origin.top + line.baseline / scale;
    return runs(line.words, fontSize * scale * WIDE_GAP).map((words): TextPiece => ({
      text: words.map((word) => word.text).join(' '),
      left: origin.left + Math.min(...words.map((word) => word.left)) / scale,
      right: origin.left + Math.max(...words.map((word) => word.right)) / scale,
      top: base - fontSize * 0.8,
      bottom: base + fontSize * 0.2,
      fontSize,
      bold: false,
    }));
  });
  const { confidence } = judge(kept);
  return { pieces, confidence, characters: pieces.reduce((sum, piece) => sum + piece.text.length, 0) };
}

function runs(words: readonly EngineWord[], widest: number): EngineWord[][] {
  const parts: EngineWord[][] = [];
  let right = -Infinity;
  for (const word of words) {
    if (word.text.trim() === '') continue;
    const part = parts.at(-1);
    if (part !== undefined && word.left - right <= widest) part.push(word);
    else parts.push([word]);
    right = word.right;
  }
  return parts;
}

/** Font sizes in half points; those near the most frequent one are that one. */
function evenSizes(sizes: readonly number[]): number[] {
  const median = [...sizes].sort((a, b) => a - b)[Math.floor(sizes.length / 2)] ?? 10;
  return sizes.map((size) => {
    const even = Math.abs(size - median) <= median * SAME_SIZE ? median : size;
    return Math.max(1, Math.round(even * 2) / 2);
  });
}
