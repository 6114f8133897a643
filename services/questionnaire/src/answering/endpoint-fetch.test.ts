import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { endpointFetch } from './endpoint-fetch.js';

let server: Server;
let url: string;
let connections: number;
let behave: (request: IncomingMessage, response: ServerResponse) => void;

beforeEach(async () => {
  connections = 0;
  server = createServer((request, response) => behave(request, response));
  server.on('connection', () => connections++);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1/x`;
});

afterEach(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

describe('calls to an endpoint', () => {
  it('carry method, headers and text, and give status, headers and body', async () => {
    behave = (request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        response.writeHead(429, { 'retry-after': '7', 'content-type': 'text/plain' });
        response.end(`${request.method} ${request.headers.authorization} ${Buffer.concat(chunks).toString()}`);
      });
    };
    const reply = await endpointFetch(url, { method: 'POST', headers: { Authorization: 'Bearer k' }, body: 'grüße' });
    expect([reply.status, reply.ok, reply.headers.get('retry-after')]).toEqual([429, false, '7']);
    expect(await reply.text()).toBe('POST Bearer k grüße');
  });

  it('that come one after the other use one connection', async () => {
    behave = (_request, response) => response.end('ok');
    for (let n = 0; n < 5; n++) await (await endpointFetch(url)).text();
    expect(connections).toBe(1);
  });

  it('give a reply without a body as one', async () => {
    behave = (_request, response) => response.writeHead(204).end();
    const reply = await endpointFetch(url);
    expect([reply.status, reply.body]).toEqual([204, null]);
  });

  it('follow no redirect: the key goes nowhere else', async () => {
    let calls = 0;
    behave = (_request, response) => {
      calls++;
      response.writeHead(302, { location: url }).end();
    };
    expect((await endpointFetch(url, { headers: { Authorization: 'Bearer k' } })).status).toBe(302);
    expect(calls).toBe(1);
  });

  it('fail when the reply is cut off, and when nobody listens', async () => {
    behave = (_request, response) => {
      response.writeHead(200, { 'content-length': '100' });
      response.write('half');
      response.socket?.end();
    };
    await expect(endpointFetch(url)).rejects.toThrow('aborted');
    await expect(endpointFetch('http://127.0.0.1:1/')).rejects.toThrow('ECONNREFUSED');
  });

  it('end when they are aborted, before the reply and in the middle of it', async () => {
    const before = new AbortController();
    behave = () => before.abort();
    await expect(endpointFetch(url, { signal: before.signal })).rejects.toMatchObject({ name: 'AbortError' });
    const within = new AbortController();
    behave = (_request, response) => {
      response.write('half', () => setImmediate(() => within.abort()));
    };
    await expect(endpointFetch(url, { signal: within.signal })).rejects.toMatchObject({ name: 'AbortError' });
  });

  it('end when the endpoint sends without end', async () => {
    const megabyte = Buffer.alloc(1024 * 1024, 'x');
    behave = (_request, response) => {
      const more = (): void => {
        while (!response.destroyed && response.write(megabyte));
        response.once('drain', more);
      };
      more();
    };
    await expect(endpointFetch(url)).rejects.toThrow('more than 16777216 bytes');
  });

  it('send nothing but texts, and over nothing but http', async () => {
    await expect(endpointFetch(url, { method: 'POST', body: new Uint8Array(3) })).rejects.toThrow('only a text');
    await expect(endpointFetch('ftp://127.0.0.1/')).rejects.toThrow('ftp:');
  });
});
