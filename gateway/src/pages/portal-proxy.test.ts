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

describe('the public pages', () => {
  it('are shown while hundreds of clients send forms that never end', async () => {
    let forms = 0;
    const pages = await listening((asked, response) => {
      if (asked.method === 'GET') response.end('page');
      else forms++;
    });
    const proxy = portalProxy({ url: `http://127.0.0.1:${pages}`, token: 'token', logger: silentLogger() });
    closeProxy = proxy.close;
    const port = await listening(express().use(requestContext(systemClock, 30_000), proxy.handler));
    const address = `http://127.0.0.1:${port}/portal/acme/subscribe`;
    for (let i = 0; i < 300; i++) {
      const form = request(address, { method: 'POST', headers: { 'Content-Length': '1000' } });
      form.on('error', () => undefined);
      form.write('email=');
      sending.push(form);
    }
    while (forms < 60) await new Promise((resolve) => setTimeout(resolve, 10));
    const page = await fetch(address, { signal: AbortSignal.timeout(5_000) });
    expect(await page.text()).toBe('page');
  });
});
