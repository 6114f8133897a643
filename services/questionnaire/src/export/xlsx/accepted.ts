import { isWithin } from '../../documents/value-bounds.js';
import { isPlainNumber } from '../answer-text.js';
import type { Limit } from './sheet-facts.js';

const DAY = 24 * 60 * 60 * 1000;

/**
 * What a cell with a validation stores for a text: the text where only its length is limited, else its number (of a day, the
 * one by which the file counts it). Undefined when the cell does not take it.
 */
export function accepted(
  text: string,
  { type, bounds }: Limit,
  date1904: boolean,
): { kind: 'text' | 'number'; text: string } | undefined {
  const within = (value: number): boolean => bounds === undefined || isWithin(value, bounds);
  if (type === 'length') return within(text.length) ? { kind: 'text', text } : undefined;
  const number = type === 'date' ? dayNumber(text, date1904) : isPlainNumber(text.trim()) ? text.trim() : undefined;
  if (number === undefined || (type === 'whole' && !Number.isInteger(Number(number)))) return undefined;
  return within(Number(number)) ? { kind: 'number', text: number } : undefined;
}

/** "2026-03-31" as the number of its day: 1 is the first of January 1900 (with a leap day too many), or 0 that of 1904. */
function dayNumber(text: string, date1904: boolean): string | undefined {
  const date = /^\d{4}-\d{2}-\d{2}$/.test(text.trim()) ? Date.parse(`${text.trim()}T00:00:00Z`) : Number.NaN;
  const day = Math.round((date - (date1904 ? Date.UTC(1904, 0, 1) : Date.UTC(1899, 11, 30))) / DAY);
  return Number.isNaN(day) || day < (date1904 ? 0 : 61) ? undefined : String(day);
}
