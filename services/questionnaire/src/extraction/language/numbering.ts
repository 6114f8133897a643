/** Numbers and identifiers in front of, or beside, a question: "3.2", "a)", "(iv)", "CAIQ-001", "A&A-01.1", "Q12:". */

const LEADING =
  /^\s*(?:\(?(?:(?:\d{1,3}(?:\.\d{1,3})*(?:\.?[a-z]{1,4})?|[A-Za-z]|[ivxIVX]{1,5})[).:](?=[\s\u00a0]|\p{Lu}|\p{Lo}|[¿"“„(«])|\(\s*(?:\d{1,3}|[a-zA-Z]|[ivx]{1,5})\s*\))|\(?(?![a-zA-Z\p{Ideographic}])\p{L}\)(?=\s)|[\d０-９]{1,3}\s?[、．]|\d{1,2}\s?[-–—]\s+(?=[\p{Lu}¿])|\d{1,3}\.[-–—]\s*(?=[\p{L}\p{N}¿])|\d{1,3}(?:\.[0-9a-zA-Z]{1,4}){1,5}\.?(?=[\s\u00a0])|\d{1,3}\s+(?=[\p{Lu}¿])|(?:Q|F|P|R|V|Nr|No|№|Frage|Question|Pregunta|Pergunta|Domanda|Vraag)\.?\s?\d{1,4}(?:\.\d{1,3})*\s?[).:\-–]?(?=\s)|[A-Z][A-Z&]{0,5}(?:[-.][A-Z]{1,5})*[-. ]?\d{1,4}(?:[.\-]\d{1,4}){0,4}[a-z]?\s?[).:\-–]?(?=\s)|#\d+|\d{1,3}\s\[\w{0,12}\](?=[\p{Lu}\p{Lo}¿"“]))[\s\u00a0]*/u;

/** A number in front of a text, and the text without it. Text that is only a number is no number in front of something. */
export function splitNumber(text: string): { number: string; rest: string } {
  const found = LEADING.exec(text);
  if (found === null || found[0].length >= text.length) return { number: '', rest: text };
  const rest = text.slice(found[0].length);
  const number = found[0]
    .trim()
    .replace(/(?<=\.)[-–—]$|[:\-–—、．]$|\s\[\w*\]$/, '')
    .trim();
  if (rest.trim() === '' || /^\d{4}$/.test(number)) return { number: '', rest: text };
  // "A policy is …": an article, not a letter of a list.
  if (/^[A-Za-z]$/.test(number)) return { number: '', rest: text };
  return { number, rest };
}

const IDENTIFIER =
  /^[#(]?\s*(?:[\p{L}&]{1,14}[\s._\-/]{0,3}){0,4}\d{1,6}(?:[\s._\-/:]{0,2}(?:\d{1,5}|[A-Za-z]{1,4}(?![A-Za-z]))){0,6}[).:]?\s*$|^\(?(?:[a-zA-Z]|[ivxlIVXL]{1,6}|(?![a-zA-Z\p{Ideographic}])\p{L})[).]?\s*$|^\d{1,3}(?:\.\p{Ll}{1,4}){1,3}\.?\s*$|^\p{Lu}[\p{Lu}&]{1,5}(?:[-._][\p{Lu}0-9&]{1,6}){1,4}\s*$/u;

/** Whether a short cell is an identifier (a number, a letter, a code) and not words. */
export function isIdentifier(text: string): boolean {
  if (text.length > 32) return false;
  const trimmed = text.trim();
  if (trimmed === '') return false;
  // Two words and a digit ("Web page 1") is a label; a code has at most one word before its digits.
  if (/\p{L}{3}\s+\p{L}{3}/u.test(trimmed)) return false;
  return IDENTIFIER.test(trimmed);
}

/** Whether a number is a code of its own ("GV.OC-01.1") and not a count ("3.2", "a)", "Q7", "Frage 3"). */
export function isCode(number: string): boolean {
  return (
    /^\p{Lu}[\p{Lu}&]+(?:[-. ]\p{Lu}+)*[-. ]?\d|^\p{Lu}[-.]\d/u.test(number) &&
    !/^(?:Nr|No|NR|NO|Q|F|P|V)\.?\s?\d/.test(number)
  );
}

/** The identifier of which this one is a part: "1.6.1" → "1.6", "3.c.ii" → "3.c", "7a" → "7"; '' when it has none. */
export function parentNumber(number: string): string {
  if (number === '') return '';
  const clean = number.trim().replace(/(?<![).:])[).:]+$/, '');
  const dotted = /^(.+)[._-]([0-9]{1,4}|\p{L}{1,4})$/u.exec(clean);
  if (dotted?.[1] !== undefined) return dotted[1];
  const coded = /^(\p{L}{1,3})\d{1,3}$/u.exec(clean);
  if (coded?.[1] !== undefined) return coded[1];
  const lettered = /^(.*\d)\s?\(?(\p{Ll})\)?$/u.exec(clean);
  return lettered?.[1] ?? '';
}

const PLAIN = /^[\d.-]*[\da-z]$/;

/** Two writings of one identifier are the same: "1.6." and "1.6", "(a)" and "a)". */
export function plainNumber(number: string): string {
  if (PLAIN.test(number)) return number;
  return number
    .replace(/[\s()]/g, '')
    .replace(/(?<![.:])[.:]+$/, '')
    .toLowerCase();
}
