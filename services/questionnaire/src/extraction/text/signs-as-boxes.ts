import type { ParagraphBlock } from '../../documents/model.js';
import { hasBox } from '../language/choices.js';

/** Signs by which a document shows its boxes when their font is not known: "# Yes   # No", "q Yes   q No". */
const SIGNS = ['#', '¤', '¨', '£', 'q'];
/** Lines with several such entries from which on the sign is a box. */
const FEWEST = 3;

/**
 * Reads a sign that stands in front of one short entry after another, several on a line and on three lines or more, as the
 * box that it was drawn as. A document with boxes that we know keeps its signs.
 */
export function withSignsAsBoxes(blocks: readonly ParagraphBlock[]): readonly ParagraphBlock[] {
  if (blocks.some(({ text, options }) => options !== undefined || hasBox(text))) return blocks;
  const sign = SIGNS.find((one) => blocks.filter(({ text }) => count(text, one) >= 2).length >= FEWEST);
  if (sign === undefined) return blocks;
  return blocks.map((block) => {
    const begins = block.text.trimStart().startsWith(`${sign} `) || block.text.trimStart().startsWith(`${sign}\t`);
    return begins ? { ...block, text: block.text.replaceAll(entryOf(sign), '$1☐ ') } : block;
  });
}

const entryOf = (sign: string): RegExp => new RegExp(`(^|\\s)[${sign}][ \\t]+(?=\\S)`, 'gu');

function count(text: string, sign: string): number {
  if (text.length > LONGEST || !text.trimStart().startsWith(sign)) return 0;
  return [...text.matchAll(entryOf(sign))].length;
}

/** Characters of a line of entries. */
const LONGEST = 200;
