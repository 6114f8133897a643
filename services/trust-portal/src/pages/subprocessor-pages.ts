import type { Subprocessor } from '../store/subprocessors.js';
import type { Addresses } from './addresses.js';
import { calendarDay } from './dates.js';
import type { Feed } from './feeds.js';
import { html, type Html } from './html.js';
import { page, type PageFrame } from './layout.js';

/** All subprocessors, by name. */
export function subprocessorsPage(frame: PageFrame, all: Subprocessor[]): string {
  const { portal, addresses, words } = frame;
  const say = words.subprocessors;
  return page(frame, {
    title: say.title,
    description: say.described(portal.name),
    current: 'subprocessors',
    body: html`<div class="wide">
      <h1>${say.title}</h1>
      <p class="lead">${say.lead(html`<bdi>${portal.name}</bdi>`)}</p>
      ${subprocessorTable(frame, all)}
      <aside class="invite" aria-label="${words.nav.subscribe}">
        <p>${say.subscribe}</p>
        <a class="button small quiet" href="${addresses.action('subscribe')}">${words.nav.subscribe}</a>
      </aside>
      <p class="fine">
        <a href="${addresses.subprocessorFeed('atom')}">${words.atomFeed}</a> ·
        <a href="${addresses.subprocessorFeed('json')}">${words.jsonFeed}</a>
      </p>
    </div>`,
  });
}

/** As a table that scrolls by itself where it is too wide. */
function subprocessorTable({ words, language }: PageFrame, all: Subprocessor[]): Html {
  const say = words.subprocessors;
  return html`<div class="card table" role="region" aria-label="${say.title}" tabindex="0">
    <table>
      <thead>
        <tr>
          <th scope="col">${say.name}</th>
          <th scope="col">${say.purpose}</th>
          <th scope="col">${say.data}</th>
          <th scope="col">${say.region}</th>
          <th scope="col">${say.since}</th>
        </tr>
      </thead>
      <tbody>
        ${all.map(
          (one) =>
            html`<tr>
              <th scope="row" dir="auto">${one.name}</th>
              <td dir="auto">${one.purpose}</td>
              <td dir="auto">${one.data}</td>
              <td dir="auto">${one.region}</td>
              <td>${one.since !== '' && calendarDay(one.since, language)}</td>
            </tr>`,
        )}
      </tbody>
    </table>
  </div>`;
}

/** One entry for each, newest change first; `addresses` are those below the public address. */
export function subprocessorFeed(
  { portal, words }: PageFrame,
  publicUrl: string,
  addresses: Addresses,
  all: Subprocessor[],
): Feed {
  const say = words.subprocessors;
  const url = publicUrl + addresses.page('subprocessors');
  const newest = [...all].sort((one, other) => other.updatedAt - one.updatedAt);
  return {
    title: `${portal.name}: ${say.title}`,
    author: portal.name,
    pageUrl: url,
    urls: {
      atom: publicUrl + addresses.subprocessorFeed('atom'),
      json: publicUrl + addresses.subprocessorFeed('json'),
    },
    entries: newest.map((one) => ({
      id: one.id,
      title: one.name,
      url,
      content: html`<dl>
        ${[
          [say.purpose, one.purpose],
          [say.data, one.data],
          [say.region, one.region],
          [say.since, one.since],
        ].map(
          ([label, value]) =>
            value !== '' &&
            html`<dt>${label}</dt>
              <dd>${value}</dd>`,
        )}
      </dl>`,
      publishedAt: one.createdAt,
      updatedAt: one.updatedAt,
      tags: [],
    })),
  };
}
