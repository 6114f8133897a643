import { attribute } from './tree.js';

/** How a text field wants a date: "dd/mm/yyyy", "mm-dd-yyyy", "yyyy-mm-dd". */
const PATTERN = /^(dd?|mm?|jj|tt|yyyy|jjjj|aaaa)([./-])(dd?|mm?|jj|tt)\2(dd?|jj|tt|yyyy|jjjj|aaaa)$/i;
const partOf = (letters: string): 'day' | 'month' | 'year' =>
  letters.length === 4 ? 'year' : /^m/i.test(letters) ? 'month' : 'day';

const patternOf = (element: Element): RegExpExecArray | null => PATTERN.exec(attribute(element, 'placeholder'));

/** Whether a text field takes a date whose order of day and month is known. */
export const isDateText = (element: Element): boolean => element.localName === 'input' && patternOf(element) !== null;

/** Reads yyyy-mm-dd; undefined when it is no day of the calendar. */
function dayOf(text: string): { year: string; month: string; day: string } | undefined {
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
      const [, one = '', separator = '', two = '', three = ''] = pattern;
      return [one, two, three].map((part) => day[partOf(part)]).join(separator);
    }
  }
}
