import { createHash, timingSafeEqual } from 'node:crypto';

/** SHA-256 in base64url: what a program shows of a secret that it keeps to itself (RFC 7636, S256). */
export const CHALLENGE = /^[A-Za-z0-9_-]{43}$/;

/** Whether a secret that was sent is the known one. Its time tells neither how much of them is the same nor how long they are. */
export function sameSecret(given: string | undefined, known: string): boolean {
  const hash = (text: string): Buffer => createHash('sha256').update(text, 'utf8').digest();
  return given !== undefined && timingSafeEqual(hash(given), hash(known));
}
