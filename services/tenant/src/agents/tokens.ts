import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { hashKey } from '../api-key.js';
import type { RefreshHashes } from '../store/agent-connections.js';

const secret = (): string => randomBytes(32).toString('base64url');

/** What a client exchanges for tokens, once. */
export const newCode = (): string => `cac_${secret()}`;
/** What an agent brings along with each call. */
export const newAccessToken = (): string => `cat_${secret()}`;

const REFRESH = /^crt_([\w-]{43})\.([\w-]{43})$/;

export interface NewRefreshToken {
  /** It cannot be had again. */
  token: string;
  hashes: RefreshHashes;
}

/** Two parts: the first is the same in all refresh tokens of a connection, so that an old one still names it. */
export function newRefreshToken(family = secret()): NewRefreshToken {
  const token = `crt_${family}.${secret()}`;
  return { token, hashes: { family: hashKey(family), token: hashKey(token) } };
}

/** The next refresh token of the same connection. */
export const refreshTokenAfter = (token: string): NewRefreshToken => newRefreshToken(REFRESH.exec(token)?.[1]);

/** Undefined when it is no refresh token. */
export function refreshHashes(token: string): RefreshHashes | undefined {
  const family = REFRESH.exec(token)?.[1];
  return family === undefined ? undefined : { family: hashKey(family), token: hashKey(token) };
}

const CHALLENGE = /^[\w-]{43}$/;
const VERIFIER = /^[\w.~-]{43,128}$/;

/** Whether it can be the challenge of PKCE's S256. */
export const isChallenge = (text: string): boolean => CHALLENGE.test(text);

/** Whether the verifier is the one that the challenge was made of (RFC 7636, S256). */
export function provesChallenge(verifier: string, challenge: string): boolean {
  if (!VERIFIER.test(verifier)) return false;
  const made = createHash('sha256').update(verifier).digest();
  const known = Buffer.from(challenge, 'base64url');
  return made.length === known.length && timingSafeEqual(made, known);
}
