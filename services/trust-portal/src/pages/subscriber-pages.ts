import type { Category } from '../store/categories.js';
import type { Subscriber } from '../store/subscribers.js';
import { html, type Html } from './html.js';
import { notice, page, type PageFrame } from './layout.js';

export interface Choice {
  /** Undefined: all; empty: none. */
  categoryIds: string[] | undefined;
}

export interface SubscribeView extends Choice {
  categories: Category[];
  email: string;
  /** What is wrong with the address. */
  mistake?: string | undefined;
}

/** The form to subscribe; `website` is a trap that people neither see nor fill in. */
export function subscribePage(frame: PageFrame, view: SubscribeView): string {
  const { portal, addresses, words } = frame;
  const { mistake } = view;
  const say = words.subscribing;
  return page(frame, {
    title: say.title,
    current: 'subscribe',
    description: say.described(portal.name),
    body: html`<div class="narrow">
      <section class="card">
        <h1>${say.heading}</h1>
        <p>${say.lead(html`<bdi>${portal.name}</bdi>`)}</p>
        ${mistake !== undefined && html`<p class="said wrong" id="mistake" role="alert">${mistake}</p>`}
        <form method="post" action="${addresses.action('subscribe')}">
          <div class="field">
            <label for="email">${say.email}</label>
            <input
              id="email"
              name="email"
              type="email"
              autocomplete="email"
              required
              maxlength="254"
              value="${view.email}"
              ${mistake !== undefined && html` aria-invalid="true" aria-describedby="mistake"`}
            />
          </div>
          <div class="hidden" aria-hidden="true">
            <label for="website">${say.leaveEmpty}</label
            ><input id="website" name="website" tabindex="-1" autocomplete="off" />
          </div>
          ${choiceFields(frame, view.categories, view)}
          <div class="actions"><button type="submit">${say.title}</button></div>
        </form>
        <p class="fine">${say.weWillEmail}</p>
      </section>
    </div>`,
  });
}

/** The same for every address, so that nobody learns who subscribes. */
export const askedPage = (frame: PageFrame): string =>
  notice(frame, {
    title: frame.words.subscribing.askedTitle,
    text: frame.words.subscribing.asked,
    more: html`<p class="fine">
      ${frame.words.subscribing.noEmail(
        html`<a href="${frame.addresses.action('subscribe')}">${frame.words.subscribing.tryAgain}</a>`,
      )}
    </p>`,
    personal: true,
  });

/** What is chosen: everything, or some topics. */
function choiceFields(
  { words: { subscribing: say, updates } }: PageFrame,
  categories: Category[],
  { categoryIds }: Choice,
): Html | undefined {
  if (categories.length === 0) return undefined;
  const all = categoryIds === undefined;
  return html`<fieldset>
    <legend>${say.what}</legend>
    <div class="choice">
      <input type="radio" id="all" name="scope" value="all" ${all && html` checked`} /><label for="all"
        >${say.all}</label
      >
    </div>
    <div class="choice">
      <input type="radio" id="some" name="scope" value="some" ${!all && html` checked`} /><label for="some"
        >${say.some}</label
      >
    </div>
    <div class="within" role="group" aria-label="${updates.topics}">
      ${categories.map(
        ({ id, name }) =>
          html`<div class="choice">
            <input
              type="checkbox"
              id="c-${id}"
              name="category"
              value="${id}"
              ${categoryIds?.includes(id) && html` checked`}
            /><label for="c-${id}" dir="auto">${name}</label>
          </div>`,
      )}
    </div>
  </fieldset>`;
}

/** Names and addresses as they stand in a sentence. */
const nameOf = ({ portal }: PageFrame): Html => html`<bdi>${portal.name}</bdi>`;
const addressOf = (email: string): Html => html`<span class="address">${email}</span>`;

const hidden = (token: string): Html => html`<input type="hidden" name="token" value="${token}" />`;

/** Asks once more before it confirms: programs that look into mails open every link. */
export const confirmPage = (frame: PageFrame, { email }: Subscriber, token: string): string =>
  notice(frame, {
    title: frame.words.subscribing.confirmTitle,
    text: frame.words.subscribing.confirm(nameOf(frame), addressOf(email)),
    more: html`<form method="post" action="${frame.addresses.action('confirm')}">
      ${hidden(token)}
      <div class="actions"><button type="submit">${frame.words.subscribing.confirmButton}</button></div>
    </form>`,
    personal: true,
  });

export const confirmedPage = (frame: PageFrame, { email, unsubscribeToken }: Subscriber): string =>
  notice(frame, {
    title: frame.words.subscribing.confirmedTitle,
    text: frame.words.subscribing.confirmed(nameOf(frame), addressOf(email)),
    more: html`<div class="actions">
      <a class="button" href="${frame.addresses.list()}">${frame.words.subscribing.read}</a
      ><a class="button quiet" href="${frame.addresses.action('preferences', unsubscribeToken)}"
        >${frame.words.subscribing.preferences}</a
      >
    </div>`,
    personal: true,
  });

export const staleLinkPage = (frame: PageFrame): string =>
  notice(frame, {
    title: frame.words.subscribing.staleTitle,
    text: frame.words.subscribing.stale,
    more: html`<div class="actions">
      <a class="button" href="${frame.addresses.action('subscribe')}">${frame.words.subscribing.again}</a>
    </div>`,
    personal: true,
  });

export const unknownTokenPage = (frame: PageFrame): string =>
  notice(frame, {
    title: frame.words.subscribing.invalidTitle,
    text: frame.words.subscribing.invalid,
    more: html`<div class="actions">
      <a class="button quiet" href="${frame.addresses.list()}">${frame.words.subscribing.read}</a>
    </div>`,
    personal: true,
  });

/** Preferences of someone who gets emails; `saved`: just now. */
export function preferencesPage(
  frame: PageFrame,
  { subscriber, categories, saved }: { subscriber: Subscriber; categories: Category[]; saved: boolean },
): string {
  const { addresses } = frame;
  const say = frame.words.subscribing;
  const { email, unsubscribeToken, categoryIds } = subscriber;
  const none = categoryIds?.length === 0;
  return page(frame, {
    title: say.preferences,
    personal: true,
    body: html`<div class="narrow">
      <section class="card">
        <h1>${say.yourPreferences}</h1>
        ${saved && html`<p class="said" role="status">${say.saved}</p>`}
        ${none && html`<p class="said wrong">${say.noTopic}</p>`}
        <p>${say.updatesFor(nameOf(frame), addressOf(email))}</p>
        <form method="post" action="${addresses.action('preferences')}">
          ${hidden(unsubscribeToken)}
          ${categories.length > 0 ? choiceFields(frame, categories, subscriber) : html`<p>${say.nothingToChoose}</p>`}
          <div class="actions">
            ${categories.length > 0 && html`<button type="submit">${say.save}</button>`}<a
              class="button quiet"
              href="${addresses.action('unsubscribe', unsubscribeToken)}"
              >${say.unsubscribe}</a
            >
          </div>
        </form>
      </section>
    </div>`,
  });
}

/** Preferences of someone who gets none: nothing to choose before a new confirmation. */
export const notSubscribedPage = (frame: PageFrame, { email }: Subscriber): string =>
  notice(frame, {
    title: frame.words.subscribing.notSubscribedTitle,
    text: frame.words.subscribing.notSubscribed(addressOf(email)),
    more: html`<div class="actions">
      <a class="button" href="${frame.addresses.action('subscribe')}">${frame.words.subscribing.again}</a>
    </div>`,
    personal: true,
  });

export const unsubscribePage = (frame: PageFrame, { email, unsubscribeToken }: Subscriber): string =>
  notice(frame, {
    title: frame.words.subscribing.unsubscribeTitle,
    text: frame.words.subscribing.unsubscribing(nameOf(frame), addressOf(email)),
    more: html`<form method="post" action="${frame.addresses.action('unsubscribe')}">
      ${hidden(unsubscribeToken)}
      <div class="actions">
        <button type="submit">${frame.words.subscribing.unsubscribe}</button
        ><a class="button quiet" href="${frame.addresses.action('preferences', unsubscribeToken)}"
          >${frame.words.subscribing.chooseInstead}</a
        >
      </div>
    </form>`,
    personal: true,
  });

export const unsubscribedPage = (frame: PageFrame, { email }: Subscriber): string =>
  notice(frame, {
    title: frame.words.subscribing.unsubscribedTitle,
    text: frame.words.subscribing.unsubscribed(nameOf(frame), addressOf(email)),
    more: html`<p class="fine">
      ${frame.words.subscribing.mistake(
        html`<a href="${frame.addresses.action('subscribe')}">${frame.words.subscribing.again}</a>`,
      )}
    </p>`,
    personal: true,
  });

export const tooManyPage = (frame: PageFrame): string =>
  notice(frame, {
    title: frame.words.subscribing.tooMany,
    text: frame.words.subscribing.inAnHour,
    personal: true,
  });
