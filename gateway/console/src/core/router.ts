import { createStore, useStore } from '../state/store.js';

const BASE = '/console';

export interface Place {
  /** Below /console, without a slash at its end: "/questionnaires/…". */
  path: string;
  query: URLSearchParams;
}

const placeOf = ({ pathname, search }: Location): Place => ({
  path: pathname.replace(/\/+$/, '').slice(BASE.length) || '/',
  query: new URLSearchParams(search),
});

const place = createStore<Place>(placeOf(window.location));
/** Asked before a page is left; false keeps it. */
let mayLeave: (() => boolean) | undefined;

export const usePlace = (): Place => useStore(place);

/** The same at this moment, for what happens later than a page is drawn. */
export const currentPlace = (): Place => place.get();

/** The address of a page, for links. */
export const hrefOf = (path: string): string => `${BASE}${path === '/' ? '' : path}`;

export function navigate(path: string, { replace = false } = {}): void {
  const samePage = path.split('?')[0] === place.get().path;
  if (!samePage && mayLeave?.() === false) return;
  if (replace) history.replaceState(null, '', hrefOf(path));
  else history.pushState(null, '', hrefOf(path));
  place.set(placeOf(window.location));
  if (!samePage) scrollTo(0, 0);
}

/** Asks `question` before the page is left by a link or closed, as long as it is set; returns how to stop. */
export function guardLeaving(question: () => boolean): () => void {
  const beforeUnload = (event: BeforeUnloadEvent): void => event.preventDefault();
  mayLeave = question;
  addEventListener('beforeunload', beforeUnload);
  return () => {
    if (mayLeave === question) mayLeave = undefined;
    removeEventListener('beforeunload', beforeUnload);
  };
}

/** Values of the parameters when the path has the form ("/questionnaires/:id"), else undefined. */
export function matchPath(form: string, path: string): Record<string, string> | undefined {
  const wanted = form.split('/');
  const given = path.split('/');
  if (wanted.length !== given.length) return undefined;
  const values: Record<string, string> = {};
  for (const [index, part] of wanted.entries()) {
    const value = given[index] ?? '';
    if (part.startsWith(':')) values[part.slice(1)] = decodeURIComponent(value);
    else if (part !== value) return undefined;
  }
  return values;
}

/** Follows links to our own pages without loading anything anew. */
export function followLinks(): void {
  addEventListener('popstate', () => place.set(placeOf(window.location)));
  document.addEventListener('click', (event) => {
    if (event.defaultPrevented || event.button !== 0) return;
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    if (!link || link.target !== '' || link.hasAttribute('download') || link.origin !== window.location.origin) return;
    if (link.pathname !== BASE && !link.pathname.startsWith(`${BASE}/`)) return;
    event.preventDefault();
    navigate(link.pathname.slice(BASE.length) + link.search || '/');
  });
}
