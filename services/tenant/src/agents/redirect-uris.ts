import { invalidRedirectUri } from './errors.js';

const MOST = 10;
const LONGEST = 1000;
/** Printable ASCII without blanks: such an address goes into a header as it is. */
const PLAIN = /^[\x21-\x7e]+$/;
const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]']);

/** Where a client may have people sent back to: https, or a program on the person's own machine. Throws when one is neither. */
export function checkedRedirectUris(given: readonly string[]): string[] {
  const unique = [...new Set(given)];
  if (unique.length === 0 || unique.length > MOST) throw invalidRedirectUri(`Give 1 to ${MOST} redirect URIs.`);
  for (const one of unique) {
    if (one.length > LONGEST || !PLAIN.test(one) || !isAllowed(one))
      throw invalidRedirectUri(
        'A redirect URI must be an https address, or http on localhost, without user, password and fragment.',
      );
  }
  return unique;
}

function isAllowed(text: string): boolean {
  if (!URL.canParse(text) || text.includes('#')) return false;
  const { protocol, hostname, username, password } = new URL(text);
  if (username !== '' || password !== '') return false;
  return protocol === 'https:' || (protocol === 'http:' && LOOPBACK.has(hostname));
}

/** Whether an address was registered: as it is, or, on the person's own machine, with whatever port (RFC 8252, 7.3). */
export function isRegistered(asked: string, registered: readonly string[]): boolean {
  if (registered.includes(asked)) return true;
  if (!PLAIN.test(asked) || asked.length > LONGEST || !isAllowed(asked)) return false;
  const place = loopbackPlace(asked);
  return place !== undefined && registered.some((one) => loopbackPlace(one) === place);
}

function loopbackPlace(text: string): string | undefined {
  const url = new URL(text);
  if (url.protocol !== 'http:' || !LOOPBACK.has(url.hostname)) return undefined;
  url.port = '';
  return url.href;
}
