import { negationAt } from './expressions.js';
import type { Span } from '../finding/sentences.js';

/** How a list of what is not there is introduced. "Standing access does not exist: engineers …" explains instead. */
const DENIES_WHAT_FOLLOWS =
  /\b(?:the following|(?:things?|items?|services|features|products|regions|countries|categories)\b[^:]*|not (?:supported|offered|included|covered|available|provided|allowed|permitted|in scope|part of (?:it|this))|(?:do|does|may|must) not|never|outside (?:of )?(?:it|this|scope)):$/i;

/** "Two things are outside it: A and B.", "Not supported:" before a list: what follows is denied. */
export function introducedAsAbsent(text: string, clause: Span, sentence: Span, leadIn: Span | undefined): boolean {
  const denies = (words: string): boolean => DENIES_WHAT_FOLLOWS.test(words) && negationAt(words) >= 0;
  return (
    denies(text.slice(sentence.start, clause.start).trimEnd()) ||
    (leadIn !== undefined && denies(text.slice(leadIn.start, leadIn.end)))
  );
}

/** A list or table of the time in which weaknesses of each severity are fixed, whatever its heading is. */
export function tellsDeadlines(text: string): boolean {
  const told = (severity: string): boolean =>
    new RegExp(`^\\W*${severity}\\b[^\\n]*\\b(?:hours?|days?|weeks?)\\b`, 'im').test(text);
  return (
    /\b(?:vulnerab|patch|remediat|weakness|finding|flaw)/i.test(text) &&
    told('critical') &&
    (told('high') || told('medium'))
  );
}

/** "Can we get our data out?" is asked by a customer. */
export function inCustomersName(question: string): string {
  return /\b(?:we|our|us|i|my)\b/i.test(question) ? `${question} customer` : question;
}

/** The answer to a question of an FAQ is the rest of its line, or the line after it when nothing follows on the same. */
export function endOfAnswer(text: string, end: number): number {
  const lineEnd = text.indexOf('\n', end);
  if (lineEnd < 0) return text.length;
  if (/[\p{L}\p{N}]/u.test(text.slice(end, lineEnd))) return lineEnd;
  const next = text.indexOf('\n', lineEnd + 1);
  return next < 0 ? text.length : next;
}

const LONGEST_LEAD_IN = 160;

/** The line that introduces the list which the line at `start` belongs to ("Passwords must:"); items end with a full stop or a new number. */
export function leadInFor(text: string, before: Span, start: number, known: Span | undefined): Span | undefined {
  const previous = text.slice(before.start, before.end).trimEnd();
  if (before.end <= before.start || /^\d{1,3}\.\d|^#/.test(text.slice(start))) return undefined;
  if (previous.endsWith(':') && previous.length <= LONGEST_LEAD_IN && !previous.includes(' | '))
    return { start: before.start, end: before.start + previous.length };
  return known !== undefined && !/[.!?]$/.test(previous) ? known : undefined;
}

/** Long asides in brackets (sources, enumerations) are not what a statement says. */
export function withoutAsides(text: string): string {
  return text.replace(/\(([^()]*)\)/g, (aside: string, inner: string) =>
    inner.split(/[\s,]+/).length >= 4 ? ' ' : aside,
  );
}

export function tableHeader(lines: readonly string[]): string | undefined {
  const first = lines[0];
  if (lines.length < 2 || first?.includes(' | ') !== true || !lines[1]!.includes(' | ')) return undefined;
  const cells = first.split(' | ');
  return cells.every((c) => c.length <= 60 && !/[.!?]$/.test(c)) ? first : undefined;
}
