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
  const { portal, addresses } = frame;
  const { mistake } = view;
  return page(frame, {
    title: 'Subscribe',
    current: 'subscribe',
    description: `Get trust updates from ${portal.name} by email.`,
    body: html`<div class="narrow">
      <section class="card">
        <h1>Subscribe to updates</h1>
        <p>Get trust updates from <bdi>${portal.name}</bdi> by email. You can unsubscribe at any time.</p>
        ${mistake !== undefined && html`<p class="said wrong" id="mistake" role="alert">${mistake}</p>`}
        <form method="post" action="${addresses.action('subscribe')}">
          <div class="field">
            <label for="email">Email address</label>
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
            <label for="website">Leave this empty</label
            ><input id="website" name="website" tabindex="-1" autocomplete="off" />
          </div>
          ${choiceFields(view.categories, view)}
          <div class="actions"><button type="submit">Subscribe</button></div>
        </form>
        <p class="fine">We will email you a link to confirm that the address is yours.</p>
      </section>
    </div>`,
  });
}

/** The same for every address, so that nobody learns who subscribes. */
export const askedPage = (frame: PageFrame): string =>
  notice(frame, {
    title: 'Check your inbox',
    text: 'We have emailed you a link. Your subscription begins when you confirm it. The link works for seven days.',
    more: html`<p class="fine">
      No email? Check your spam folder, or <a href="${frame.addresses.action('subscribe')}">try again</a> in an hour.
    </p>`,
    personal: true,
  });

/** What is chosen: everything, or some topics. */
function choiceFields(categories: Category[], { categoryIds }: Choice): Html | undefined {
  if (categories.length === 0) return undefined;
  const all = categoryIds === undefined;
  return html`<fieldset>
    <legend>What would you like to receive?</legend>
    <div class="choice">
      <input type="radio" id="all" name="scope" value="all" ${all && html` checked`} /><label for="all"
        >All updates</label
      >
    </div>
    <div class="choice">
      <input type="radio" id="some" name="scope" value="some" ${!all && html` checked`} /><label for="some"
        >Only these topics:</label
      >
    </div>
    <div class="within" role="group" aria-label="Topics">
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

const hidden = (token: string): Html => html`<input type="hidden" name="token" value="${token}" />`;

/** Asks once more before it confirms: programs that look into mails open every link. */
export const confirmPage = (frame: PageFrame, { email }: Subscriber, token: string): string =>
  notice(frame, {
    title: 'Confirm your subscription',
    text: html`Would you like to receive updates from <bdi>${frame.portal.name}</bdi> at
      <span class="address">${email}</span>?`,
    more: html`<form method="post" action="${frame.addresses.action('confirm')}">
      ${hidden(token)}
      <div class="actions"><button type="submit">Confirm</button></div>
    </form>`,
    personal: true,
  });

export const confirmedPage = (frame: PageFrame, { email, unsubscribeToken }: Subscriber): string =>
  notice(frame, {
    title: 'You are subscribed',
    text: html`Updates from <bdi>${frame.portal.name}</bdi> will be sent to <span class="address">${email}</span>.`,
    more: html`<div class="actions">
      <a class="button" href="${frame.addresses.list()}">Read the updates</a
      ><a class="button quiet" href="${frame.addresses.action('preferences', unsubscribeToken)}">Preferences</a>
    </div>`,
    personal: true,
  });

export const staleLinkPage = (frame: PageFrame): string =>
  notice(frame, {
    title: 'This link no longer works',
    text: 'A confirmation link works once, within seven days. Only the link in the latest email is valid.',
    more: html`<div class="actions">
      <a class="button" href="${frame.addresses.action('subscribe')}">Subscribe again</a>
    </div>`,
    personal: true,
  });

export const unknownTokenPage = (frame: PageFrame): string =>
  notice(frame, {
    title: 'This link is not valid',
    text: 'Your mail program may have cut it off. Please open the link in a more recent email.',
    more: html`<div class="actions">
      <a class="button quiet" href="${frame.addresses.list()}">Read the updates</a>
    </div>`,
    personal: true,
  });

/** Preferences of someone who gets emails; `saved`: just now. */
export function preferencesPage(
  frame: PageFrame,
  { subscriber, categories, saved }: { subscriber: Subscriber; categories: Category[]; saved: boolean },
): string {
  const { addresses, portal } = frame;
  const { email, unsubscribeToken, categoryIds } = subscriber;
  const none = categoryIds?.length === 0;
  return page(frame, {
    title: 'Preferences',
    personal: true,
    body: html`<div class="narrow">
      <section class="card">
        <h1>Your preferences</h1>
        ${saved && html`<p class="said" role="status">Saved.</p>`}
        ${none && html`<p class="said wrong">No topic is selected, so you will not receive any updates.</p>`}
        <p>Updates from <bdi>${portal.name}</bdi> for <span class="address">${email}</span></p>
        <form method="post" action="${addresses.action('preferences')}">
          ${hidden(unsubscribeToken)}
          ${categories.length > 0 ? choiceFields(categories, subscriber) : html`<p>You receive all updates: there are no topics to choose from.</p>`}
          <div class="actions">
            ${categories.length > 0 && html`<button type="submit">Save</button>`}<a
              class="button quiet"
              href="${addresses.action('unsubscribe', unsubscribeToken)}"
              >Unsubscribe</a
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
    title: 'You are not subscribed',
    text: html`No updates are sent to <span class="address">${email}</span>.`,
    more: html`<div class="actions">
      <a class="button" href="${frame.addresses.action('subscribe')}">Subscribe again</a>
    </div>`,
    personal: true,
  });

export const unsubscribePage = (frame: PageFrame, { email, unsubscribeToken }: Subscriber): string =>
  notice(frame, {
    title: 'Unsubscribe?',
    text: html`You will no longer receive updates from <bdi>${frame.portal.name}</bdi> at
      <span class="address">${email}</span>.`,
    more: html`<form method="post" action="${frame.addresses.action('unsubscribe')}">
      ${hidden(unsubscribeToken)}
      <div class="actions">
        <button type="submit">Unsubscribe</button
        ><a class="button quiet" href="${frame.addresses.action('preferences', unsubscribeToken)}"
          >Choose topics instead</a
        >
      </div>
    </form>`,
    personal: true,
  });

export const unsubscribedPage = (frame: PageFrame, { email }: Subscriber): string =>
  notice(frame, {
    title: 'You have been unsubscribed',
    text: html`Updates from <bdi>${frame.portal.name}</bdi> are no longer sent to
      <span class="address">${email}</span>.`,
    more: html`<p class="fine">
      Was this a mistake? <a href="${frame.addresses.action('subscribe')}">Subscribe again</a>.
    </p>`,
    personal: true,
  });

export const tooManyPage = (frame: PageFrame): string =>
  notice(frame, {
    title: 'Too many subscriptions from your network',
    text: 'Please try again in an hour.',
    personal: true,
  });
