import { ITEM_LINE } from './list-marks.js';

const SHORT_LINES = 45;
/** A share, a sum: what a list states, not what heads a text. */
const VALUE = /\d\s?[%‰]|[€$£]\s?\d|\d\s?[€$£]/;
const LABEL = /^[\p{Lu}\d][^:.]{1,40}:\s+\S/u;
/**
 * Puts hard-wrapped lines together again: a line that was broken because the next word did not fit goes on, one that was
 * broken for its meaning (an item, "label: value", a short line) stays apart.
 */
export function joinWrappedLines(lines: readonly string[]): string[] {
  const longest = Math.max(0, ...lines.map((l) => l.length));
  const joined: string[] = [];
  let previous = '';
  for (const raw of lines) {
    const line = raw.trim();
    if (line === '') {
      previous = '';
      continue;
    }
    if (previous !== '' && joined.length > 0 && isWrapped(previous, line, longest))
      joined[joined.length - 1] = joined.at(-1)! + glue(joined.at(-1)!) + line;
    else joined.push(line);
    previous = line;
  }
  return joined;
}

function isWrapped(line: string, next: string, longest: number): boolean {
  if (ITEM_LINE.test(next) || (LABEL.test(line) && LABEL.test(next))) return false;
  if (/^\p{Ll}/u.test(next) && !/[.!?:]$/.test(line)) return true;
  if (longest < SHORT_LINES) return false;
  const word = /^\S+/.exec(next)?.[0].length ?? 0;
  return line.length + word + 1 >= longest * 0.85;
}

const CLAUSE_NUMBER = /\s(\d{1,3}(?:\.\d{1,3})+)\.?\s+(?=\p{Lu})/gu;

/**
 * Clauses numbered "5.1 … 5.2 …" whose lines a format ran together: each is a line of its own. A number counts when it
 * follows the end of a sentence, or is the successor of the one before, so that "TLS 1.2 Or" stays whole.
 */
export function splitNumberedClauses(line: string): string[] {
  const clauses: string[] = [];
  let from = 0;
  let last = /^\d{1,3}(?:\.\d{1,3})+/.exec(line)?.[0] ?? '';
  for (const match of line.matchAll(CLAUSE_NUMBER)) {
    const number = match[1]!;
    if (!(/[.;:!?)]/.test(line[match.index - 1] ?? '') && sameSection(last, number)) && !isSuccessor(last, number))
      continue;
    clauses.push(line.slice(from, match.index));
    from = match.index + 1;
    last = number;
  }
  return [...clauses, line.slice(from)];
}

function sameSection(last: string, next: string): boolean {
  return last === '' || last.split('.')[0] === next.split('.')[0];
}

function isSuccessor(last: string, next: string): boolean {
  const [a, b] = [last.split('.'), next.split('.')];
  return (
    a.length === b.length &&
    a.slice(0, -1).join() === b.slice(0, -1).join() &&
    Number(b.at(-1)) === Number(a.at(-1)) + 1
  );
}

/** "multi-" + "factor" is one word; other lines are parted by a space. */
function glue(line: string): string {
  return /\p{L}-$/u.test(line) ? '' : ' ';
}

/** Whether a line of unformatted text is a heading: short, standing alone, not a sentence. */
export function looksLikeHeading(line: string, alone: boolean): boolean {
  const text = line.trim();
  if (
    text.length > 80 ||
    text.length < 3 ||
    /[.;,!?:]$/.test(text) ||
    VALUE.test(text) ||
    (ITEM_LINE.test(text) && !/^\s*[\d§]/.test(text)) ||
    ITEM_LINE.test(text.replace(/^\d+(?:\.\d+)*\.?\s/, ''))
  )
    return false;
  if (/^\d+(?:\.\d+)*\.?\s+\p{Lu}/u.test(text) && alone) return true;
  return alone && /^[\p{Lu}\d§]/u.test(text) && !LABEL.test(text) && text.split(/\s+/).length <= 10;
}
