import type { Category } from '../store/categories.js';
import type { PublishedUpdate } from '../store/published.js';
import type { Addresses } from './addresses.js';
import type { Feed } from './feeds.js';
import { markdownHtml } from './html.js';
import type { PublicPortal } from './portal.js';

export const FEED_SIZE = 50;

export interface FeedOfUpdates {
  updates: PublishedUpdate[];
  categories: Category[];
  category?: Category | undefined;
}

/** The newest updates; `publicUrl` has no slash at its end. */
export function updatesFeed(
  portal: PublicPortal,
  addresses: Addresses,
  publicUrl: string,
  { updates, categories, category }: FeedOfUpdates,
): Feed {
  const known = new Map(categories.map((one) => [one.id, one.name]));
  const of = category?.id ?? '';
  return {
    title: `${portal.name}: trust updates${category ? ` (${category.name})` : ''}`,
    author: portal.name,
    pageUrl: publicUrl + addresses.list({ category: of }),
    urls: { atom: publicUrl + addresses.feed(of), json: publicUrl + addresses.feed(of, 'json') },
    entries: updates.map((update) => ({
      id: update.id,
      title: update.title,
      url: publicUrl + addresses.update(update.id),
      content: markdownHtml(update.description),
      publishedAt: update.updateDate,
      updatedAt: Math.max(update.updatedAt, update.updateDate),
      tags: update.categoryIds.flatMap((id) => {
        const name = known.get(id);
        return name === undefined ? [] : [{ id, name }];
      }),
    })),
  };
}
