import { isoTime } from '@candor/runtime';
import { html, type Html } from './html.js';
import type { Language } from './language.js';

/** Made when they are first needed: one takes 20 ms, which a start would wait for. */
const formats = new Map<Language, Intl.DateTimeFormat>();

/** A day that people and machines read. */
export function day(micros: number, language: Language): Html {
  return written(isoTime(micros), language);
}

/** The same of a day as YYYY-MM-DD. */
export const calendarDay = (date: string, language: Language): Html => written(`${date}T00:00:00.000Z`, language, date);

function written(iso: string, language: Language, machine = iso): Html {
  const format = formats.get(language) ?? new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' });
  formats.set(language, format);
  return html`<time datetime="${machine}">${format.format(new Date(iso))}</time>`;
}
