import type { AskedFor, Mistakes } from '../access-requests/asking.js';
import type { AccessRequest } from '../store/access-requests.js';
import type { Nda } from '../store/ndas.js';
import type { PortalDocument } from '../store/portal-documents.js';
import { html, markdownHtml, type Html } from './html.js';
import { notice, page, type PageFrame } from './layout.js';

const hidden = (name: string, value: string): Html => html`<input type="hidden" name="${name}" value="${value}" />`;

interface FieldOptions {
  id: string;
  label: string;
  value: string;
  mistake: string | undefined;
  type?: 'text' | 'email';
  autocomplete?: string;
  most: number;
}

function field({ id, label, value, mistake, type = 'text', autocomplete = 'off', most }: FieldOptions): Html {
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

const wrong = (id: string, mistake: string | undefined): Html | undefined =>
  mistake === undefined ? undefined : html`<p class="mistake" id="${id}-mistake">${mistake}</p>`;

export interface RequestView {
  /** What can be asked for. */
  documents: PortalDocument[];
  asked: AskedFor;
  mistakes: Mistakes;
}

/** The form by which a visitor asks for documents; `website` is a trap that people neither see nor fill in. */
export function requestPage(frame: PageFrame, { documents, asked, mistakes }: RequestView): string {
  const { addresses, portal } = frame;
  return page(frame, {
    title: 'Request access',
    description: `Ask ${portal.name} for documents.`,
    body: html`<div class="narrow">
      <section class="card">
        <h1>Request access to documents</h1>
        <p>We email you a link to confirm your address. <bdi>${portal.name}</bdi> then decides about your request.</p>
        ${Object.keys(mistakes).length > 0 && html`<p class="said wrong" role="alert">Please correct what is marked.</p>`}
        <form method="post" action="${addresses.documents('/request')}">
          ${field({ id: 'name', label: 'Your name', value: asked.name, mistake: mistakes.name, autocomplete: 'name', most: 200 })}
          ${field({ id: 'email', label: 'Work email address', value: asked.email, mistake: mistakes.email, type: 'email', autocomplete: 'email', most: 254 })}
          ${field({ id: 'company', label: 'Company', value: asked.company, mistake: mistakes.company, autocomplete: 'organization', most: 300 })}
          <div class="field">
            <label for="reason">What do you need them for?</label>
            <textarea
              id="reason"
              name="reason"
              rows="3"
              required
              maxlength="2000"
              ${mistakes.reason !== undefined && html` aria-invalid="true" aria-describedby="reason-mistake"`}
            >
${asked.reason}</textarea>
            ${wrong('reason', mistakes.reason)}
          </div>
          <div class="hidden" aria-hidden="true">
            <label for="website">Leave this empty</label
            ><input id="website" name="website" tabindex="-1" autocomplete="off" />
          </div>
          <fieldset ${mistakes.documents !== undefined && html` aria-describedby="documents-mistake"`}>
            <legend>Documents</legend>
            ${documents.map(({ id, title, visibility }) => {
              const ticked = asked.documentIds.includes(id) || documents.length === 1;
              return html`<div class="choice">
                <input type="checkbox" id="d-${id}" name="document" value="${id}" ${ticked && html` checked`} /><label
                  for="d-${id}"
                  ><span dir="auto">${title}</span>${visibility === 'nda' && ' (under NDA)'}</label
                >
              </div>`;
            })}
            ${wrong('documents', mistakes.documents)}
          </fieldset>
          <div class="actions"><button type="submit">Send the request</button></div>
        </form>
      </section>
    </div>`,
  });
}

export const nothingToRequestPage = (frame: PageFrame): string =>
  notice(frame, {
    title: 'Nothing to request',
    text: 'All documents of this portal are public.',
    more: html`<div class="actions">
      <a class="button" href="${frame.addresses.documents()}">See the documents</a>
    </div>`,
  });

/** The same for every address: nobody learns who asked before. */
export const askedPage = (frame: PageFrame): string =>
  notice(frame, {
    title: 'Check your inbox',
    text: 'We have emailed you a link. Your request counts when you confirm it. The link works for seven days.',
    more: html`<p class="fine">
      No email? Check your spam folder, or <a href="${frame.addresses.documents('/request')}">try again</a> in an hour.
    </p>`,
    personal: true,
  });

/** Asks once more before it confirms: programs that look into emails open every link. */
export const confirmPage = (frame: PageFrame, { email }: AccessRequest, token: string): string =>
  notice(frame, {
    title: 'Confirm your request',
    text: html`Did you ask <bdi>${frame.portal.name}</bdi> for documents with the address
      <span class="address">${email}</span>?`,
    more: html`<form method="post" action="${frame.addresses.documents('/confirm')}">
      ${hidden('token', token)}
      <div class="actions"><button type="submit">Confirm the request</button></div>
    </form>`,
    personal: true,
  });

/** What comes next is told by email alone: the page must not tell who is approved at once. */
export const confirmedPage = (frame: PageFrame): string =>
  notice(frame, {
    title: 'Your request is confirmed',
    text: html`<bdi>${frame.portal.name}</bdi> will tell you by email what you can download.`,
    more: html`<div class="actions">
      <a class="button quiet" href="${frame.addresses.documents()}">See the documents</a>
    </div>`,
    personal: true,
  });

export const staleConfirmationPage = (frame: PageFrame): string =>
  notice(frame, {
    title: 'This link no longer works',
    text: 'A link to confirm a request works within seven days.',
    more: html`<div class="actions">
      <a class="button" href="${frame.addresses.documents('/request')}">Ask again</a>
    </div>`,
    personal: true,
  });

/** The form by which who has access gets a new link. */
export function signInPage(frame: PageFrame, view: { mistake?: string; stale?: boolean } = {}): string {
  return page(frame, {
    title: 'Get your link',
    personal: true,
    body: html`<div class="narrow">
      <section class="card">
        <h1>${view.stale === true ? 'This link no longer works' : 'Get your link'}</h1>
        <p>
          ${view.stale === true && 'A link works once, within 30 minutes. '}Enter the address with which you asked for
          access. If you have access, we email you a link.
        </p>
        <form method="post" action="${frame.addresses.documents('/sign-in')}">
          ${field({ id: 'email', label: 'Work email address', value: '', mistake: view.mistake, type: 'email', autocomplete: 'email', most: 254 })}
          <div class="actions">
            <button type="submit">Email me a link</button
            ><a class="button quiet" href="${frame.addresses.documents('/request')}">Request access</a>
          </div>
        </form>
      </section>
    </div>`,
  });
}

/** The same for every address. */
export const linkSentPage = (frame: PageFrame): string =>
  notice(frame, {
    title: 'Check your inbox',
    text: 'If this address has access, we have emailed it a link. It works once, within 30 minutes.',
    more: html`<p class="fine">
      No email? Your access may have ended. <a href="${frame.addresses.documents('/request')}">Request access</a>.
    </p>`,
    personal: true,
  });

/** Asks once more before the link is used up. */
export const openPage = (frame: PageFrame, email: string, token: string): string =>
  notice(frame, {
    title: 'Open the documents',
    text: html`You see the documents of <bdi>${frame.portal.name}</bdi> as <span class="address">${email}</span>.`,
    more: html`<form method="post" action="${frame.addresses.documents('/open')}">
      ${hidden('token', token)}
      <div class="actions"><button type="submit">Open the documents</button></div>
    </form>`,
    personal: true,
  });

export interface NdaView {
  nda: Nda;
  email: string;
  name: string;
  mistake?: string;
}

/** The text in force, and the click that accepts it. */
export function ndaPage(frame: PageFrame, { nda, email, name, mistake }: NdaView): string {
  const { addresses, portal } = frame;
  return page(frame, {
    title: 'Non-disclosure agreement',
    personal: true,
    body: html`<div class="wide">
      <article class="card article">
        <p class="meta">Version ${nda.version}</p>
        <h1>Non-disclosure agreement</h1>
        <p>Some documents of <bdi>${portal.name}</bdi> are handed out only to those who accept this agreement.</p>
        <div class="text agreement" tabindex="0" role="region" aria-label="Text of the agreement" dir="auto">
          ${markdownHtml(nda.text)}
        </div>
        <form method="post" action="${addresses.documents('/nda')}">
          ${hidden('version', String(nda.version))}
          ${mistake !== undefined && html`<p class="said wrong" role="alert">${mistake}</p>`}
          ${field({ id: 'name', label: 'Your full name', value: name, mistake: undefined, autocomplete: 'name', most: 200 })}
          <div class="choice">
            <input type="checkbox" id="agree" name="agree" value="yes" required /><label for="agree"
              >I accept this agreement, as <span class="address">${email}</span>.</label
            >
          </div>
          <div class="actions">
            <button type="submit">Accept</button><a class="button quiet" href="${addresses.documents()}">Not now</a>
          </div>
          <p class="fine">
            We record your name, address, company, network address and the time, and email both sides a PDF of it.
          </p>
        </form>
      </article>
    </div>`,
  });
}

/** Why a document is not handed out; the same whether it was never given, has ended or was revoked. */
export const noAccessPage = (frame: PageFrame): string =>
  notice(frame, {
    title: 'You have no access to this document',
    text: 'It is given on request. If you had access, it has ended, or you are not signed in in this browser.',
    more: html`<div class="actions">
      <a class="button" href="${frame.addresses.documents('/sign-in')}">Get your link</a
      ><a class="button quiet" href="${frame.addresses.documents('/request')}">Request access</a>
    </div>`,
    personal: true,
  });

export const tooManyPage = (frame: PageFrame): string =>
  notice(frame, {
    title: 'Too many requests from your network',
    text: 'Please try again in an hour.',
    personal: true,
  });
