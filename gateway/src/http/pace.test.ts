import { connect, type Socket } from 'node:net';
import { afterEach, describe, expect, it } from '@jest/globals';
import type { RequestListener } from 'node:http';
import { listen, type ListeningServer } from '../server.js';

const host = '127.0.0.1';
let server: ListeningServer | undefined;
const sockets: Socket[] = [];
const timers: NodeJS.Timeout[] = [];
afterEach(async () => {
  for (const timer of timers.splice(0)) clearInterval(timer);
  for (const socket of sockets.splice(0)) socket.destroy();
  await server?.close();
});

/** A server whose clients must send 1,000 bytes in each 100 ms that it waits for them. */
const listening = async (handler: RequestListener): Promise<number> => {
  server = await listen(handler, { port: 0, host, pace: { windowMs: 100, leastBytes: 1000, everyMs: 10 } });
  return server.port;
};

/** Sends a head, then `piece` every 20 ms; gives everything that comes back until the server closes. */
function trickle(port: number, head: string, piece: string): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(port, host, () => socket.write(head));
    sockets.push(socket);
    timers.push(setInterval(() => socket.write(piece), 20));
    let received = '';
    socket.on('data', (chunk) => (received += chunk.toString('utf8')));
    socket.on('error', () => undefined).on('close', () => resolve(received));
  });
}

const head = (more: string): string => `POST /form?secret=1 HTTP/1.1\r\nHost: x\r\n${more}\r\n\r\n`;
const reads: RequestListener = (request, response) => {
  let size = 0;
  request.on('data', (chunk: Buffer) => (size += chunk.length)).on('end', () => response.end(`took ${size}`));
};

describe('a body that arrives too slowly', () => {
  it.each([
    ['of a known length', 'Content-Length: 1000000', 'x'],
    ['of an unknown length', 'Transfer-Encoding: chunked', '1\r\nx\r\n'],
  ])('%s ends with 408 and what to do, and its connection is closed', async (_what, header, piece) => {
    const answer = await trickle(await listening(reads), head(header), piece);
    expect(answer).toMatch(/^HTTP\/1\.1 408 Request Timeout/);
    expect(answer).toContain('"code":"body_too_slow"');
    expect(answer).toContain('less than 10000 bytes a second');
    expect(answer).toContain('"instance":"/form"');
  });

  it('keeps no connection of a request that was answered before', async () => {
    const port = await listening((_request, response) => response.writeHead(401).end('no'));
    expect(await trickle(port, head('Content-Length: 1000000'), 'x')).toMatch(/^HTTP\/1\.1 401 /);
  });
});

describe('a body that arrives at its pace', () => {
  it('is taken, however long that is in all', async () => {
    const port = await listening(reads);
    // Ten times what is asked for, so that a busy machine is no slow client.
    const answer = await trickle(port, head('Content-Length: 400000\r\nConnection: close'), 'x'.repeat(10_000));
    expect(answer).toContain('took 400000');
  });

  it('is not held against its sender while its receiver is busy', async () => {
    const port = await listening((request, response) => {
      request.once('data', () => {
        request.pause();
        // Many windows long.
        setTimeout(() => reads(request, response), 500);
        setTimeout(() => request.resume(), 500);
      });
    });
    const body = 'x'.repeat(10_000);
    expect(await trickle(port, head(`Content-Length: 10000\r\nConnection: close`) + body, '')).toContain('took ');
  });
});
