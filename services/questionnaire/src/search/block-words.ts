import { fold } from '@candor/runtime/text';

/** Questions of one block: also the size of an answering batch, so that a finished batch rewrites one block. */
export const BLOCK_SIZE = 50;

/** A text of a block's nth question. */
export type PlacedText = readonly [n: number, text: string];

/** No word holds one, so that the places behind a word are never taken for a part of it. */
const SEPARATORS = /[\s\p{Cc}]+/u;
/** Folding leaves it as it is. */
const ASCII = /^[\0-\x7f]*$/;
/** A place is two digits of base 16, written as the control characters from here on; a line feed is not among them. */
const ZERO = 0x0e;

/**
 * The distinct folded words of a block of questions, a line each, and behind each word the questions that hold it. A query
 * word holds no space, so it is a substring of the texts exactly when it is a substring of one of these words: one pass over
 * this string tells whether the block holds it, and in which questions.
 */
export function blockWords(texts: Iterable<PlacedText>): string {
  const places = new Map<string, Set<number>>();
  for (const [n, text] of texts)
    for (const word of wordsOf(text)) {
      const known = places.get(word);
      if (known) known.add(n);
      else places.set(word, new Set([n]));
    }
  return written(places);
}

const written = (words: ReadonlyMap<string, ReadonlySet<number>>): string =>
  [...words].map(([word, held]) => word + [...held].map(place).join('')).join('\n');

/** The folded words of a text, or of a query. */
export const wordsOf = (text: string): string[] => fold(text).split(SEPARATORS).filter(Boolean);

/** The same block with its words folded as they are folded now. */
export function refolded(block: string): string {
  if (ASCII.test(block)) return block;
  const words = new Map<string, Set<number>>();
  for (const [word, held] of readBlock(block))
    for (const now of wordsOf(word)) words.set(now, new Set([...(words.get(now) ?? []), ...held]));
  return written(words);
}

/** A folded text with single blanks between its words, as phrases are looked for. */
export const inARow = (text: string): string => wordsOf(text).join(' ');

/** Which of a block's questions hold all of these folded words or parts of words. */
export function placesOfAll(block: string, parts: readonly string[]): Set<number> {
  const [first = '', ...others] = parts;
  let places = placesOf(block, first);
  for (const part of others) {
    if (places.size === 0) return places;
    const found = placesOf(block, part);
    places = new Set([...places].filter((n) => found.has(n)));
  }
  return places;
}

/** Which of a block's questions hold a folded word or part of one. */
export function placesOf(block: string, part: string): Set<number> {
  const places = new Set<number>();
  for (let at = block.indexOf(part); at >= 0; at = block.indexOf(part, at)) {
    const newline = block.indexOf('\n', at);
    const end = newline < 0 ? block.length : newline;
    readPlaces(block, end, places);
    at = end;
  }
  return places;
}

/** What a block says: its words, and the questions that hold each. */
export function readBlock(block: string): Map<string, Set<number>> {
  const words = new Map<string, Set<number>>();
  for (const line of block.split('\n').filter(Boolean)) {
    const places = new Set<number>();
    words.set(line.slice(0, readPlaces(line, line.length, places)), places);
  }
  return words;
}

/** Adds the places that end at `end`; returns where they begin, which is where their word ends. */
function readPlaces(text: string, end: number, places: Set<number>): number {
  let at = end;
  for (; at >= 2 && isDigit(text, at - 1); at -= 2)
    places.add((text.charCodeAt(at - 2) - ZERO) * 16 + (text.charCodeAt(at - 1) - ZERO));
  return at;
}

const place = (n: number): string => String.fromCharCode(ZERO + (n >> 4), ZERO + (n & 15));

const isDigit = (block: string, at: number): boolean => {
  const code = block.charCodeAt(at);
  return code >= ZERO && code < ZERO + 16;
};
