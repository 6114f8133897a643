import { once } from 'node:events';
import { createServer, request, type ClientRequest, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { silentLogger, systemClock } from '@candor/runtime';
import { afterEach, describe, expect, it } from '@jest/globals';
import express from 'express';
import { requestContext } from '../middleware/request-context.js';
import { portalProxy } from './portal-proxy.js';

const servers: Server[] = [];
const sending: ClientRequest[] = [];
let closeProxy = (): void => undefined;

async function listening(handler: RequestListener): Promise<number> {
  const server = createServer(handler).listen(0, '127.0.0.1');
  servers.push(server);
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

afterEach(async () => {
  for (const one of sending.splice(0)) one.destroy();
  closeProxy();
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
});

/** The proxy before a service that counts forms, behind a proxy of ours that tells whose visits are whose. */
async function startProxy(): Promise<{ url: string; forms: string[] }> {
  const forms: string[] = [];
  const pages = await listening((asked, response) => {
    if (asked.method === 'GET') {
      response.end('page');
      return;
    }
    let body = '';
    asked.on('data', (chunk: Buffer) => (body += chunk.toString()));
    asked.on('end', () => {
      forms.push(body);
      response.end('done');
    });
  });
  const proxy = portalProxy({ url: `http://127.0.0.1:${pages}`, token: 'token', logger: silentLogger() });
  closeProxy = proxy.close;
  const app = express().set('trust proxy', 1);
  const port = await listening(app.use(requestContext(systemClock, 30_000), proxy.handler));
  return { url: `http://127.0.0.1:${port}/portal/acme/subscribe`, forms };
}

const from = (network: string) => ({ 'X-Forwarded-For': network });
const post = (url: string, network: string, body: string): Promise<Response> =>
  fetch(url, {
    method: 'POST',
    body,
    headers: { ...from(network), 'Content-Type': 'application/x-www-form-urlencoded' },
    signal: AbortSignal.timeout(5000),
  });

describe('the public pages', () => {
  it('are shown, and take forms, while hundreds of clients send forms that never end', async () => {
    const { url, forms } = await startProxy();
    let refused = 0;
    for (let i = 0; i < 300; i++) {
      const form = request(url, { method: 'POST', headers: { ...from('192.0.2.1'), 'Content-Length': '1000' } });
      form.on('error', () => undefined).on('response', () => refused++);
      form.write('email=');
      sending.push(form);
    }
    // The network has its share of forms that are on their way; the others are told so at once.
    while (refused < 268) await new Promise((resolve) => setTimeout(resolve, 10));
    const page = await fetch(url, { headers: from('192.0.2.1'), signal: AbortSignal.timeout(5000) });
    expect(await page.text()).toBe('page');
    expect((await post(url, '192.0.2.1', 'email=a')).status).toBe(503);
    expect(await (await post(url, '198.51.100.1', 'email=b')).text()).toBe('done');
    expect(forms).toEqual(['email=b']);
  });

  it('are shown while hundreds ask for them with bodies that never end', async () => {
    const { url } = await startProxy();
    for (let i = 0; i < 600; i++) {
      const headers = { ...from(`192.0.2.${i % 200}`), 'Content-Length': '1000' };
      const slow = request(url, { method: 'GET', headers });
      slow.on('error', () => undefined);
      slow.write('x');
      sending.push(slow);
    }
    await Promise.all(sending.map((slow) => once(slow, 'socket')));
    const page = await fetch(url, { headers: from('192.0.2.1'), signal: AbortSignal.timeout(5000) });
    expect(await page.text()).toBe('page');
  });

  it('get forms as they were sent, in pieces or empty, and refuse those that are too long', async () => {
    const { url, forms } = await startProxy();
    const form = request(url, { method: 'POST', headers: { ...from('192.0.2.1'), 'Transfer-Encoding': 'chunked' } });
    sending.push(form);
    form.write('email=a%40');
    form.end('example.com');
    await once(form, 'response');
    await post(url, '192.0.2.1', '');
    expect(forms).toEqual(['email=a%40example.com', '']);
    const long = await post(url, '192.0.2.1', 'x'.repeat(100_000)).catch(() => undefined);
    expect(long?.status ?? 413).toBe(413);
    expect(forms).toHaveLength(2);
  });
});
