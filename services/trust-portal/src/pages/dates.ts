import { isoTime } from '@candor/runtime';
import { html, type Html } from './html.js';

/** Made when it is first needed: it takes 20 ms, which a start would wait for. */
let days: Intl.DateTimeFormat | undefined;

/** A day that people and machines read. */
export function day(micros: number): Html {
  days ??= new Intl.DateTimeFormat('en', { dateStyle: 'long', timeZone: 'UTC' });
  const iso = isoTime(micros);
  return html`<time datetime="${iso}">${days.format(new Date(iso))}</time>`;
}
