import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { continueWhenRead } from './http/expect-continue.js';
import type { MessageClasses } from './http/messages.js';
import { Paces, type PaceOptions } from './http/pace.js';
import { problemOf } from './http/problem.js';
import { requestIdOf } from './middleware/request-context.js';

export interface ListeningServer {
  /** http://host:port, with a loopback address when it listens on all. */
  url: string;
  port: number;
  /** Takes no more requests, lets those in hand finish within the grace time, then cuts them off. */
  close(): Promise<void>;
}

export interface ListenOptions {
  port: number;
  host: string | undefined;
  /** What requests and responses are made of; Node's own classes when absent. */
  messages?: MessageClasses;
  /** How fast bodies must arrive; for tests. */
  pace?: PaceOptions;
}

/** Milliseconds. A client gets 15 s for its headers, 15 minutes for a whole request, and 60 s of silence; a body has its pace. */
const HEADERS_TIMEOUT = 15_000;
const REQUEST_TIMEOUT = 15 * 60_000;
const SILENCE_TIMEOUT = 60_000;
const KEEP_ALIVE_TIMEOUT = 65_000;
const CHECK_INTERVAL = 5000;
const GRACE = 10_000;
const MAX_HEADER_BYTES = 16 * 1024;

/** An HTTP server with bounds against slow clients; rejects when the port cannot be had. */
export async function listen(
  handler: RequestListener,
  { port, host, messages, pace }: ListenOptions,
): Promise<ListeningServer> {
  let closing = false;
  const paces = new Paces(pace);
  const take: RequestListener = (request, response) => {
    if (closing) response.setHeader('Connection', 'close');
    // A connection that is kept alive would keep a closing server open.
    response.once('close', () => {
      if (closing) setImmediate(() => server.closeIdleConnections());
    });
    paces.watch(request, response);
    handler(request, response);
  };
  const server = createServer(
    {
      ...messages,
      maxHeaderSize: MAX_HEADER_BYTES,
      headersTimeout: HEADERS_TIMEOUT,
      requestTimeout: REQUEST_TIMEOUT,
      keepAliveTimeout: KEEP_ALIVE_TIMEOUT,
      connectionsCheckingInterval: CHECK_INTERVAL,
    },
    take,
  );
  server.on('checkContinue', (request, response) => {
    continueWhenRead(request, response);
    take(request, response);
  });
  server.setTimeout(SILENCE_TIMEOUT);
  server.on('clientError', answerClientError);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen({ port, ...(host === undefined ? {} : { host }) }, () => {
      server.off('error', reject);
      resolve();
    });
  });
  const bound = (server.address() as AddressInfo).port;
  return {
    url: `http://${urlHost(host)}:${bound}`,
    port: bound,
    close: () => {
      closing = true;
      return closeGracefully(server).finally(() => paces.close());
    },
  };
}

function urlHost(host: string | undefined): string {
  if (host === undefined || host === '0.0.0.0' || host === '::') return '127.0.0.1';
  return host.includes(':') ? `[${host}]` : host;
}

function closeGracefully(server: Server): Promise<void> {
  return new Promise((resolve) => {
    const force = setTimeout(() => server.closeAllConnections(), GRACE);
    server.close(() => {
      clearTimeout(force);
      resolve();
    });
    server.closeIdleConnections();
  });
}

/** What is not even HTTP, too long in its headers, or too slow, is told so before it is cut off. */
function answerClientError(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const [status, code, detail] = clientErrors[error.code ?? ''] ?? [400, 'bad_request', 'This is not an HTTP request.'];
  const requestId = requestIdOf(undefined);
  const problem = problemOf({ status, code, detail, instance: '', requestId });
  const body = JSON.stringify(problem);
  const head = [
    `HTTP/1.1 ${status} ${problem.title}`,
    'Content-Type: application/problem+json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    `X-Request-Id: ${requestId}`,
    'Connection: close',
  ].join('\r\n');
  socket.end(`${head}\r\n\r\n${body}`);
}

const clientErrors: Record<string, [status: number, code: string, detail: string]> = {
  HPE_HEADER_OVERFLOW: [
    431,
    'headers_too_large',
    'The address and the headers are too long together. Send fewer or shorter parameters.',
  ],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'request_timeout', 'The request took too long to arrive.'],
};
