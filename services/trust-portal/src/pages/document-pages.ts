import type { PortalDocument } from '../store/portal-documents.js';
import { day } from './dates.js';
import { html, type Html } from './html.js';
import type { Language } from './language.js';
import { page, type PageFrame } from './layout.js';

/** What a visitor sees of the documents. */
export interface DocumentsView {
  documents: PortalDocument[];
  /** Ids of what the visitor may download now. */
  granted: Set<string>;
  ndaAccepted: boolean;
  /** Who is signed in; undefined: nobody. */
  email: string | undefined;
}

const SHOWN_FIRST = 6;

/** The documents' part of the portal's first page; undefined when there are none. */
export function documentsSection(frame: PageFrame, documents: PortalDocument[]): Html | undefined {
  if (documents.length === 0) return undefined;
  const say = frame.words.documents;
  const view = { documents, granted: new Set<string>(), ndaAccepted: false, email: undefined };
  return html`<section class="documents part" aria-labelledby="documents">
    <div class="heading">
      <h2 id="documents">${say.title}</h2>
      <a href="${frame.addresses.documents()}">${say.all(documents.length)}</a>
    </div>
    <ul class="files">
      ${documents.slice(0, SHOWN_FIRST).map((document) => row(frame, document, view, 3))}
    </ul>
  </section>`;
}

/** All documents of a portal, by category. */
export function documentsPage(frame: PageFrame, view: DocumentsView): string {
  const { portal, addresses, words } = frame;
  const { documents, granted, email } = view;
  const say = words.documents;
  const categories = [...new Set(documents.map(({ category }) => category))];
  const closed = documents.filter(({ id, visibility }) => visibility !== 'public' && !granted.has(id));
  return page(frame, {
    title: say.title,
    description: say.described(portal.name),
    current: 'documents',
    personal: email !== undefined,
    body: html`<div class="wide">
      <h1>${say.title}</h1>
      <p class="lead">${say.lead(html`<bdi>${portal.name}</bdi>`)}</p>
      ${email !== undefined && signedIn(frame, email)}
      ${
        documents.length === 0 &&
        html`<div class="card empty">
          <h2>${say.none}</h2>
          <p>${say.noneNow}</p>
        </div>`
      }
      ${categories.map(
        (category) =>
          html`<section class="documents">
            ${category !== '' && html`<h2 dir="auto">${category}</h2>`}
            <ul class="files">
              ${documents
                .filter((one) => one.category === category)
                .map((document) => row(frame, document, view, category === '' ? 2 : 3))}
            </ul>
          </section>`,
      )}
      ${
        closed.length > 0 &&
        html`<aside class="invite" aria-label="${say.access}">
          <p>${say.onRequest}</p>
          <span class="actions"
            ><a class="button small" href="${addresses.documents('/request')}">${say.request}</a
            >${email === undefined && html`<a class="button small quiet" href="${addresses.documents('/sign-in')}">${say.haveAccess}</a>`}</span
          >
        </aside>`
      }
      <p class="fine">
        <a href="${addresses.documents('/feed.atom')}">${words.atomFeed}</a> ·
        <a href="${addresses.documents('/feed.json')}">${words.jsonFeed}</a>
      </p>
    </div>`,
  });
}

function signedIn({ addresses, words }: PageFrame, email: string): Html {
  const say = words.documents;
  return html`<form class="signed-in" method="post" action="${addresses.documents('/sign-out')}">
    <p>${say.seeAs(html`<span class="address">${email}</span>`)}</p>
    <button class="quiet small" type="submit">${say.signOut}</button>
  </form>`;
}

function row(frame: PageFrame, document: PortalDocument, view: DocumentsView, level: 2 | 3): Html {
  const { id, title, description, version, updatedAt, validUntil, size, visibility } = document;
  const { language, words } = frame;
  const say = words.documents;
  return html`<li class="card file" id="d-${id}">
    <div>
      ${level === 2 ? html`<h2 dir="auto">${title}</h2>` : html`<h3 dir="auto">${title}</h3>`}
      ${description !== '' && html`<p class="about" dir="auto">${description}</p>`}
      <p class="meta">
        <span class="tag">${say.visibility[visibility]}</span
        ><span>${say.version(version, day(updatedAt, language))}</span
        >${validUntil !== undefined && html`<span>${say.validUntil(day(validUntil, language))}</span>`}<span
          >${sizeOf(size, language, say.bytes)}</span
        >
      </p>
    </div>
    ${action(frame, document, view)}
  </li>`;
}

function action({ addresses, words }: PageFrame, { id, title, visibility }: PortalDocument, view: DocumentsView): Html {
  const say = words.documents;
  const named = html`<span class="hidden"> ${title}</span>`;
  if (visibility === 'public' || (view.granted.has(id) && (visibility === 'request' || view.ndaAccepted))) {
    return html`<a class="button small" href="${addresses.documents(`/${id}/file`)}">${say.download}${named}</a>`;
  }
  if (view.granted.has(id)) {
    return html`<a class="button small" href="${addresses.documents('/nda')}">${say.acceptNda}${named}</a>`;
  }
  return html`<a class="button small quiet" href="${addresses.documents('/request', { document: id })}"
    >${say.request}${named}</a
  >`;
}

/** Bytes as people read them. */
function sizeOf(bytes: number, language: Language, unit: string): string {
  if (bytes < 1000) return `${bytes} ${unit}`;
  if (bytes < 1_000_000) return `${Math.round(bytes / 1000)} KB`;
  const digits = { minimumFractionDigits: 1, maximumFractionDigits: 1, useGrouping: false };
  return `${(bytes / 1_000_000).toLocaleString(language, digits)} MB`;
}
