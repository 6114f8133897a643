import { currentPlace, navigate, usePlace } from './router.js';

/** What is looked for stands in the address, so that it can be gone back to and passed on. */
export function useQuery(): [URLSearchParams, (change: Record<string, string | undefined>) => void] {
  const { query } = usePlace();
  const change = (values: Record<string, string | undefined>): void => {
    // As it is now: who pauses after typing may have chosen something meanwhile.
    const { path, query: now } = currentPlace();
    const wanted = new URLSearchParams(now);
    for (const [name, value] of Object.entries(values)) {
      if (value === undefined || value.trim() === '') wanted.delete(name);
      else wanted.set(name, value.trim());
    }
    navigate(wanted.size > 0 ? `${path}?${wanted.toString()}` : path, { replace: true });
  };
  return [query, change];
}

/** Number of the page, from 0; in the address they count from 1. `name`: of one list of several. */
export const pageIn = (query: URLSearchParams, name = 'page'): number => {
  const page = Number(query.get(name) ?? 1);
  return Number.isSafeInteger(page) && page > 0 ? page - 1 : 0;
};

/** How `pageIn` finds it again. */
export const pageParam = (page: number): string | undefined => (page > 0 ? String(page + 1) : undefined);
