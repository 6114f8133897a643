import { domainToASCII, domainToUnicode } from 'node:url';
import { lengthOf } from './text.js';

const MAX_ADDRESS = 254;
const LABEL = /^(?!-)[a-z0-9-]{1,63}(?<!-)$/;
/** What mail servers take before the "@": no blanks, quotes or brackets, nothing that cannot be seen. */
const LOCAL_PART = /^[a-z0-9.!#$%&'*+/=?^_`{|}~\u00a1-\u{10ffff}-]{1,64}$/u;
const UNSEEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Z}]/u;

/** A domain in lower-case ASCII, so that its two spellings are one; undefined when it is none. */
export function domainName(given: string): string | undefined {
  const domain = domainToASCII(given.trim().toLowerCase());
  const labels = domain.split('.');
  return labels.length > 1 && domain.length <= 253 && labels.every((label) => LABEL.test(label)) ? domain : undefined;
}

/** Whether a text can be the sender of mails: an address, or a name with the address in angle brackets. */
export function isMailSender(text: string): boolean {
  const address = /^[^<>\r\n]{0,200}<([^<>\s]{1,254})>$/.exec(text.trim())?.[1] ?? text.trim();
  return emailAddress(address) !== undefined || /^[a-z0-9._+-]{1,64}@localhost$/i.test(address);
}

/**
 * An email address as it is stored: lower case, NFC, its domain as people read it, so that the punycode and the Unicode of
 * a domain are one address. Undefined when it is none.
 */
export function emailAddress(given: string): string | undefined {
  const text = given.normalize('NFC').trim().toLowerCase();
  const at = text.lastIndexOf('@');
  const local = text.slice(0, Math.max(0, at));
  // Long texts are refused before any expression looks at them.
  if (text.length > 2 * MAX_ADDRESS || !LOCAL_PART.test(local) || UNSEEN.test(text)) return undefined;
  if (local.startsWith('.') || local.endsWith('.') || local.includes('..')) return undefined;
  const domain = domainName(text.slice(at + 1));
  if (domain === undefined || /^[0-9-]+$/.test(domain.slice(domain.lastIndexOf('.') + 1))) return undefined;
  const address = `${local}@${domainToUnicode(domain)}`;
  return lengthOf(address) <= MAX_ADDRESS ? address : undefined;
}

/** A part of an address as it stands in stored ones: lower case, NFC, its punycode as people read it. */
export const addressPart = (given: string): string =>
  given
    .normalize('NFC')
    .trim()
    .toLowerCase()
    .replace(/xn--[a-z0-9-]+/g, (label) => domainToUnicode(label) || label);
