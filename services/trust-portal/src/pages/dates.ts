import { html, type Html } from './html.js';

/** Made when it is first needed: it takes 20 ms, which a start would wait for. */
let days: Intl.DateTimeFormat | undefined;

/** ISO 8601 of microseconds. */
export const isoOf = (micros: number): string => new Date(micros / 1000).toISOString();

/** A day that people and machines read. */
export function day(micros: number): Html {
  days ??= new Intl.DateTimeFormat('en', { dateStyle: 'long', timeZone: 'UTC' });
  return html`<time datetime="${isoOf(micros)}">${days.format(new Date(micros / 1000))}</time>`;
}
