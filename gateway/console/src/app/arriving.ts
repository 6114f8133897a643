/** What a link that leads to the console brings along, by the name before the "=" in its fragment. */
export type Arrival = { kind: 'sign-in' | 'sign-in-mail' | 'first-admin' | 'invitation'; code: string };

const FRAGMENT = /^#(sign-in|sign-in-mail|first-admin|invitation)=(.+)$/;

export const isArrival = (): boolean => FRAGMENT.test(window.location.hash);

/** Takes it out of the address, so that no history keeps it. */
export function takeArrival(): Arrival | undefined {
  const [, kind, code] = FRAGMENT.exec(window.location.hash) ?? [];
  if (kind === undefined || code === undefined) return undefined;
  window.history.replaceState(window.history.state, '', window.location.pathname + window.location.search);
  return { kind: kind as Arrival['kind'], code };
}

/** Where the person is going: what the page that led here asked for, else the page that is open. The server checks it. */
export function destination(): string {
  const { pathname, search } = window.location;
  return new URLSearchParams(search).get('return_to') ?? pathname + search;
}

/** Goes there; true when that is another page than those of the console, which is on its way then. */
export function goOn(returnTo: string | null): boolean {
  const here = window.location.pathname + window.location.search;
  if (returnTo === null || returnTo === here) return false;
  if (/^\/console(?:$|[/?#])/.test(returnTo)) {
    window.history.replaceState(null, '', returnTo);
    dispatchEvent(new PopStateEvent('popstate'));
    return false;
  }
  window.location.assign(returnTo);
  return true;
}
