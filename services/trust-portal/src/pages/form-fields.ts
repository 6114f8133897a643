import { html, type Html } from './html.js';

export const hidden = (name: string, value: string): Html =>
  html`<input type="hidden" name="${name}" value="${value}" />`;

interface FieldOptions {
  id: string;
  label: string;
  value: string;
  mistake: string | undefined;
  type?: 'text' | 'email';
  autocomplete?: string;
  most: number;
}

/** A field of one line with its label, and what is wrong with it. */
export function field({ id, label, value, mistake, type = 'text', autocomplete = 'off', most }: FieldOptions): Html {
  return html`<div class="field">
    <label for="${id}">${label}</label>
    <input
      id="${id}"
      name="${id}"
      type="${type}"
      autocomplete="${autocomplete}"
      required
      maxlength="${most}"
      value="${value}"
      ${mistake !== undefined && html` aria-invalid="true" aria-describedby="${id}-mistake"`}
    />
    ${wrong(id, mistake)}
  </div>`;
}

/** What is wrong with the field of this id, below it. */
export const wrong = (id: string, mistake: string | undefined): Html | undefined =>
  mistake === undefined ? undefined : html`<p class="mistake" id="${id}-mistake">${mistake}</p>`;
