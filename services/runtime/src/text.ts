// The one place that says how texts are cleaned, compared and counted.

/** Most texts: nothing in them to take apart. */
const PLAIN = /^[\x20-\x7e\n\r\t]*$/;
const PLAIN_NAME = /^(?! )(?:[\x21-\x7e]| (?! |$))*$/;

/** Half of a pair, which no encoding can write. */
const LONE_SURROGATE = /\p{Cs}/gu;
/** Controls but for tabulators and line ends; a carriage return is one. */
const CONTROL = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/g;
/** Marks that show nothing and steer the direction of what follows: two names that look alike would be two. */
const INVISIBLE = /[\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\ufeff\ufff9-\ufffb]/g;
/** Joiners belong between letters of scripts that join, and between emoji; elsewhere they show nothing. */
const IDLE_JOINER = /(?<![^\u0000-\u02af\s])[\u200c\u200d]|[\u200c\u200d](?![^\u0000-\u02af\s])/gu;

/** How long a text is, in code points: every bound counts so, whatever an encoding makes of it. */
export function lengthOf(text: string): number {
  let length = text.length;
  for (let at = 0; at < text.length - 1; at++) {
    const high = text.charCodeAt(at);
    if (high < 0xd800 || high > 0xdbff) continue;
    const low = text.charCodeAt(at + 1);
    if (low < 0xdc00 || low > 0xdfff) continue;
    length--;
    at++;
  }
  return length;
}

/** The first so many code points of a text: no character is cut in two. */
export const firstCharacters = (text: string, most: number): string =>
  text.length <= most
    ? text
    : Array.from(text.slice(0, 2 * most))
        .slice(0, most)
        .join('');

/** A text as it is stored: without NUL and other controls, and with U+FFFD for half characters; lines stay. */
export const cleanText = (text: string): string =>
  PLAIN.test(text) ? text : text.replace(CONTROL, '').replace(LONE_SURROGATE, '\ufffd');

/**
 * A name as it is stored (of a person, a tag, a file, a company): one line in NFC, its blanks single and none outside,
 * nothing in it that cannot be seen. '' when nothing is left.
 */
export function cleanName(name: string): string {
  if (PLAIN_NAME.test(name)) return name;
  return name
    .replace(/[\t\n\r\v\f\u0085\u2028\u2029]/g, ' ')
    .replace(CONTROL, '')
    .replace(LONE_SURROGATE, '')
    .replace(INVISIBLE, '')
    .replace(IDLE_JOINER, '')
    .normalize('NFC')
    .replace(/\s+/gu, ' ')
    .trim();
}

/**
 * Text for comparing: without case, accents and compatibility forms, "ß" as "ss", joiners gone. Its length may differ; use
 * `foldWithOffsets` where places in the original matter.
 */
export const fold = (text: string): string =>
  PLAIN.test(text)
    ? text.toLowerCase()
    : text
        .normalize('NFKD')
        .replace(/[\p{M}\u00ad\u200b-\u200d\u2060\ufeff]+/gu, '')
        .toLowerCase()
        .replaceAll('ß', 'ss')
        .replaceAll('ς', 'σ');

/** The key under which a name is unique: folded, blanks single, none outside. */
export const nameKey = (name: string): string => fold(cleanName(name)).replace(/\s+/gu, ' ').trim();

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
