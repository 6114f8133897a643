import { isoTime } from '@candor/runtime';
import type { Category } from '../store/categories.js';
import type { PublishedUpdate } from '../store/published.js';
import { html, markdownHtml } from './html.js';
import type { PageFrame } from './layout.js';

export const FEED_SIZE = 50;

/** The newest updates as Atom (RFC 4287); `publicUrl` has no slash at its end. */
export function atomFeed(
  { portal, addresses }: PageFrame,
  publicUrl: string,
  {
    updates,
    categories,
    category,
  }: { updates: PublishedUpdate[]; categories: Category[]; category?: Category | undefined },
): string {
  const known = new Map(categories.map((one) => [one.id, one.name]));
  const newest = updates.reduce((latest, { updatedAt }) => Math.max(latest, updatedAt), 0);
  const self = publicUrl + addresses.feed(category?.id ?? '');
  const entries = updates.map(
    (update) =>
      html`<entry>
        <id>urn:uuid:${update.id}</id>
        <title>${update.title}</title>
        <link rel="alternate" type="text/html" href="${publicUrl}${addresses.update(update.id)}" />
        <published>${isoTime(update.updateDate)}</published>
        <updated>${isoTime(Math.max(update.updatedAt, update.updateDate))}</updated>
        ${update.categoryIds.map((id) => known.has(id) && html`<category term="${id}" label="${known.get(id)}" />`)}
        <content type="html">${markdownHtml(update.description).text}</content>
      </entry> `,
  );
  return html`<?xml version="1.0" encoding="utf-8"?>
    <feed xmlns="http://www.w3.org/2005/Atom">
      <id>${self}</id>
      <title>${portal.name}: trust updates${category && ` (${category.name})`}</title>
      <updated>${isoTime(newest)}</updated>
      <author><name>${portal.name}</name></author>
      <link rel="self" type="application/atom+xml" href="${self}" />
      <link rel="alternate" type="text/html" href="${publicUrl}${addresses.list({ category: category?.id ?? '' })}" />
      ${entries}</feed
    > `.text;
}
