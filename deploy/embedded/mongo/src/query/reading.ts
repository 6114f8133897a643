import { decodeDocument, skipValue } from '../bson/decode.js';
import type { Document } from '../bson/values.js';
import type { Matcher } from './matcher.js';

/** Gives the decoded fields of a document that matches; undefined for one that does not. */
export type DocumentReader = (raw: Buffer) => Document | undefined;

/** Reads what matches: the fields that the filter looks at, and `more` of them. */
export function documentReader(matcher: Matcher, more: Iterable<string> = []): DocumentReader {
  const { texts, rest } = matcher;
  const whole = decoding(matcher, more);
  if (!rest) return (raw) => (mayMatch(matcher, raw) ? whole(raw) : undefined);
  const withoutTexts = decoding(rest, more);
  return (raw) => {
    if (!mayMatch(matcher, raw)) return undefined;
    let isSure = true;
    for (const { field, text } of texts) {
      const holds = holdsText(raw, field, text);
      if (holds === false) return undefined;
      isSure &&= holds === true;
    }
    return isSure ? withoutTexts(raw) : whole(raw);
  };
}

/** False when the bytes of a document tell that it does not match, which costs much less than to decode it. */
export const mayMatch = ({ literals }: Matcher, raw: Buffer): boolean =>
  literals.every((forms) => forms.some((form) => raw.includes(form)));

function decoding({ fields, test }: Matcher, more: Iterable<string>): DocumentReader {
  const read = fields ? new Set([...fields, ...more]) : undefined;
  return (raw) => {
    const document = decodeDocument(raw, 0, read);
    return test(document) ? document : undefined;
  };
}

const STRING = 0x02;
const ARRAY = 0x04;
const REGEX = 0x0b;

/**
 * Whether a top-level field is a string that holds the text, or a list with such a string, told from the bytes alone;
 * undefined where they do not tell.
 */
function holdsText(raw: Buffer, field: Buffer, text: Buffer): boolean | undefined {
  const end = raw.readInt32LE(0) - 1;
  for (let at = 4; at < end;) {
    const type = raw[at]!;
    const nameAt = at + 1;
    const nameEnd = raw.indexOf(0, nameAt);
    at = skipValue(raw, type, nameEnd + 1);
    if (raw.compare(field, 0, field.length, nameAt, nameEnd) !== 0) continue;
    if (type === ARRAY) return elementHolds(raw, nameEnd + 1, at - 1, text);
    if (type === REGEX) return undefined;
    return type === STRING && isWithin(raw, nameEnd + 5, at - 1, text);
  }
  return false;
}

function elementHolds(raw: Buffer, start: number, end: number, text: Buffer): boolean | undefined {
  let isSure = true;
  for (let at = start + 4; at < end;) {
    const type = raw[at]!;
    const valueAt = raw.indexOf(0, at + 1) + 1;
    at = skipValue(raw, type, valueAt);
    if (type === REGEX) isSure = false;
    if (type === STRING && isWithin(raw, valueAt + 4, at - 1, text)) return true;
  }
  return isSure ? false : undefined;
}

/** UTF-8 of whole characters stands in UTF-8 exactly where the characters stand in the text. */
const isWithin = (raw: Buffer, start: number, end: number, text: Buffer): boolean =>
  raw.subarray(start, end).includes(text);
