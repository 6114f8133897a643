import { createHash, timingSafeEqual } from 'node:crypto';

/** SHA-256 in base64url. */
const CHALLENGE = /^[\w-]{43}$/;

/** Whether a text can be a challenge: the hash of a secret that a client keeps to itself (RFC 7636, S256). */
export const isChallenge = (text: string): boolean => CHALLENGE.test(text);

/** Whether the challenge was made of this secret, compared in constant time. */
export function isMadeOf(challenge: string, verifier: string): boolean {
  const made = createHash('sha256').update(verifier, 'utf8').digest();
  const known = Buffer.from(challenge, 'base64url');
  return made.length === known.length && timingSafeEqual(made, known);
}
