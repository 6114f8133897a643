import { markdownSummary } from '../delivery/markdown.js';
import type { Category } from '../store/categories.js';
import type { PublishedUpdate } from '../store/published.js';
import { day } from './dates.js';
import { html, markdownHtml, type Html } from './html.js';
import type { Language } from './language.js';
import { page, type PageFrame } from './layout.js';
import { remembered } from './remembered.js';

export const PAGE_SIZE = 20;
const EXCERPT = 320;

export interface ListView {
  updates: PublishedUpdate[];
  total: number;
  /** From 1. */
  page: number;
  categories: Category[];
  category: Category | undefined;
  query: string;
  /** What stands before the updates on the first page. */
  section: Html | undefined;
}

/** Updates of a portal, newest first. */
export function listPage(frame: PageFrame, view: ListView): string {
  const { portal, addresses } = frame;
  const say = frame.words.updates;
  const { updates, total, categories, category, query } = view;
  const filtered = query !== '' || category !== undefined;
  const known = new Map(categories.map((one) => [one.id, one]));
  return page(frame, {
    title: category?.name ?? (query === '' ? say.title : say.searched(query)),
    description: portal.intro ?? say.described(portal.name),
    current: 'updates',
    body: html`<div class="wide">
      <h1>${say.title}</h1>
      ${lead(frame)} ${view.section} ${(filtered || total > 0) && searchForm(frame, view)}
      ${categories.length > 0 && topics(frame, view)}
      ${query !== '' && html`<p class="found" role="status">${say.found(total, html`<bdi>${query}</bdi>`, category && html`<bdi>${category.name}</bdi>`)} <a href="${addresses.list()}">${say.showAll}</a></p>`}
      ${
        updates.length === 0
          ? nothing(frame, view)
          : html`<ol class="updates">
              ${updates.map((update) => card(frame, update, known))}
            </ol>`
      }
      ${paging(frame, view)}
    </div>`,
  });
}

/** What the organization says of itself, or what is said of each. */
export function lead({ portal: { name, intro }, words }: PageFrame): Html {
  if (intro !== undefined) return html`<p class="lead intro" dir="auto">${intro}</p>`;
  return html`<p class="lead">${words.updates.lead(html`<bdi>${name}</bdi>`)}</p>`;
}

function searchForm({ addresses, face, words: { updates: say } }: PageFrame, { query, category }: ListView): Html {
  return html`<form class="find" role="search" action="${addresses.list()}" method="get">
    <label class="hidden" for="q">${say.search}</label>
    <input id="q" type="search" name="q" value="${query}" placeholder="${say.search}" maxlength="200" dir="auto" />
    ${category && html`<input type="hidden" name="category" value="${category.id}" />`}
    ${face.preview !== undefined && html`<input type="hidden" name="preview" value="${face.preview}" />`}
    <button class="quiet" type="submit">${say.find}</button>
  </form>`;
}

function topics({ addresses, words: { updates: say } }: PageFrame, { categories, category, query }: ListView): Html {
  const entry = (id: string, name: string): Html => {
    const current = (category?.id ?? '') === id;
    return html`<li>
      <a href="${addresses.list({ category: id, query })}" ${current && html` aria-current="true"`} dir="auto"
        >${name}</a
      >
    </li>`;
  };
  return html`<nav aria-label="${say.topics}">
    <ul class="topics">
      ${entry('', say.all)}${categories.map(({ id, name }) => entry(id, name))}
    </ul>
  </nav>`;
}

/** One update in a list, its heading of the second or third order. */
export function card(
  { addresses, language }: PageFrame,
  update: PublishedUpdate,
  known: Map<string, Category>,
  order: 2 | 3 = 2,
): Html {
  const title = html`<a href="${addresses.update(update.id)}">${update.title}</a>`;
  return html`<li>
    <article class="card">
      ${meta(update, known, language)}
      ${order === 2 ? html`<h2 dir="auto">${title}</h2>` : html`<h3 dir="auto">${title}</h3>`}
      <p class="excerpt" dir="auto">${excerptOf(update.description)}</p>
    </article>
  </li>`;
}

function meta(update: PublishedUpdate, known: Map<string, Category>, language: Language): Html {
  const names = update.categoryIds.flatMap((id) => known.get(id)?.name ?? []);
  return html`<p class="meta">
    ${day(update.updateDate, language)}${names.map((name) => html`<span class="tag" dir="auto">${name}</span>`)}
  </p>`;
}

/** The beginning of an update as one line of plain text. */
export const excerptOf = (markdown: string): string => excerpts(markdown.slice(0, 4 * EXCERPT));

const excerpts = remembered((beginning) => {
  const text = markdownSummary(beginning).replace(/\s+/g, ' ').trim();
  return text.length > EXCERPT ? `${text.slice(0, EXCERPT).replace(/\s\S*$/, '')} …` : text;
}, 4_000_000);

function nothing({ addresses, words }: PageFrame, { query, category, total }: ListView): Html {
  const say = words.updates;
  if (query !== '')
    return html`<div class="card empty">
      <h2>${say.nothingFound}</h2>
      <p>${say.tryOther}</p>
      <a class="button quiet" href="${addresses.list()}">${say.showAllUpdates}</a>
    </div>`;
  if (total > 0)
    return html`<div class="card empty">
      <h2>${say.noPage}</h2>
      <p>${say.fewerPages}</p>
      <a class="button quiet" href="${addresses.list({ category: category?.id ?? '' })}">${say.firstPage}</a>
    </div>`;
  return html`<div class="card empty">
    <h2>${category ? say.noneOnTopic : say.noneYet}</h2>
    <p>${say.subscribeFirst}</p>
    <a class="button quiet" href="${addresses.action('subscribe')}">${words.nav.subscribe}</a>
  </div>`;
}

function paging(
  { addresses, words: { updates: say } }: PageFrame,
  { page: at, total, query, category }: ListView,
): Html | undefined {
  const pages = Math.ceil(total / PAGE_SIZE);
  if (pages <= 1 || at > pages) return undefined;
  const to = (number: number, rel: string, text: string): Html =>
    html`<a
      class="button quiet small"
      rel="${rel}"
      href="${addresses.list({ query, category: category?.id ?? '', page: number })}"
      >${text}</a
    >`;
  const gap = html`<span class="gap"></span>`;
  return html`<nav class="pages" aria-label="${say.pages}">
    ${at > 1 ? to(at - 1, 'prev', say.newer) : gap}<span class="where">${say.pageOf(at, pages)}</span
    >${at < pages ? to(at + 1, 'next', say.older) : gap}
  </nav>`;
}

/** One update, whole. */
export function updatePage(frame: PageFrame, update: PublishedUpdate, categories: Category[]): string {
  const { addresses, portal, words } = frame;
  const say = words.updates;
  const known = new Map(categories.map((one) => [one.id, one]));
  return page(frame, {
    title: update.title,
    description: excerptOf(update.description).slice(0, 200),
    body: html`<div class="wide">
      <a class="back" href="${addresses.list()}">${say.back}</a>
      <article class="card article">
        ${meta(update, known, frame.language)}
        <h1 dir="auto">${update.title}</h1>
        <div class="text" dir="auto">${markdownHtml(update.description)}</div>
        ${update.link !== undefined && html`<p class="actions"><a class="button" href="${update.link}" rel="noopener nofollow" dir="auto">${update.linkText ?? say.readMore}</a></p>`}
      </article>
      <aside class="invite" aria-label="${words.nav.subscribe}">
        <p>${say.byEmail(html`<bdi>${portal.name}</bdi>`)}</p>
        <a class="button small${update.link === undefined ? '' : ' quiet'}" href="${addresses.action('subscribe')}"
          >${words.nav.subscribe}</a
        >
      </aside>
    </div>`,
  });
}
