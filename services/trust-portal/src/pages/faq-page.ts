import type { LibraryAnswer } from '../clients/knowledge.js';
import { askForm } from './ask-pages.js';
import { html, markdownHtml, type Html } from './html.js';
import { page, type PageFrame } from './layout.js';

export const FAQ_PAGE_SIZE = 50;

export interface FaqView {
  answers: LibraryAnswer[];
  /** Found in all. */
  total: number;
  query: string;
  /** From 1. */
  page: number;
  pages: number;
}

/** Published questions with their answers, and where to ask another one. */
export function faqPage(frame: PageFrame, view: FaqView): string {
  const { portal, addresses, words, face } = frame;
  const { answers, total, query } = view;
  const say = words.faq;
  return page(frame, {
    title: say.title,
    description: say.described(portal.name),
    current: 'faq',
    body: html`<div class="wide">
      <h1>${say.title}</h1>
      ${faqSearch(frame, query)}
      ${query !== '' && html`<p class="found" role="status">${say.found(total, html`<bdi>${query}</bdi>`)} <a href="${addresses.faq()}">${say.showAll}</a></p>`}
      ${
        answers.length === 0
          ? html`<div class="card empty">
              <h2>${say.none}</h2>
              <p>${say.tryOther}</p>
            </div>`
          : questionList(answers)
      }
      ${paging(frame, view)}
      ${face.sections.has('ask') && html`<section class="card asking">${askForm(frame, { question: query })}</section>`}
    </div>`,
  });
}

export function faqSearch({ addresses, words, face }: PageFrame, query: string): Html {
  return html`<form class="find" role="search" action="${addresses.base}/faq" method="get">
    <label class="hidden" for="q">${words.faq.search}</label>
    <input
      id="q"
      type="search"
      name="q"
      value="${query}"
      placeholder="${words.faq.search}"
      maxlength="200"
      dir="auto"
    />
    ${face.preview !== undefined && html`<input type="hidden" name="preview" value="${face.preview}" />`}
    <button class="quiet" type="submit">${words.updates.find}</button>
  </form>`;
}

/** Each opens by itself: no script is needed. */
export function questionList(answers: LibraryAnswer[]): Html {
  return html`<div class="questions">
    ${answers.map(
      ({ id, question, answer }) =>
        html`<details class="card" id="a-${id}">
          <summary dir="auto">${question}</summary>
          <div class="text" dir="auto">${markdownHtml(answer)}</div>
        </details>`,
    )}
  </div>`;
}

function paging({ addresses, words }: PageFrame, { page: at, pages, query }: FaqView): Html | undefined {
  if (pages <= 1) return undefined;
  const say = words.faq;
  const to = (number: number, rel: string, text: string): Html =>
    html`<a class="button quiet small" rel="${rel}" href="${addresses.faq({ query, page: number })}">${text}</a>`;
  const gap = html`<span class="gap"></span>`;
  return html`<nav class="pages" aria-label="${words.updates.pages}">
    ${at > 1 ? to(at - 1, 'prev', say.previous) : gap}<span class="where">${words.updates.pageOf(at, pages)}</span
    >${at < pages ? to(at + 1, 'next', say.next) : gap}
  </nav>`;
}
