import { once } from 'node:events';
import { createServer, request as httpRequest, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { silentLogger, systemClock } from '@candor/runtime';
import { afterEach, describe, expect, it } from '@jest/globals';
import express from 'express';
import { requestContext } from '../middleware/request-context.js';
import { PortalDomains, portalDomain } from './portal-domains.js';
import { portalProxy } from './portal-proxy.js';

const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

async function listening(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1');
  closing.push(() => {
    server.closeAllConnections();
    server.close();
  });
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

/** A gateway before pages that say what they were asked, and how often the list of domains was read. */
async function startGateway(options: { ownHost?: string | undefined; configured?: [string, string][] } = {}) {
  const reads = { count: 0 };
  const pages = createServer((asked, response) => {
    response.end([asked.method, asked.url, String(asked.headers['x-candor-portal-domain'])].join(' '));
  });
  const url = `http://127.0.0.1:${await listening(pages)}`;
  const proxy = portalProxy({ url, token: 'token', logger: silentLogger() });
  closing.push(() => proxy.close());
  const domains = new PortalDomains({
    configured: new Map(options.configured ?? [['given.example.com', 'given']]),
    ownHost: 'ownHost' in options ? options.ownHost : 'candor.example.com',
    read: () => {
      reads.count++;
      return Promise.resolve(
        new Map([
          ['trust.acme.example', 'acme'],
          ['candor.example.com', 'thief'],
          ['given.example.com', 'thief'],
        ]),
      );
    },
    steady: systemClock,
    logger: silentLogger(),
  });
  const app = express().use(requestContext(systemClock, 30_000), portalDomain(domains), proxy.handler);
  app.use((_request, response) => void response.send('the API'));
  const port = await listening(createServer(app));
  const get = (host: string, path: string, headers = {}): Promise<string> =>
    new Promise((resolve, reject) => {
      httpRequest({ host: '127.0.0.1', port, path, headers: { host, ...headers } }, (response) => {
        let text = '';
        response.on('data', (chunk: Buffer) => (text += chunk.toString()));
        response.on('end', () => resolve(text));
      })
        .on('error', reject)
        .end();
    });
  return { get, reads };
}

describe('a portal’s own domain', () => {
  it('shows that portal and nothing else of the installation', async () => {
    const { get } = await startGateway();
    const shown = async (path: string) => get('Trust.Acme.example:8443', path);
    expect(await shown('/')).toBe('GET /portal/acme trust.acme.example');
    expect(await get('trust.acme.example.', '/v1/users')).toBe('GET /portal/acme/v1/users trust.acme.example');
    expect(await shown('/?q=soc')).toBe('GET /portal/acme?q=soc trust.acme.example');
    expect(await shown('/faq?q=a')).toBe('GET /portal/acme/faq?q=a trust.acme.example');
    expect(await shown('/v1/users')).toBe('GET /portal/acme/v1/users trust.acme.example');
    expect(await shown('/portal/acme/updates')).toBe('GET /portal/acme/updates trust.acme.example');
    expect(await shown('/portal/other')).toBe('GET /portal/acme/portal/other trust.acme.example');
    expect(await shown('/portal/_assets/a.css')).toBe('GET /portal/_assets/a.css trust.acme.example');
  });

  it('is none of the installation’s host, of an address, or of a host that nobody gave', async () => {
    const { get, reads } = await startGateway();
    for (const host of ['candor.example.com', '127.0.0.1', 'localhost', 'gateway']) {
      expect([host, await get(host, '/')]).toEqual([host, 'the API']);
    }
    expect(reads.count).toBe(0);
    for (let n = 0; n < 20; n++) expect(await get(`made-up-${n}.example.com`, '/')).toBe('the API');
    expect(reads.count).toBe(1);
  });

  it('is what the operator says, whatever an organization claims', async () => {
    const { get } = await startGateway();
    expect(await get('given.example.com', '/')).toBe('GET /portal/given given.example.com');
  });

  it('that an organization gave does not count where the installation’s host is not known', async () => {
    const { get } = await startGateway({ ownHost: undefined });
    expect(await get('trust.acme.example', '/')).toBe('the API');
    expect(await get('given.example.com', '/')).toBe('GET /portal/given given.example.com');
  });

  it('cannot be pretended by a header', async () => {
    const { get } = await startGateway();
    const said = { 'x-candor-portal-domain': 'evil.example' };
    expect(await get('candor.example.com', '/portal/acme', said)).toBe('GET /portal/acme undefined');
  });
});
