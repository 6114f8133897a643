import { invalid, type FieldError } from './errors.js';

/** The most that a page of a list holds. */
const MAX_LIMIT = 1000;

export interface PageBounds {
  /** 1 to 1000. */
  limit: number;
  /** From 0. */
  offset: number;
}

/** The bounds of a page as lists have them. Throws `invalid_input`. */
export function pageOf({ limit, offset }: PageBounds): PageBounds {
  const errors: FieldError[] = [];
  if (limit < 1 || limit > MAX_LIMIT) errors.push({ path: 'limit', message: `limit must be 1 to ${MAX_LIMIT}.` });
  if (offset < 0) errors.push({ path: 'offset', message: 'offset must be 0 or more.' });
  if (errors.length > 0) throw invalid(errors);
  return { limit, offset };
}

/** The same for pages that are counted from 1. Throws `invalid_input`. */
export function numberedPageOf({ page, pageSize }: { page: number; pageSize: number }): PageBounds {
  const errors: FieldError[] = [];
  if (page < 1) errors.push({ path: 'page', message: 'page must be at least 1.' });
  if (pageSize < 1 || pageSize > MAX_LIMIT) {
    errors.push({ path: 'page_size', message: `page_size must be 1 to ${MAX_LIMIT}.` });
  }
  if (errors.length > 0) throw invalid(errors);
  return { limit: pageSize, offset: (page - 1) * pageSize };
}
