import type { Status } from '../api/types.js';

export const PAGE_SIZE = 50;

export const DUE = ['overdue', 'week', 'none'] as const;
export type Due = (typeof DUE)[number];

export const SORTS = ['created_at', 'title', 'status', 'answered', 'deadline', 'tags'] as const;
export type Sort = (typeof SORTS)[number];
export type Order = 'asc' | 'desc';

export interface ListQuery {
  words: string;
  status: Status | '';
  /** Ids of users and groups, with commas between them; '' is everybody. */
  assignee: string;
  due: Due | '';
  /** Only what is not completed. */
  open: boolean;
  sort: Sort;
  order: Order;
  /** From 0. */
  page: number;
}

/** The order that a column is first sorted in. */
export const firstOrder = (sort: Sort): Order => (sort === 'created_at' ? 'desc' : 'asc');

/** What the API is asked for; '' is everything. */
export const searchFor = ({ words, status }: Pick<ListQuery, 'words' | 'status'>): string =>
  [words.trim(), status === '' ? '' : `@status:${status}`].filter(Boolean).join(' ');

/** Whether anything is left out. */
export const isNarrowed = ({ words, status, assignee, due, open }: ListQuery): boolean =>
  words.trim() + status + assignee + due !== '' || open;

const DAY_MS = 86_400_000;

/** A day of the calendar where the person is, so many days from today: "YYYY-MM-DD". */
export function dayFrom(days: number, now = new Date()): string {
  const today = Date.UTC(now.getFullYear(), now.getMonth(), now.getDate());
  return new Date(today + days * DAY_MS).toISOString().slice(0, 10);
}

/** The days of a deadline, as the API is asked for them. What is completed is never late. */
export function dueDays(due: Due, now = new Date()) {
  if (due === 'none') return { deadline: 'none' } as const;
  if (due === 'overdue') return { deadline_to: dayFrom(-1, now), open: 'true' } as const;
  return { deadline_from: dayFrom(0, now), deadline_to: dayFrom(7, now), open: 'true' } as const;
}

/** Filters and order for the API. */
export const optionsFor = ({ assignee, due, open, sort, order }: ListQuery, now = new Date()) => ({
  sort,
  order,
  ...(assignee === '' ? {} : { assignee }),
  ...(open ? ({ open: 'true' } as const) : {}),
  ...(due === '' ? {} : dueDays(due, now)),
});
