import type { PortalDocument } from '../store/portal-documents.js';
import type { Addresses } from './addresses.js';
import { day } from './dates.js';
import type { Feed } from './feeds.js';
import { html } from './html.js';
import type { PageFrame } from './layout.js';

const FEED_SIZE = 50;

/** The documents that changed last, as the page lists them; `addresses` are those below the public address. */
export function documentFeed(
  { portal, words, language }: PageFrame,
  publicUrl: string,
  addresses: Addresses,
  documents: readonly PortalDocument[],
): Feed {
  const say = words.documents;
  const url = publicUrl + addresses.documents();
  const newest = [...documents].sort((one, other) => other.updatedAt - one.updatedAt).slice(0, FEED_SIZE);
  return {
    title: `${portal.name}: ${say.title}`,
    author: portal.name,
    pageUrl: url,
    urls: {
      atom: publicUrl + addresses.documents('/feed.atom'),
      json: publicUrl + addresses.documents('/feed.json'),
    },
    entries: newest.map((one) => ({
      id: one.id,
      title: one.title,
      url: `${url}#d-${one.id}`,
      content: html`${one.description !== '' && html`<p>${one.description}</p>`}
        <dl>
          ${
            one.category !== '' &&
            html`<dt>${say.feed.category}</dt>
              <dd>${one.category}</dd>`
          }
          <dt>${say.feed.version}</dt>
          <dd>${one.version}</dd>
          <dt>${say.feed.access}</dt>
          <dd>${say.visibility[one.visibility]}</dd>
          ${
            one.validUntil !== undefined &&
            html`<dt>${say.feed.validUntil}</dt>
              <dd>${day(one.validUntil, language)}</dd>`
          }
        </dl>`,
      publishedAt: one.createdAt,
      updatedAt: one.updatedAt,
      tags: [],
    })),
  };
}
