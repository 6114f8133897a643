import { textShape } from './text-shape.js';
import { fold, QUESTION_WORD_STARTS } from './words.js';

/** How a question begins behind its number: a letter, or a sign that opens a sentence. */
const STARTS = '(?=[\\p{L}¿¡"“„«(])';
/** "2.5 Gbit links": a quantity, not a number of an item. */
const NO_UNIT = '(?!(?:[GMKT]i?B|[GMKT]bit|[GMk]?Hz|EUR|USD|CHF|GBP|Mio|Uhr|Mbps|Gbps)\\b)';
const NUMBERED = new RegExp(
  `^\\s*(?:(?:(?:Q|F|P|V|Nr|No|№|Frage|Question|Pregunta|Pergunta|Domanda|Vraag|Item)\\.?\\s?)?\\d{1,6}(?:\\.\\d{1,4}){0,5}(?:\\.?\\p{Ll})?\\s?[).:]\\s+|\\d{1,3}(?:\\.\\d{1,3}){1,5}[a-z]?\\s+(?=[\\p{Lu}\\p{Lo}¿"“])${NO_UNIT}|\\(?(?:\\d{1,3}|(?!\\p{Ideographic})\\p{L}|[ivx]{1,4})\\)\\s+|(?:Q|Frage|Question|Pregunta|Pergunta|Domanda|Vraag)\\s?\\d{1,4}(?:\\s+(?:[-–—]\\s+)?|[-–—]\\s+)|#\\d{1,5}\\s+|\\d{1,3}\\s+[-–—]\\s+|\\d{1,3}\\.[-–—]\\s*|[\\d０-９]{1,3}\\s?[、．]\\s*)${STARTS}`,
  'u',
);
/** A number or a code that is one only in front of a question: "3 Who …", "AB-01 Do you …", but "24 Hours of support". */
const BEFORE_QUESTION =
  /^\s*(?:\d{1,3}|\p{Lu}[\p{Lu}&]{0,5}(?:[-.]\p{Lu}{1,5})*[-.]\d{1,4}(?:[.-]\d{1,4}){0,4}\p{Ll}?)\s+(?:[-–—]\s+)?(?=[\p{Lu}¿])/u;

/** A question and the number of its item. */
export interface ItemText {
  /** As shown, without what parts it from the text; '' when none. */
  number: string;
  text: string;
}

/**
 * Takes the item number from the front of a question, of which it is no part: "12. Do you …?" asks once, and not about twelve.
 * `known` is its number when something else says it, such as a column of numbers.
 */
export function withoutItemNumber(text: string, known = ''): ItemText {
  const trimmed = text.trim();
  const repeated = behindKnown(trimmed, known.trim());
  if (repeated !== undefined) return { number: known, text: repeated };
  const found = NUMBERED.exec(trimmed) ?? BEFORE_QUESTION.exec(trimmed);
  if (found === null) return { number: known, text: trimmed };
  // Behind a number of its own, "4.2 Third phase. …" names a part of another document.
  if (known !== '' && /^\d+\.\d/.test(found[0])) return { number: known, text: trimmed };
  const rest = trimmed.slice(found[0].length);
  if (!NUMBERED.test(trimmed) && !asksByWords(rest)) return { number: known, text: trimmed };
  return { number: known === '' ? found[0].trim().replace(/(?<!\s)\s*[:\-–—、．]$/, '') : known, text: rest };
}

/** The text behind a number that is known and stands in front of it once more. */
function behindKnown(text: string, known: string): string | undefined {
  if (known === '' || !/\d/.test(known) || !text.toLowerCase().startsWith(known.toLowerCase())) return undefined;
  const parted = /^(?:\s*[).:\-–—]+\s*|\s+)(?=[\p{L}¿¡"“„«(])/u.exec(text.slice(known.length));
  return parted === null ? undefined : text.slice(known.length + parted[0].length);
}

/** Whether a text asks by its words, its question mark aside. */
function asksByWords(text: string): boolean {
  if (/[?？؟]\s*$/.test(text) && QUESTION_WORD_STARTS.has(fold(/^[\p{L}'’-]+/u.exec(text)?.[0] ?? ''))) return true;
  const { manner } = textShape(text.replace(/(?<![?？؟\s])[?？؟\s]+$/u, ''));
  return manner === 'question' || manner === 'request';
}
