const PHONE_OR_NUMBER = /^[+-]\s?[(.]?\d[\d\s().,/%-]*(?:[\p{L};:][\p{L}\s.,;:()\d-]*)?$/u;
const FUNCTION_CALL = /(?<![\p{L}\d.])[\d.]*\p{L}[\p{L}\d.]*\(/u;

/**
 * Text for a cell of a CSV that a spreadsheet program will open: what it would take for a formula gets an apostrophe in
 * front (OWASP, CSV injection). Numbers ("-5", "+3.5 %") and telephone numbers ("+1 555 010 0199") stay as they are.
 */
export function withoutFormula(text: string): string {
  if (!/^\s*[=+\-@＝＋－＠\t\r]/u.test(text)) return text;
  const trimmed = text.trim();
  if (PHONE_OR_NUMBER.test(trimmed) && !FUNCTION_CALL.test(trimmed)) return text;
  return `'${text}`;
}
