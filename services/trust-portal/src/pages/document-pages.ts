import type { PortalDocument, Visibility } from '../store/portal-documents.js';
import { day } from './dates.js';
import { html, type Html } from './html.js';
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
  const view = { documents, granted: new Set<string>(), ndaAccepted: false, email: undefined };
  return html`<section class="documents" aria-labelledby="documents">
    <div class="heading">
      <h2 id="documents">Documents</h2>
      <a href="${frame.addresses.documents()}"
        >${documents.length === 1 ? 'See the document' : `See all ${documents.length}`}</a
      >
    </div>
    <ul class="files">
      ${documents.slice(0, SHOWN_FIRST).map((document) => row(frame, document, view))}
    </ul>
  </section>`;
}

/** All documents of a portal, by category. */
export function documentsPage(frame: PageFrame, view: DocumentsView): string {
  const { portal, addresses } = frame;
  const { documents, granted, email } = view;
  const categories = [...new Set(documents.map(({ category }) => category))];
  const closed = documents.filter(({ id, visibility }) => visibility !== 'public' && !granted.has(id));
  return page(frame, {
    title: 'Documents',
    description: `Certificates, reports and policies of ${portal.name}.`,
    personal: email !== undefined,
    body: html`<div class="wide">
      <h1>Documents</h1>
      <p class="lead">Certificates, reports and policies of <bdi>${portal.name}</bdi>.</p>
      ${email !== undefined && signedIn(frame, email)}
      ${
        documents.length === 0 &&
        html`<div class="card empty">
          <h2>No documents yet</h2>
          <p>Nothing is published at the moment.</p>
        </div>`
      }
      ${categories.map(
        (category) =>
          html`<section class="documents">
            ${category !== '' && html`<h2 dir="auto">${category}</h2>`}
            <ul class="files">
              ${documents.filter((one) => one.category === category).map((document) => row(frame, document, view))}
            </ul>
          </section>`,
      )}
      ${
        closed.length > 0 &&
        html`<aside class="invite" aria-label="Access">
          <p>Some documents are given on request.</p>
          <span class="actions"
            ><a class="button small" href="${addresses.documents('/request')}">Request access</a
            >${email === undefined && html`<a class="button small quiet" href="${addresses.documents('/sign-in')}">I have access already</a>`}</span
          >
        </aside>`
      }
    </div>`,
  });
}

function signedIn({ addresses }: PageFrame, email: string): Html {
  return html`<form class="signed-in" method="post" action="${addresses.documents('/sign-out')}">
    <p>You see this as <span class="address">${email}</span>.</p>
    <button class="quiet small" type="submit">Sign out</button>
  </form>`;
}

const LABELS: Record<Visibility, string> = { public: 'Public', request: 'On request', nda: 'Under NDA' };

function row(frame: PageFrame, document: PortalDocument, view: DocumentsView): Html {
  const { title, description, version, updatedAt, validUntil, size, visibility } = document;
  return html`<li class="card file">
    <div>
      <h3 dir="auto">${title}</h3>
      ${description !== '' && html`<p class="about" dir="auto">${description}</p>`}
      <p class="meta">
        <span class="tag">${LABELS[visibility]}</span
        ><span>Version ${version}, ${day(updatedAt, frame.language)}</span
        >${validUntil !== undefined && html`<span>Valid until ${day(validUntil, frame.language)}</span>`}<span>${sizeOf(size)}</span>
      </p>
    </div>
    ${action(frame, document, view)}
  </li>`;
}

function action({ addresses }: PageFrame, { id, title, visibility }: PortalDocument, view: DocumentsView): Html {
  const named = html`<span class="hidden"> ${title}</span>`;
  if (visibility === 'public' || (view.granted.has(id) && (visibility === 'request' || view.ndaAccepted))) {
    return html`<a class="button small" href="${addresses.documents(`/${id}/file`)}">Download${named}</a>`;
  }
  if (view.granted.has(id)) {
    return html`<a class="button small" href="${addresses.documents('/nda')}">Accept the NDA${named}</a>`;
  }
  return html`<a class="button small quiet" href="${addresses.documents(`/request?document=${id}`)}"
    >Request access${named}</a
  >`;
}

/** Bytes as people read them. */
function sizeOf(bytes: number): string {
  if (bytes < 1000) return `${bytes} bytes`;
  if (bytes < 1_000_000) return `${Math.round(bytes / 1000)} KB`;
  return `${(bytes / 1_000_000).toFixed(1)} MB`;
}
