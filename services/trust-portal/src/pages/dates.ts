import { html, type Html } from './html.js';

const DAY = new Intl.DateTimeFormat('en', { dateStyle: 'long', timeZone: 'UTC' });

/** ISO 8601 of microseconds. */
export const isoOf = (micros: number): string => new Date(micros / 1000).toISOString();

/** A day that people and machines read. */
export const day = (micros: number): Html =>
  html`<time datetime="${isoOf(micros)}">${DAY.format(new Date(micros / 1000))}</time>`;
