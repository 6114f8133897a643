import { MOST, type AskedFor, type Mistake, type Mistakes } from '../access-requests/asking.js';
import type { AccessRequest } from '../store/access-requests.js';
import type { PortalDocument } from '../store/portal-documents.js';
import { field, hidden, wrong } from './form-fields.js';
import { html, type Html } from './html.js';
import { notice, page, type PageFrame } from './layout.js';

/** What is wrong with a field, in the visitor's language. */
function told(
  { words }: PageFrame,
  name: keyof typeof MOST | 'email',
  mistake: Mistake | undefined,
): string | undefined {
  const say = words.documents.asking;
  if (mistake === undefined) return undefined;
  if (mistake === 'too_long' && name !== 'email') return say.tooLong(MOST[name]);
  if (mistake === 'missing') return name === 'email' ? say.noAddress : say.missing;
  return say.wrongAddress;
}

export interface RequestView {
  /** What can be asked for. */
  documents: PortalDocument[];
  asked: AskedFor;
  mistakes: Mistakes;
}

/** The form by which a visitor asks for documents; `website` is a trap that people neither see nor fill in. */
export function requestPage(frame: PageFrame, { documents, asked, mistakes }: RequestView): string {
  const { addresses, portal, words } = frame;
  const say = words.documents.asking;
  const reason = told(frame, 'reason', mistakes.reason);
  return page(frame, {
    title: words.documents.request,
    description: say.described(portal.name),
    current: 'documents',
    body: html`<div class="narrow">
      <section class="card">
        <h1>${say.heading}</h1>
        <p>${say.lead(html`<bdi>${portal.name}</bdi>`)}</p>
        ${Object.keys(mistakes).length > 0 && html`<p class="said wrong" role="alert">${say.correct}</p>`}
        <form method="post" action="${addresses.documents('/request')}">
          ${field({ id: 'name', label: say.name, value: asked.name, mistake: told(frame, 'name', mistakes.name), autocomplete: 'name', most: 200 })}
          ${field({ id: 'email', label: say.email, value: asked.email, mistake: told(frame, 'email', mistakes.email), type: 'email', autocomplete: 'email', most: 254 })}
          ${field({ id: 'company', label: say.company, value: asked.company, mistake: told(frame, 'company', mistakes.company), autocomplete: 'organization', most: 300 })}
          <div class="field">
            <label for="reason">${say.reason}</label>
            <textarea
              id="reason"
              name="reason"
              rows="3"
              required
              maxlength="2000"
              ${reason !== undefined && html` aria-invalid="true" aria-describedby="reason-mistake"`}
            >
${asked.reason}</textarea>
            ${wrong('reason', reason)}
          </div>
          <div class="hidden" aria-hidden="true">
            <label for="website">${say.leaveEmpty}</label
            ><input id="website" name="website" tabindex="-1" autocomplete="off" />
          </div>
          <fieldset ${mistakes.documents !== undefined && html` aria-describedby="documents-mistake"`}>
            <legend>${words.documents.title}</legend>
            ${documents.map(({ id, title, visibility }) => {
              const ticked = asked.documentIds.includes(id) || documents.length === 1;
              return html`<div class="choice">
                <input type="checkbox" id="d-${id}" name="document" value="${id}" ${ticked && html` checked`} /><label
                  for="d-${id}"
                  ><span dir="auto">${title}</span>${visibility === 'nda' && ` ${words.documents.underNda}`}</label
                >
              </div>`;
            })}
            ${wrong('documents', mistakes.documents && say.chooseOne)}
          </fieldset>
          <div class="actions"><button type="submit">${say.send}</button></div>
        </form>
      </section>
    </div>`,
  });
}

const named = ({ portal }: PageFrame): Html => html`<bdi>${portal.name}</bdi>`;
const addressed = (email: string): Html => html`<span class="address">${email}</span>`;

export function nothingToRequestPage(frame: PageFrame): string {
  const say = frame.words.documents;
  return notice(frame, {
    title: say.asking.nothingTitle,
    text: say.asking.nothing,
    more: html`<div class="actions"><a class="button" href="${frame.addresses.documents()}">${say.see}</a></div>`,
  });
}

/** The same for every address: nobody learns who asked before. */
export function askedPage(frame: PageFrame): string {
  const say = frame.words.documents.asked;
  const again = html`<a href="${frame.addresses.documents('/request')}">${say.tryAgain}</a>`;
  return notice(frame, {
    title: say.title,
    text: say.text,
    more: html`<p class="fine">${say.noEmail(again)}</p>`,
    personal: true,
  });
}

/** Asks once more before it confirms: programs that look into emails open every link. */
export function confirmPage(frame: PageFrame, { email }: AccessRequest, token: string): string {
  const say = frame.words.documents.confirming;
  return notice(frame, {
    title: say.title,
    text: say.text(named(frame), addressed(email)),
    more: html`<form method="post" action="${frame.addresses.documents('/confirm')}">
      ${hidden('token', token)}
      <div class="actions"><button type="submit">${say.button}</button></div>
    </form>`,
    personal: true,
  });
}

/** What comes next is told by email alone: the page must not tell who is approved at once. */
export function confirmedPage(frame: PageFrame): string {
  const say = frame.words.documents;
  return notice(frame, {
    title: say.confirming.doneTitle,
    text: say.confirming.done(named(frame)),
    more: html`<div class="actions">
      <a class="button quiet" href="${frame.addresses.documents()}">${say.see}</a>
    </div>`,
    personal: true,
  });
}

export function staleConfirmationPage(frame: PageFrame): string {
  const say = frame.words.documents.confirming;
  return notice(frame, {
    title: say.staleTitle,
    text: say.stale,
    more: html`<div class="actions">
      <a class="button" href="${frame.addresses.documents('/request')}">${say.again}</a>
    </div>`,
    personal: true,
  });
}

/** The form by which who has access gets a new link. */
export function signInPage(frame: PageFrame, view: { wrong?: boolean; stale?: boolean } = {}): string {
  const { addresses, words } = frame;
  const say = words.documents.signIn;
  const { email: label, wrongAddress } = words.documents.asking;
  const mistake = view.wrong === true ? wrongAddress : undefined;
  return page(frame, {
    title: say.title,
    current: 'documents',
    personal: true,
    body: html`<div class="narrow">
      <section class="card">
        <h1>${view.stale === true ? say.staleTitle : say.title}</h1>
        <p>${view.stale === true && `${say.stale} `}${say.text}</p>
        <form method="post" action="${addresses.documents('/sign-in')}">
          ${field({ id: 'email', label, value: '', mistake, type: 'email', autocomplete: 'email', most: 254 })}
          <div class="actions">
            <button type="submit">${say.send}</button
            ><a class="button quiet" href="${addresses.documents('/request')}">${words.documents.request}</a>
          </div>
        </form>
      </section>
    </div>`,
  });
}

/** The same for every address. */
export function linkSentPage(frame: PageFrame): string {
  const { signIn: say, request } = frame.words.documents;
  const link = html`<a href="${frame.addresses.documents('/request')}">${request}</a>`;
  return notice(frame, {
    title: say.sentTitle,
    text: say.sent,
    more: html`<p class="fine">${say.noEmail(link)}</p>`,
    personal: true,
  });
}

/** Asks once more before the link is used up. */
export function openPage(frame: PageFrame, email: string, token: string): string {
  const say = frame.words.documents.signIn;
  return notice(frame, {
    title: say.openTitle,
    text: say.open(named(frame), addressed(email)),
    more: html`<form method="post" action="${frame.addresses.documents('/open')}">
      ${hidden('token', token)}
      <div class="actions"><button type="submit">${say.openTitle}</button></div>
    </form>`,
    personal: true,
  });
}

/** Why a document is not handed out; the same whether it was never given, has ended or was revoked. */
export function noAccessPage(frame: PageFrame): string {
  const { noAccess: say, signIn, request } = frame.words.documents;
  return notice(frame, {
    ...say,
    more: html`<div class="actions">
      <a class="button" href="${frame.addresses.documents('/sign-in')}">${signIn.title}</a
      ><a class="button quiet" href="${frame.addresses.documents('/request')}">${request}</a>
    </div>`,
    personal: true,
  });
}

export const tooManyPage = (frame: PageFrame): string =>
  notice(frame, { ...frame.words.documents.tooMany, personal: true });

/** A marked copy is being made. */
export const preparingPage = (frame: PageFrame): string =>
  notice(frame, { ...frame.words.documents.preparing, personal: true });
