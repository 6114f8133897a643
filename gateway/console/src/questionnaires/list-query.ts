import type { Status } from '../api/types.js';

export const PAGE_SIZE = 50;

export interface ListQuery {
  words: string;
  status: Status | '';
  /** From 0. */
  page: number;
}

/** What the API is asked for; '' is everything. */
export const searchFor = ({ words, status }: ListQuery): string =>
  [words.trim(), status === '' ? '' : `@status:${status}`].filter(Boolean).join(' ');
