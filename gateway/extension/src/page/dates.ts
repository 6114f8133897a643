import { attribute } from './tree.js';
import { datePartOf, type DatePart } from './words/index.js';

/** How a text field wants a date: "dd/mm/yyyy", "mm-dd-yyyy", "yyyy-mm-dd", in the letters of its language. */
function patternOf(element: Element): { parts: DatePart[]; separator: string } | undefined {
  const match = /^([a-z]{1,4})([./-])([a-z]{1,4})\2([a-z]{1,4})$/i.exec(attribute(element, 'placeholder'));
  if (!match) return undefined;
  const [, one = '', separator = '', two = '', three = ''] = match;
  const parts = [one, two, three].map(datePartOf).filter((part) => part !== undefined);
  return new Set(parts).size === 3 ? { parts, separator } : undefined;
}

/** Whether a text field takes a date whose order of day and month is known. */
export const isDateText = (element: Element): boolean =>
  element.localName === 'input' && patternOf(element) !== undefined;

/** Reads yyyy-mm-dd; undefined when it is no day of the calendar. */
export function dayOf(text: string): { year: string; month: string; day: string } | undefined {
  const match = /^(\d{4})-(\d\d)-(\d\d)(?:T.*)?$/.exec(text.trim());
  if (!match) return undefined;
  const [, year = '', month = '', day = ''] = match;
  const date = new Date(`${year}-${month}-${day}T00:00:00Z`);
  return Number.isNaN(date.getTime()) || date.getUTCDate() !== Number(day) ? undefined : { year, month, day };
}

/** Writes a day as a field wants it; undefined when the text is no day. */
export function dateFor(element: Element, text: string): string | undefined {
  const day = dayOf(text);
  if (!day) return undefined;
  switch ((element as HTMLInputElement).type) {
    case 'date':
      return `${day.year}-${day.month}-${day.day}`;
    case 'month':
      return `${day.year}-${day.month}`;
    case 'datetime-local':
      return `${day.year}-${day.month}-${day.day}T00:00`;
    default: {
      const pattern = patternOf(element);
      if (!pattern) return undefined;
      return pattern.parts.map((part) => day[part]).join(pattern.separator);
    }
  }
}
