/** Longer than any address of ours. */
const LONGEST = 2000;
/** A path of one of our pages: no other server, no way up, nothing that a browser would read in another way. */
const OURS = /^\/(console|ask|oauth\/authorize)(?:$|[/?#])[\x21-\x5b\x5d-\x7e]*$/;

/** Where somebody goes after signing in: a path of this server's pages, as given; '' in place of anything else. */
export function safeReturn(given: string | null | undefined): string {
  if (!given || given.length > LONGEST || !OURS.test(given)) return '';
  const { origin, pathname } = new URL(given, 'http://own.invalid');
  return origin === 'http://own.invalid' && OURS.test(pathname) ? given : '';
}
