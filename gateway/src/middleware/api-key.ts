import { createHash } from 'node:crypto';
import { AppError, steadyOf, type CallFor, type Clock } from '@candor/runtime';
import type { Request, RequestHandler } from 'express';
import { callFor, contextOf, ownCall, type KeyIdentity } from '../http/context.js';

/** Less than the 5 s within which a revoked key must be refused everywhere. */
const CACHE_MS = 4000;
const CACHE_ENTRIES = 10_000;
const KEY_LIMIT = 512;

/** The one 401: the same for a key that is missing, malformed, unknown, revoked or expired. */
const refusal = (cause?: unknown): AppError =>
  new AppError(
    'unauthenticated',
    'invalid_api_key',
    'A valid API key is required. Send it in the header X-API-Key.',
    cause === undefined ? {} : { cause },
  );

export type VerifyKey = (key: string, from: CallFor) => Promise<KeyIdentity>;

interface Entry {
  identity: Promise<KeyIdentity>;
  /** By the steady clock: a clock that is set back keeps no revoked key alive. */
  expiresAt: number;
}

/** Establishes whose key a request came with. What the tenant service said of a good key is kept for a few seconds. */
export function apiKey(verify: VerifyKey, clock: Clock): RequestHandler {
  const known = new Map<string, Entry>();
  const steady = steadyOf(clock);

  const identify = async (key: string, from: CallFor): Promise<KeyIdentity> => {
    const hash = createHash('sha256').update(key).digest('base64');
    const kept = known.get(hash);
    if (kept && kept.expiresAt > steady.now()) return kept.identity;
    // Not bound to this request's signal: other requests with the same key may be waiting for the same check.
    const identity = verify(key, ownCall(from));
    const entry = { identity, expiresAt: steady.now() + CACHE_MS };
    known.delete(hash);
    known.set(hash, entry);
    const oldest = known.keys().next();
    if (known.size > CACHE_ENTRIES && !oldest.done) known.delete(oldest.value);
    try {
      const { expiresAt } = await identity;
      // What is kept of a key does not outlive it.
      if (expiresAt !== undefined)
        entry.expiresAt = Math.min(entry.expiresAt, steady.now() + expiresAt / 1000 - clock.now());
      return await identity;
    } catch (error) {
      if (known.get(hash)?.identity === identity) known.delete(hash);
      throw error;
    }
  };

  return async (request, response, next) => {
    const context = contextOf(response);
    const key = keyOf(request);
    if (key === undefined) throw refusal();
    try {
      context.identity = await identify(key, callFor(context));
    } catch (error) {
      if (error instanceof AppError && ['unauthenticated', 'not_found', 'invalid'].includes(error.kind)) {
        throw refusal(error);
      }
      throw error;
    }
    next();
  };
}

/** X-API-Key, or its alias `Authorization: Bearer`. */
export function keyOf(request: Request): string | undefined {
  const bearer = /^bearer +(\S+) *$/i.exec(request.get('authorization') ?? '')?.[1];
  const key = request.get('x-api-key')?.trim() || bearer;
  return key && key.length <= KEY_LIMIT ? key : undefined;
}
