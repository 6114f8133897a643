import { request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import type { CustomFetch } from 'openid-client';
import type { AddressGuard } from '../webhooks/address-guard.js';

/** Milliseconds of one exchange with a provider; a sign-in has four at most. */
export const PROVIDER_PATIENCE_MS = 4000;
/** Bytes of an answer: discovery documents and key sets are some kilobytes. */
const MOST_ANSWER = 1024 * 1024;

/** The provider gave no answer that can be used; its message says why, in our words. */
export class ProviderUnreachable extends Error {
  constructor(
    readonly reason: 'blocked' | 'redirects' | 'silent' | 'too_long',
    cause?: unknown,
  ) {
    super(`the sign-in provider could not be used: ${reason}`, { cause });
    this.name = 'ProviderUnreachable';
  }
}

/**
 * Calls a sign-in provider on a connection of its own. `guard` decides which addresses may be reached, at the connection;
 * undefined: all of them. Redirects are not followed: they could lead where the guard has not looked.
 */
export function providerFetch(guard: AddressGuard | undefined, patienceMs = PROVIDER_PATIENCE_MS): CustomFetch {
  return async (address, { method, headers, body, signal }) => {
    const url = new URL(address);
    try {
      // A literal address is connected to without a look-up, so it is checked here.
      await guard?.addressesOf(url.hostname);
      const stop = AbortSignal.timeout(patienceMs);
      return await exchange(url, {
        method,
        headers,
        body: bodyOf(body),
        signal: signal ? AbortSignal.any([signal, stop]) : stop,
        guard,
      });
    } catch (error) {
      if (error instanceof ProviderUnreachable) throw error;
      const blocked = error instanceof Error && error.name === 'BlockedAddressError';
      throw new ProviderUnreachable(blocked ? 'blocked' : 'silent', error);
    }
  };
}

interface Exchange {
  method: string;
  headers: Record<string, string>;
  body: string | Uint8Array | undefined;
  signal: AbortSignal;
  guard: AddressGuard | undefined;
}

function exchange(url: URL, { method, headers, body, signal, guard }: Exchange): Promise<Response> {
  return new Promise((resolve, reject) => {
    const send = url.protocol === 'https:' ? httpsRequest : httpRequest;
    const length = body === undefined ? {} : { 'content-length': Buffer.byteLength(body) };
    const request = send(url, {
      method,
      agent: false,
      signal,
      headers: { ...headers, ...length, connection: 'close' },
      ...(guard ? { lookup: guard.lookup } : {}),
    });
    request.once('error', reject);
    request.once('response', (answer) => {
      readAll(answer)
        .then((bytes) => responseOf(answer, bytes))
        .then(resolve, reject);
    });
    request.end(body);
  });
}

async function readAll(answer: IncomingMessage): Promise<Buffer> {
  const pieces: Buffer[] = [];
  let size = 0;
  for await (const piece of answer as AsyncIterable<Buffer>) {
    size += piece.length;
    if (size > MOST_ANSWER) throw new ProviderUnreachable('too_long');
    pieces.push(piece);
  }
  return Buffer.concat(pieces);
}

function responseOf({ statusCode = 500, headers }: IncomingMessage, bytes: Buffer): Response {
  if (statusCode >= 300 && statusCode < 400) throw new ProviderUnreachable('redirects');
  const kept = new Headers();
  for (const [name, value] of Object.entries(headers)) if (typeof value === 'string') kept.set(name, value);
  const bodiless = statusCode === 204 || statusCode < 200;
  return new Response(bodiless ? null : new Uint8Array(bytes), { status: bodiless ? 204 : statusCode, headers: kept });
}

function bodyOf(body: unknown): string | Uint8Array | undefined {
  if (body === null || body === undefined) return undefined;
  if (typeof body === 'string' || body instanceof Uint8Array) return body;
  if (body instanceof URLSearchParams) return body.toString();
  throw new TypeError('a body of this kind is sent to no sign-in provider');
}
