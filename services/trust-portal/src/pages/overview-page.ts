import type { LibraryAnswer } from '../clients/knowledge.js';
import type { Category } from '../store/categories.js';
import type { PublishedUpdate } from '../store/published.js';
import type { Subprocessor } from '../store/subprocessors.js';
import { faqSearch, questionList } from './faq-page.js';
import { html, markdownHtml, type Html } from './html.js';
import { page, type PageFrame } from './layout.js';
import { card, lead } from './update-pages.js';

/** Updates on the front page. */
export const LATEST = 3;

export interface OverviewView {
  updates: PublishedUpdate[];
  categories: Category[];
  answers: LibraryAnswer[];
  /** Published in all. */
  answersTotal: number;
  subprocessors: Subprocessor[];
  /** The section of documents, where there is one. */
  documents?: Html | undefined;
}

/** The front page: what visitors of a trust center look for first. */
export function overviewPage(frame: PageFrame, view: OverviewView): string {
  const { portal, words, face } = frame;
  const about = face.content?.about ?? '';
  return page(frame, {
    title: words.overview.title,
    description: portal.intro ?? words.overview.described(portal.name),
    current: 'overview',
    body: html`<div class="wide">
      <h1>${words.overview.title}</h1>
      ${portal.intro === undefined ? html`<p class="lead">${words.overview.described(portal.name)}</p>` : lead(frame)}
      ${about.trim() !== '' && html`<section class="card part" aria-label="${words.overview.about}"><div class="text" dir="auto">${markdownHtml(about)}</div></section>`}
      ${view.documents} ${questions(frame, view)} ${subprocessors(frame, view)} ${updates(frame, view)}
      ${contact(frame)}
    </div>`,
  });
}

function questions(frame: PageFrame, { answers, answersTotal }: OverviewView): Html | undefined {
  const { addresses, words, face } = frame;
  if (answers.length === 0) return undefined;
  return html`<section class="part" aria-labelledby="faq">
    <h2 id="faq">${words.faq.title}</h2>
    ${faqSearch(frame, '')} ${questionList(answers)}
    <p class="actions">
      ${answersTotal > answers.length && html`<a class="button quiet small" href="${addresses.faq()}">${words.faq.all}</a>`}${face.sections.has('ask') && html`<a class="button quiet small" href="${addresses.page('ask')}">${words.ask.title}</a>`}
    </p>
  </section>`;
}

function subprocessors({ addresses, words }: PageFrame, { subprocessors: all }: OverviewView): Html | undefined {
  if (all.length === 0) return undefined;
  const say = words.subprocessors;
  return html`<section class="part" aria-labelledby="subprocessors">
    <h2 id="subprocessors">${say.title}</h2>
    <div class="invite plain">
      <p>${say.count(all.length)}</p>
      <a class="button quiet small" href="${addresses.page('subprocessors')}">${say.all}</a>
    </div>
  </section>`;
}

function updates(frame: PageFrame, view: OverviewView): Html | undefined {
  const { addresses, words } = frame;
  if (view.updates.length === 0) return undefined;
  const known = new Map(view.categories.map((one) => [one.id, one]));
  return html`<section class="part" aria-labelledby="updates">
    <h2 id="updates">${words.updates.latest}</h2>
    <ol class="updates">
      ${view.updates.map((update) => card(frame, update, known, 3))}
    </ol>
    <p class="actions"><a class="button quiet small" href="${addresses.list()}">${words.updates.allUpdates}</a></p>
  </section>`;
}

function contact({ words, face }: PageFrame): Html | undefined {
  const { contactEmail = '', links = [] } = face.content ?? {};
  if (contactEmail === '' && links.length === 0) return undefined;
  const say = words.overview;
  return html`<section class="card part" aria-labelledby="contact">
    <h2 id="contact">${contactEmail === '' ? say.links : say.contact}</h2>
    <ul class="links">
      ${contactEmail !== '' && html`<li><a href="mailto:${contactEmail}">${contactEmail}</a></li>`}
      ${links.map(({ label, url }) => html`<li><a href="${url}" rel="noopener" dir="auto">${label}</a></li>`)}
    </ul>
  </section>`;
}
