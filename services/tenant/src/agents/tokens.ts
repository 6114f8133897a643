import { randomBytes } from 'node:crypto';
import { hashKey } from '../api-key.js';
import { isMadeOf } from '../pkce.js';
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

const VERIFIER = /^[\w.~-]{43,128}$/;

/** Whether the verifier is the one that the challenge was made of (RFC 7636, S256). */
export const provesChallenge = (verifier: string, challenge: string): boolean =>
  VERIFIER.test(verifier) && isMadeOf(challenge, verifier);
