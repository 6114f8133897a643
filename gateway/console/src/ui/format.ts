import { language } from '../words/words.js';

/** Made once a language; making one takes longer than using it. */
function inLanguage<T>(make: (tag: string) => T): () => T {
  const made = new Map<string, T>();
  return () => {
    const tag = language.get();
    const kept = made.get(tag) ?? make(tag);
    made.set(tag, kept);
    return kept;
  };
}

// Of the browser's own variants of the language: a Briton reads dates as a Briton.
const regional = (tag: string): string =>
  (typeof navigator === 'undefined' ? [] : navigator.languages).find((one) => one.split('-')[0] === tag) ?? tag;
const dateTime = inLanguage(
  (tag) => new Intl.DateTimeFormat(regional(tag), { dateStyle: 'medium', timeStyle: 'short' }),
);
const date = inLanguage((tag) => new Intl.DateTimeFormat(regional(tag), { dateStyle: 'medium' }));
const relative = inLanguage((tag) => new Intl.RelativeTimeFormat(tag, { numeric: 'auto' }));
const plain = inLanguage((tag) => new Intl.NumberFormat(tag));
const DAY_MS = 86_400_000;

/** Microseconds since the epoch, as people write it. */
export const at = (microseconds: number): string => dateTime().format(new Date(microseconds / 1000));

/** The date that it is in a time zone at a moment (microseconds), as people write it. */
export const dayAt = (microseconds: number, timeZone: string): string => {
  const format = new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' });
  return day(format.format(microseconds / 1000));
};

/** "YYYY-MM-DD", as people write it; a date has no time zone. */
export const day = (text: string): string => date().format(new Date(`${text}T12:00:00`));

/** The date of a form ("YYYY-MM-DD" or '') as the moment when it is over, in UTC; null when there is none. */
export const endOf = (text: string): string | null => (text === '' ? null : `${text}T23:59:59.000Z`);

/** The date of a form as the moment when it begins, in UTC. */
export const startOf = (text: string): string => `${text}T00:00:00.000Z`;

export const number = (value: number): string => plain().format(value);

/** "1 question", "2 questions". */
export const count = (value: number, one: string, many = `${one}s`): string =>
  `${plain().format(value)} ${value === 1 ? one : many}`;

/** "3 minutes ago", "yesterday". */
export function ago(microseconds: number, now = Date.now()): string {
  const seconds = (microseconds / 1000 - now) / 1000;
  const steps = [
    [60, 1, 'second'],
    [3600, 60, 'minute'],
    [86_400, 3600, 'hour'],
    [86_400 * 30, 86_400, 'day'],
    [86_400 * 365, 86_400 * 30, 'month'],
  ] as const;
  for (const [below, unit, name] of steps) {
    if (Math.abs(seconds) < below) return relative().format(Math.round(seconds / unit), name);
  }
  return relative().format(Math.round(seconds / (86_400 * 365)), 'year');
}

/** How many days are left until a date, today being 0. */
export function daysUntil(text: string, now = new Date()): number {
  const today = Date.UTC(now.getFullYear(), now.getMonth(), now.getDate());
  return Math.round((Date.parse(`${text}T00:00:00Z`) - today) / DAY_MS);
}

export function bytes(size: number): string {
  if (size < 1024) return `${size} B`;
  if (size < 1024 * 1024) return `${Math.round(size / 1024)} KB`;
  return `${(size / 1024 / 1024).toFixed(1)} MB`;
}

export function duration(milliseconds: number): string {
  if (milliseconds < 1000) return `${milliseconds} ms`;
  const seconds = milliseconds / 1000;
  if (seconds < 60) return `${seconds.toFixed(1)} s`;
  return `${Math.floor(seconds / 60)} min ${Math.round(seconds % 60)} s`;
}
