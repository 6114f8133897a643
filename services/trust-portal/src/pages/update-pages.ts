import { markdownSummary } from '../delivery/markdown.js';
import type { Category } from '../store/categories.js';
import type { PublishedUpdate } from '../store/published.js';
import { day } from './dates.js';
import { html, markdownHtml, type Html } from './html.js';
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
  const { updates, total, categories, category, query } = view;
  const filtered = query !== '' || category !== undefined;
  const known = new Map(categories.map((one) => [one.id, one]));
  return page(frame, {
    title: category?.name ?? (query === '' ? 'Trust updates' : `Search for “${query}”`),
    description: portal.intro ?? `Security, compliance and availability news from ${portal.name}.`,
    current: 'updates',
    body: html`<div class="wide">
      <h1>Trust updates</h1>
      ${lead(portal)} ${view.section} ${(filtered || total > 0) && searchForm(frame, view)}
      ${categories.length > 0 && topics(frame, view)}
      ${query !== '' && html`<p class="found" role="status">${total === 1 ? '1 update' : `${total} updates`} for “<bdi>${query}</bdi>”${category && html` in <bdi>${category.name}</bdi>`}. <a href="${addresses.list()}">Show all</a></p>`}
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

function lead({ name, intro }: PageFrame['portal']): Html {
  if (intro !== undefined) return html`<p class="lead intro" dir="auto">${intro}</p>`;
  return html`<p class="lead">Security, compliance and availability news from <bdi>${name}</bdi>.</p>`;
}

function searchForm({ addresses }: PageFrame, { query, category }: ListView): Html {
  return html`<form class="find" role="search" action="${addresses.list()}" method="get">
    <label class="hidden" for="q">Search updates</label>
    <input id="q" type="search" name="q" value="${query}" placeholder="Search updates" maxlength="200" dir="auto" />
    ${category && html`<input type="hidden" name="category" value="${category.id}" />`}
    <button class="quiet" type="submit">Search</button>
  </form>`;
}

function topics({ addresses }: PageFrame, { categories, category, query }: ListView): Html {
  const entry = (id: string, name: string): Html => {
    const current = (category?.id ?? '') === id;
    return html`<li>
      <a href="${addresses.list({ category: id, query })}" ${current && html` aria-current="true"`} dir="auto"
        >${name}</a
      >
    </li>`;
  };
  return html`<nav aria-label="Topics">
    <ul class="topics">
      ${entry('', 'All')}${categories.map(({ id, name }) => entry(id, name))}
    </ul>
  </nav>`;
}

function card({ addresses }: PageFrame, update: PublishedUpdate, known: Map<string, Category>): Html {
  return html`<li>
    <article class="card">
      ${meta(update, known)}
      <h2 dir="auto"><a href="${addresses.update(update.id)}">${update.title}</a></h2>
      <p class="excerpt" dir="auto">${excerptOf(update.description)}</p>
    </article>
  </li>`;
}

function meta(update: PublishedUpdate, known: Map<string, Category>): Html {
  const names = update.categoryIds.flatMap((id) => known.get(id)?.name ?? []);
  return html`<p class="meta">
    ${day(update.updateDate)}${names.map((name) => html`<span class="tag" dir="auto">${name}</span>`)}
  </p>`;
}

/** The beginning of an update as one line of plain text. */
export const excerptOf = (markdown: string): string => excerpts(markdown.slice(0, 4 * EXCERPT));

const excerpts = remembered((beginning) => {
  const text = markdownSummary(beginning).replace(/\s+/g, ' ').trim();
  return text.length > EXCERPT ? `${text.slice(0, EXCERPT).replace(/\s\S*$/, '')} …` : text;
}, 4_000_000);

function nothing({ addresses }: PageFrame, { query, category, total }: ListView): Html {
  if (query !== '')
    return html`<div class="card empty">
      <h2>Nothing found</h2>
      <p>Try different words, or another topic.</p>
      <a class="button quiet" href="${addresses.list()}">Show all updates</a>
    </div>`;
  if (total > 0)
    return html`<div class="card empty">
      <h2>Page not found</h2>
      <p>The list has fewer pages than that.</p>
      <a class="button quiet" href="${addresses.list({ category: category?.id ?? '' })}">Show the first page</a>
    </div>`;
  return html`<div class="card empty">
    <h2>No updates ${category ? 'on this topic ' : ''}yet</h2>
    <p>Subscribe, and you will get the first one by email.</p>
    <a class="button quiet" href="${addresses.action('subscribe')}">Subscribe</a>
  </div>`;
}

function paging({ addresses }: PageFrame, { page: at, total, query, category }: ListView): Html | undefined {
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
  return html`<nav class="pages" aria-label="Pages">
    ${at > 1 ? to(at - 1, 'prev', '← Newer') : gap}<span class="where">Page ${at} of ${pages}</span
    >${at < pages ? to(at + 1, 'next', 'Older →') : gap}
  </nav>`;
}

/** One update, whole. */
export function updatePage(frame: PageFrame, update: PublishedUpdate, categories: Category[]): string {
  const { addresses, portal } = frame;
  const known = new Map(categories.map((one) => [one.id, one]));
  return page(frame, {
    title: update.title,
    description: excerptOf(update.description).slice(0, 200),
    body: html`<div class="wide">
      <a class="back" href="${addresses.list()}">← All updates</a>
      <article class="card article">
        ${meta(update, known)}
        <h1 dir="auto">${update.title}</h1>
        <div class="text" dir="auto">${markdownHtml(update.description)}</div>
        ${update.link !== undefined && html`<p class="actions"><a class="button" href="${update.link}" rel="noopener nofollow" dir="auto">${update.linkText ?? 'Read more'}</a></p>`}
      </article>
      <aside class="invite" aria-label="Subscribe">
        <p>Get updates from <bdi>${portal.name}</bdi> by email.</p>
        <a class="button small${update.link === undefined ? '' : ' quiet'}" href="${addresses.action('subscribe')}"
          >Subscribe</a
        >
      </aside>
    </div>`,
  });
}
