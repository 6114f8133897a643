/** Characters of XML's markup, and the loops over them that are most of a scan. */

const LT = 60;
export const GT = 62;
export const SLASH = 47;
export const EQUALS = 61;
export const QUESTION = 63;
export const BANG = 33;
export const LETTER_X = 120;
export const SPACE = 32;
export const QUOTE = 34;

/** Classes of ASCII characters, looked up. */
const IS_SPACE = new Uint8Array(128);
const IS_NAME_END = new Uint8Array(128);
for (const code of [SPACE, 10, 13, 9]) IS_SPACE[code] = IS_NAME_END[code] = 1;
for (const code of [GT, SLASH, EQUALS, LT]) IS_NAME_END[code] = 1;

/** Where what follows `mark` begins; -1 when it is not there. */
export function skipPast(buffer: string, mark: string, from: number): number {
  const at = buffer.indexOf(mark, from);
  return at < 0 ? -1 : at + mark.length;
}

function isSpace(code: number): boolean {
  return IS_SPACE[code] === 1;
}

/** The first place from `at` that is no white space. */
export function skipSpace(buffer: string, at: number): number {
  while (IS_SPACE[buffer.charCodeAt(at)] === 1) at++;
  return at;
}

/** The first place from `at` that cannot be part of a name. */
export function nameEnd(buffer: string, at: number): number {
  while (at < buffer.length && IS_NAME_END[buffer.charCodeAt(at)] !== 1) at++;
  return at;
}

/** End of the attribute name before the quote at `quoteAt`. */
export function skipBackToNameEnd(buffer: string, quoteAt: number): number {
  let at = quoteAt;
  while (at > 0 && (isSpace(buffer.charCodeAt(at - 1)) || buffer.charCodeAt(at - 1) === EQUALS)) at--;
  return at;
}

/** Where the name that ends at `end` begins. */
export function nameStart(buffer: string, end: number): number {
  let at = end;
  while (at > 0 && !isSpace(buffer.charCodeAt(at - 1))) at--;
  return at;
}
