import { AppError } from '@candor/runtime';
import type { Pagination } from '../routes/schemas.js';

interface Page {
  limit: number;
  offset: number;
}

/** What a service gave of a page: fewer items than asked for when they are large. */
export interface Part<Item, Reply> {
  items: readonly Item[];
  /** Of the whole list. */
  total: number;
  reply: Reply;
}

/** Of some megabytes each; what a page has beyond them is the next one's. */
const MOST_PARTS = 4;

/**
 * A page of a list, asked for in parts where its items are large. It is shorter than `limit` when they fill all parts; its
 * pagination then says where the next page begins. `reply` is that of the first part.
 */
export async function wholePage<Item, Reply>(
  { limit, offset }: Page,
  ask: (page: Page) => Promise<Part<Item, Reply>>,
): Promise<{ items: readonly Item[]; pagination: Pagination; reply: Reply }> {
  const first = await ask({ limit, offset });
  let { items } = first;
  const wanted = Math.min(limit, first.total - offset);
  // One that begins with nothing has ended meanwhile, whatever was counted.
  for (let parts = 1; items.length > 0 && items.length < wanted && parts < MOST_PARTS; parts++) {
    const { items: more } = await ask({ limit: limit - items.length, offset: offset + items.length });
    if (more.length === 0) break;
    items = [...items, ...more];
  }
  const cut = items.length > 0 && items.length < wanted;
  const pagination = { total: first.total, limit, offset, ...(cut ? { next_offset: offset + items.length } : {}) };
  return { items, pagination, reply: first.reply };
}

/** A whole list that has no pages, asked for in as many parts as its items need. */
export async function wholeList<Item>(
  ask: (offset: number) => Promise<{ items: readonly Item[]; total: number }>,
): Promise<readonly Item[]> {
  let { items, total } = await ask(0);
  while (items.length < total) {
    const part = await ask(items.length);
    if (part.items.length === 0) break;
    items = [...items, ...part.items];
    total = part.total;
  }
  return items;
}

/**
 * A page that is counted from 1. A service that cannot send it at once is asked for the smaller pages that it consists of, so that
 * it is never shorter: the pages after it would not be where clients look for them.
 */
export async function numberedPage<Item>(
  { page, pageSize }: { page: number; pageSize: number },
  ask: (page: { page: number; pageSize: number }) => Promise<{ data: readonly Item[]; total: number }>,
): Promise<{ data: readonly Item[]; total: number }> {
  try {
    return await ask({ page, pageSize });
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'reply_too_large' || pageSize === 1) throw error;
  }
  const pieces = leastDivisor(pageSize);
  const data: Item[] = [];
  let total = 0;
  for (let piece = 1; piece <= pieces; piece++) {
    const part = await numberedPage({ page: (page - 1) * pieces + piece, pageSize: pageSize / pieces }, ask);
    data.push(...part.data);
    total = part.total;
  }
  return { data, total };
}

function leastDivisor(of: number): number {
  for (let divisor = 2; divisor * divisor <= of; divisor++) if (of % divisor === 0) return divisor;
  return of;
}
