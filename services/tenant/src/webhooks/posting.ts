import { request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import type { AddressGuard } from './address-guard.js';

export interface Posted {
  /** Undefined: there was no answer. */
  statusCode: number | undefined;
  /** Why it does not count as taken; undefined: it does. */
  error: string | undefined;
  /** What the answer asks for with Retry-After, milliseconds. */
  retryAfterMs: number | undefined;
}

export interface PostOptions {
  guard: AddressGuard;
  headers: Record<string, string>;
  body: string;
  /** Of the whole exchange. */
  timeoutMs: number;
  signal: AbortSignal;
}

/** Bytes of an answer that are read before the connection is cut: nobody looks at them. */
const MOST_ANSWER = 64 * 1024;

/**
 * Posts a message to an address that may be reached, on a connection of its own. Redirects are not followed: the address
 * that was registered is the one that is called. Never rejects.
 */
export async function post(url: URL, options: PostOptions): Promise<Posted> {
  try {
    // A literal address is connected to without a look-up, so it is checked here.
    await options.guard.addressesOf(url.hostname);
    return outcomeOf(await exchange(url, options));
  } catch (error) {
    return { statusCode: undefined, error: reasonOf(error, options), retryAfterMs: undefined };
  }
}

function exchange(url: URL, { guard, headers, body, timeoutMs, signal }: PostOptions): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const send = url.protocol === 'https:' ? httpsRequest : httpRequest;
    const request = send(
      url,
      {
        method: 'POST',
        agent: false,
        lookup: guard.lookup,
        signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
        headers: { ...headers, 'content-length': Buffer.byteLength(body), connection: 'close' },
      },
      (response) => {
        let received = 0;
        response.on('data', (chunk: Buffer) => {
          received += chunk.length;
          if (received > MOST_ANSWER) response.destroy();
        });
        response.on('error', () => undefined);
        response.on('close', () => resolve(response));
      },
    );
    request.on('error', reject);
    request.end(body);
  });
}

function outcomeOf({ statusCode = 0, headers }: IncomingMessage): Posted {
  const retryAfter = Number(headers['retry-after']);
  const retryAfterMs = Number.isFinite(retryAfter) && retryAfter > 0 ? retryAfter * 1000 : undefined;
  if (statusCode >= 200 && statusCode < 300) return { statusCode, error: undefined, retryAfterMs: undefined };
  const redirects = statusCode >= 300 && statusCode < 400;
  const error = redirects ? 'The endpoint redirects, which is not followed.' : `The endpoint answered ${statusCode}.`;
  return { statusCode, error, retryAfterMs };
}

function reasonOf(error: unknown, { timeoutMs, signal }: PostOptions): string {
  if (signal.aborted) return 'The service was stopped during the call.';
  if (!(error instanceof Error)) return 'The endpoint could not be called.';
  if (error.name === 'BlockedAddressError') return 'The address is not on the public internet.';
  if (error.name === 'AbortError' || error.name === 'TimeoutError') return `No answer within ${timeoutMs / 1000} s.`;
  const code = (error as NodeJS.ErrnoException).code;
  return `The endpoint could not be called${code ? ` (${code})` : ''}.`;
}
