import { isoTime } from '@candor/runtime';
import { html, printable, type Html } from './html.js';

export interface FeedEntry {
  /** A UUID. */
  id: string;
  title: string;
  url: string;
  /** HTML. */
  content: Html;
  /** Microseconds. */
  publishedAt: number;
  updatedAt: number;
  tags: readonly { id: string; name: string }[];
}

/** What Atom and JSON feeds are made of; addresses are whole. */
export interface Feed {
  title: string;
  author: string;
  pageUrl: string;
  urls: { atom: string; json: string };
  entries: readonly FeedEntry[];
}

/** As Atom (RFC 4287). */
export function atomOf({ title, author, pageUrl, urls, entries }: Feed): string {
  const newest = entries.reduce((latest, { updatedAt }) => Math.max(latest, updatedAt), 0);
  return html`<?xml version="1.0" encoding="utf-8"?>
    <feed xmlns="http://www.w3.org/2005/Atom">
      <id>${urls.atom}</id>
      <title>${title}</title>
      <updated>${isoTime(newest)}</updated>
      <author><name>${author}</name></author>
      <link rel="self" type="application/atom+xml" href="${urls.atom}" />
      <link rel="alternate" type="text/html" href="${pageUrl}" />
      ${entries.map(
        (entry) =>
          html`<entry>
            <id>urn:uuid:${entry.id}</id>
            <title>${entry.title}</title>
            <link rel="alternate" type="text/html" href="${entry.url}" />
            <published>${isoTime(entry.publishedAt)}</published>
            <updated>${isoTime(entry.updatedAt)}</updated>
            ${entry.tags.map(({ id, name }) => html`<category term="${id}" label="${name}" />`)}
            <content type="html">${entry.content.text}</content>
          </entry> `,
      )}</feed
    > `.text;
}

/** As JSON Feed 1.1. */
export function jsonFeedOf({ title, author, pageUrl, urls, entries }: Feed): string {
  return JSON.stringify({
    version: 'https://jsonfeed.org/version/1.1',
    title: printable(title),
    home_page_url: pageUrl,
    feed_url: urls.json,
    authors: [{ name: printable(author) }],
    items: entries.map((entry) => ({
      id: `urn:uuid:${entry.id}`,
      url: entry.url,
      title: printable(entry.title),
      content_html: entry.content.text,
      date_published: isoTime(entry.publishedAt),
      date_modified: isoTime(entry.updatedAt),
      ...(entry.tags.length === 0 ? {} : { tags: entry.tags.map(({ name }) => printable(name)) }),
    })),
  });
}
