import { createHmac } from 'node:crypto';
import { sameSecret } from '@candor/runtime';

/** How far a request's time may be from ours, seconds. */
const TOLERANCE = 300;

export interface SignedRequest {
  /** As it came, byte by byte. */
  body: Uint8Array;
  signature: string;
  /** Seconds since the epoch, as text. */
  timestamp: string;
}

/**
 * Whether Slack signed it with this secret (version 0: HMAC-SHA-256 of "v0:timestamp:body") within the last five minutes.
 * Takes the same time for every signature. `now` in milliseconds.
 */
export function isSigned({ body, signature, timestamp }: SignedRequest, secret: string, now: number): boolean {
  const fits = sameSecret(signature, signatureOf(body, timestamp, secret));
  const isFresh = /^\d{1,12}$/.test(timestamp) && Math.abs(now / 1000 - Number(timestamp)) <= TOLERANCE;
  return fits && isFresh;
}

/** What Slack writes into X-Slack-Signature. */
export const signatureOf = (body: Uint8Array, timestamp: string, secret: string): string =>
  `v0=${createHmac('sha256', secret).update(`v0:${timestamp}:`).update(body).digest('hex')}`;
