/**
 * Folds text for matching without regard to case and accents: NFKD, marks removed, lower case. Length may change; use
 * `foldWithOffsets` where places in the original matter.
 */
export const fold = (text: string): string =>
  PLAIN.test(text)
    ? text.toLowerCase()
    : text
        .normalize('NFKD')
        .replace(/\p{M}+/gu, '')
        .toLowerCase();

/** Nothing in it to take apart: most texts. */
const PLAIN = /^[\x20-\x7e\n\r\t]*$/;

/** Folded text, and for each of its UTF-16 units the offset in the original that it came from (one more at the end). */
export function foldWithOffsets(text: string): { folded: string; offsets: number[] } {
  let folded = '';
  const offsets: number[] = [];
  let at = 0;
  for (const character of text) {
    const piece = fold(character);
    for (let i = 0; i < piece.length; i++) offsets.push(at);
    folded += piece;
    at += character.length;
  }
  offsets.push(text.length);
  return { folded, offsets };
}
