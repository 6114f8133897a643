import { once } from 'node:events';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, describe, expect, it } from '@jest/globals';
import { listen, type ListeningServer } from './server.js';

let server: ListeningServer | undefined;
afterEach(() => server?.close());

const host = '127.0.0.1';

/** Sends bytes and gives everything that comes back until the server closes. */
function exchange(port: number, bytes: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, host, () => socket.write(bytes));
    let received = '';
    socket.on('data', (chunk) => (received += chunk.toString('utf8')));
    socket.on('close', () => resolve(received));
    socket.on('error', reject);
  });
}

describe('the HTTP server', () => {
  it('answers what is not HTTP with a problem that has a request id', async () => {
    server = await listen((_request, response) => response.end(), { port: 0, host });
    const answer = await exchange(server.port, 'nonsense\r\n\r\n');
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
    expect(answer).toMatch(/X-Request-Id: [0-9a-f-]{36}/);
    expect(answer).toContain('"code":"bad_request"');
  });

  it('answers headers that are too long with a 431', async () => {
    server = await listen((_request, response) => response.end(), { port: 0, host });
    const answer = await exchange(server.port, `GET / HTTP/1.1\r\nHost: x\r\nX-Long: ${'x'.repeat(20_000)}\r\n\r\n`);
    expect(answer).toMatch(/^HTTP\/1\.1 431 /);
    const long = await exchange(server.port, `GET /?q=${'x'.repeat(20_000)} HTTP/1.1\r\nHost: x\r\n\r\n`);
    expect(long).toMatch(/^HTTP\/1\.1 431 /);
    expect(long).toContain('Send fewer or shorter parameters.');
  });

  it('lets requests in hand finish when it closes', async () => {
    let arrived: () => void = () => undefined;
    const inHand = new Promise<void>((resolve) => (arrived = resolve));
    let finish: () => void = () => undefined;
    server = await listen(
      (_request, response) => {
        finish = () => response.end('done');
        arrived();
      },
      { port: 0, host },
    );
    const answer = fetch(server.url);
    await inHand;
    const closed = server.close();
    await expect(fetch(server.url)).rejects.toThrow();
    finish();
    expect(await (await answer).text()).toBe('done');
    await closed;
  });

  it('says so when its port is taken', async () => {
    server = await listen((_request, response) => response.end(), { port: 0, host });
    await expect(listen(() => undefined, { port: server.port, host })).rejects.toMatchObject({ code: 'EADDRINUSE' });
  });

  it('tells a client to send the body it holds back when somebody reads it, and keeps the connection', async () => {
    server = await listen(
      (request, response) => {
        let length = 0;
        request.on('data', (chunk: Buffer) => (length += chunk.length)).on('end', () => response.end(String(length)));
      },
      { port: 0, host },
    );
    const request = httpRequest(server.url, { method: 'POST', headers: { expect: '100-continue' } });
    await once(request, 'continue');
    request.end('12345');
    const [response] = (await once(request, 'response')) as [IncomingMessage];
    expect(response.headers.connection).not.toBe('close');
    expect(await text(response)).toBe('5');
  });

  it('answers without asking for a body that nobody reads, and ends the connection', async () => {
    server = await listen((_request, response) => response.writeHead(401).end('no'), { port: 0, host });
    const head = 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 100000\r\nExpect: 100-continue\r\n\r\n';
    const answer = await exchange(server.port, head);
    expect(answer).toMatch(/^HTTP\/1\.1 401 /);
    expect(answer).toMatch(/\r\nConnection: close\r\n/);
    expect(answer).not.toContain('100 Continue');
  });
});
