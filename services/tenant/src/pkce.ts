import { createHash } from 'node:crypto';
import { CHALLENGE, sameSecret } from '@candor/runtime';

/** Whether a text can be a challenge: the hash of a secret that a client keeps to itself (RFC 7636, S256). */
export const isChallenge = (text: string): boolean => CHALLENGE.test(text);

/** Whether the challenge was made of this secret, compared in constant time. */
export const isMadeOf = (challenge: string, verifier: string): boolean =>
  sameSecret(createHash('sha256').update(verifier, 'utf8').digest('base64url'), challenge);
