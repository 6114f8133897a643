import type { Told } from '../frequently-asked/asking.js';
import { html, markdownHtml, type Html } from './html.js';
import { notice, page, type PageFrame } from './layout.js';

export interface AskView {
  question: string;
  /** What is wrong with it. */
  mistake?: string;
}

/** The form alone, under a heading of the second order. */
export function askForm(frame: PageFrame, view: AskView): Html {
  const say = frame.words.ask;
  return html`<h2>${say.title}</h2>
    <p>${say.lead}</p>
    ${fields(frame, view)}`;
}

function fields({ addresses, words }: PageFrame, { question, mistake }: AskView): Html {
  const say = words.ask;
  return html`<form method="post" action="${addresses.page('ask')}">
    <div class="field">
      <label for="question">${say.label}</label>
      <textarea
        id="question"
        name="question"
        rows="3"
        required
        maxlength="1000"
        dir="auto"
        ${mistake !== undefined && html` aria-invalid="true" aria-describedby="mistake"`}
      >
${question}</textarea>
    </div>
    <div class="actions"><button type="submit">${say.send}</button></div>
  </form>`;
}

export function askPage(frame: PageFrame, view: AskView): string {
  const say = frame.words.ask;
  return page(frame, {
    title: say.title,
    current: 'faq',
    ...(view.mistake === undefined ? {} : { personal: true }),
    body: html`<div class="narrow">
      <section class="card">
        <h1>${say.title}</h1>
        <p>${say.lead}</p>
        ${view.mistake !== undefined && html`<p class="said wrong" id="mistake" role="alert">${view.mistake}</p>`}
        ${fields(frame, view)}
      </section>
    </div>`,
  });
}

/** What is published says it: the answer, and where it stands. */
export function answerPage(frame: PageFrame, question: string, { answer, sources }: NonNullable<Told>): string {
  const { addresses, words } = frame;
  const say = words.ask;
  return page(frame, {
    title: say.answer,
    current: 'faq',
    personal: true,
    body: html`<div class="narrow">
      <section class="card">
        <p class="meta">${say.asked}: <bdi>${question}</bdi></p>
        <h1>${say.answer}</h1>
        <div class="text" dir="auto">${markdownHtml(answer)}</div>
        <h2>${say.sources}</h2>
        <ul class="sources">
          ${sources.map(
            ({ answerId, title, quote }) =>
              html`<li>
                <a href="${addresses.faq({ query: title.slice(0, 200) })}#a-${answerId}" dir="auto"
                  >${title || say.fromDocument}</a
                >
                <blockquote dir="auto">${quote}</blockquote>
              </li>`,
          )}
        </ul>
        <div class="actions"><a class="button quiet" href="${addresses.page('ask')}">${say.again}</a></div>
      </section>
    </div>`,
  });
}

const MOST_IN_ADDRESS = 4000;

/** As much of a text as an address can carry through every proxy. */
function carried(text: string): string {
  let length = 0;
  let end = 0;
  for (const character of text) {
    length += encodeURIComponent(character).length;
    if (length > MOST_IN_ADDRESS) break;
    end += character.length;
  }
  return text.slice(0, end);
}

/** Nothing is guessed: the visitor is told whom to ask. `takesRequests`: there is a form for it, else the contact. */
export function unansweredPage(frame: PageFrame, question: string, takesRequests: boolean): string {
  const { addresses, words, face } = frame;
  const say = words.ask;
  const contact = takesRequests ? '' : (face.content?.contactEmail ?? '');
  const form = addresses.documents('/request', { reason: carried(question) });
  return notice(frame, {
    title: say.unknown,
    text: html`${say.cannotSay}${(takesRequests || contact !== '') && html` ${say.askUs}`}`,
    more: html`<p class="meta">${say.asked}: <bdi>${question}</bdi></p>
      <div class="actions">
        ${takesRequests && html`<a class="button" href="${form}">${say.request}</a>`}${contact !== '' && html`<a class="button" href="mailto:${contact}">${contact}</a>`}<a
          class="button quiet"
          href="${addresses.page('ask')}"
          >${say.again}</a
        >
      </div>`,
    personal: true,
  });
}
