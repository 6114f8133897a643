import type { IncomingMessage, ServerResponse } from 'node:http';
import { requestIdOf } from '../middleware/request-context.js';
import { problemOf } from './problem.js';

export interface PaceOptions {
  /** Milliseconds of waiting for the client after which it must have sent `leastBytes` more. */
  windowMs: number;
  leastBytes: number;
  /** How often it is looked at, milliseconds. */
  everyMs: number;
}

/** A thousand bytes a second: a client that sends less holds a place that others could use, whatever it waits for. */
export const PACE: PaceOptions = { windowMs: 10_000, leastBytes: 10_000, everyMs: 1000 };

interface Watched {
  response: ServerResponse;
  waitedMs: number;
  /** Bytes that the connection had brought when the window began. */
  since: number;
}

/**
 * Ends requests whose body arrives too slowly with 408. Only time in which we wait for the client counts: while a body is held up
 * because its receiver is busy, nothing can be said of its sender.
 */
export class Paces {
  private readonly watched = new Map<IncomingMessage, Watched>();
  private timer: NodeJS.Timeout | undefined;

  constructor(private readonly options: PaceOptions = PACE) {}

  /** Looks at a request until its body has arrived. */
  watch(request: IncomingMessage, response: ServerResponse): void {
    const { headers } = request;
    if (headers['transfer-encoding'] === undefined && !(Number(headers['content-length']) > 0)) return;
    this.watched.set(request, { response, waitedMs: 0, since: request.socket.bytesRead });
    this.timer ??= setInterval(() => this.look(), this.options.everyMs).unref();
  }

  close(): void {
    clearInterval(this.timer);
    this.timer = undefined;
    this.watched.clear();
  }

  private look(): void {
    const { windowMs, leastBytes, everyMs } = this.options;
    for (const [request, watched] of this.watched) {
      if (request.complete || request.destroyed) this.watched.delete(request);
      else if (request.readableFlowing === true && request.readableLength === 0) {
        watched.waitedMs += everyMs;
        if (watched.waitedMs < windowMs) continue;
        if (request.socket.bytesRead - watched.since < leastBytes) {
          this.watched.delete(request);
          tooSlow(request, watched.response, this.options);
        } else Object.assign(watched, { waitedMs: 0, since: request.socket.bytesRead });
      }
    }
    if (this.watched.size === 0) this.close();
  }
}

function tooSlow(request: IncomingMessage, response: ServerResponse, { windowMs, leastBytes }: PaceOptions): void {
  // It was answered before its body had come.
  if (response.headersSent) {
    request.socket.destroy();
    return;
  }
  const rate = Math.round((leastBytes / windowMs) * 1000);
  const sent = response.getHeader('X-Request-Id');
  const requestId = requestIdOf(typeof sent === 'string' ? sent : undefined);
  const body = JSON.stringify(
    problemOf({
      status: 408,
      code: 'body_too_slow',
      detail: `The body arrives at less than ${rate} bytes a second. Send it again over a faster connection, or in smaller parts.`,
      instance: (request.url ?? '').split('?', 1)[0]!,
      requestId,
    }),
  );
  response.writeHead(408, {
    'Content-Type': 'application/problem+json; charset=utf-8',
    'Content-Length': Buffer.byteLength(body),
    'X-Request-Id': requestId,
    Connection: 'close',
  });
  response.end(body);
}
