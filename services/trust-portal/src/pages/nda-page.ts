import type { Nda } from '../store/ndas.js';
import { field, hidden } from './form-fields.js';
import { html, markdownHtml } from './html.js';
import { page, type PageFrame } from './layout.js';

export interface NdaView {
  nda: Nda;
  email: string;
  name: string;
  mistake?: string;
}

/** The text in force, and the click that accepts it. */
export function ndaPage(frame: PageFrame, { nda, email, name, mistake }: NdaView): string {
  const { addresses, portal, words } = frame;
  const say = words.documents.nda;
  return page(frame, {
    title: say.title,
    current: 'documents',
    personal: true,
    body: html`<div class="wide">
      <article class="card article">
        <p class="meta">${say.version(nda.version)}</p>
        <h1>${say.title}</h1>
        <p>${say.lead(html`<bdi>${portal.name}</bdi>`)}</p>
        <div class="text agreement" tabindex="0" role="region" aria-label="${say.textOf}" dir="auto">
          ${markdownHtml(nda.text)}
        </div>
        <form method="post" action="${addresses.documents('/nda')}">
          ${hidden('version', String(nda.version))}
          ${mistake !== undefined && html`<p class="said wrong" role="alert">${mistake}</p>`}
          ${field({ id: 'name', label: say.name, value: name, mistake: undefined, autocomplete: 'name', most: 200 })}
          <div class="choice">
            <input type="checkbox" id="agree" name="agree" value="yes" required /><label for="agree"
              >${say.agree(html`<span class="address">${email}</span>`)}</label
            >
          </div>
          <div class="actions">
            <button type="submit">${say.accept}</button
            ><a class="button quiet" href="${addresses.documents()}">${say.notNow}</a>
          </div>
          <p class="fine">${say.recorded}</p>
        </form>
      </article>
    </div>`,
  });
}
