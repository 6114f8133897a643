import { mkdtemp, rm } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { embeddedConfig, startCandor } from '@candor/embedded';
import pino from 'pino';
import { startSystem, type TestSystem } from '../support/harness.js';
import { eventually } from '../support/poll.js';

let system: TestSystem;

beforeAll(async () => {
  system = await startSystem();
  const api = await system.inNewOrganization('Proxied');
  await api.post('/v1/trustportal/updates', { json: { title: 'Seen', description: 'Text' } });
});
afterAll(() => system.close());

describe('the public pages, by the gateway', () => {
  it('need no key, keep their own headers and are compressed', async () => {
    const response = await fetch(`${system.url}/portal/proxied`, { headers: { 'accept-encoding': 'gzip' } });
    expect(response.status).toBe(200);
    expect(await response.text()).toContain('Seen');
    expect(response.headers.get('content-security-policy')).toMatch(/^default-src 'none'; style-src 'self'/);
    expect(response.headers.get('content-encoding')).toBe('gzip');
    expect(response.headers.get('x-request-id')).toBeTruthy();
    expect((await fetch(`${system.url}/portal/nobody`)).status).toBe(404);
    expect((await fetch(`${system.url}/portal/proxied`, { method: 'DELETE' })).status).toBe(405);
    expect((await fetch(`${system.url}/portalx`)).headers.get('content-type')).toContain('problem+json');
  });

  it('show nothing of an organization that is erased', async () => {
    const creator = system.api.with({ 'x-session-id': 'erased' });
    const { body } = await creator.post('/v1/organizations/tenant/create', { json: { name: 'Erased' } });
    const { id } = body as { id: string };
    await system.api.call('DELETE', `/v1/organizations/tenant/${id}`);
    expect((await fetch(`${system.url}/portal/erased`)).status).toBe(404);
  });

  it('believe nobody who says where a visitor comes from', async () => {
    const ask = (n: number, forwarded: string) =>
      fetch(`${system.url}/portal/proxied/subscribe`, {
        method: 'POST',
        body: new URLSearchParams({ email: `visitor${n}@example.com` }),
        headers: { 'x-forwarded-for': forwarded, 'x-candor-client-address': forwarded },
      });
    const statuses = [];
    for (let n = 0; n <= 30; n++) statuses.push((await ask(n, `203.0.113.${n}`)).status);
    expect(statuses.slice(0, 30).every((status) => status === 200)).toBe(true);
    expect(statuses[30]).toBe(429);
  });

  it('outlive visitors who go away in the middle', async () => {
    const ended: Promise<unknown>[] = [];
    for (let n = 0; n < 40; n++) {
      const call = request(`${system.url}/portal/proxied/subscribe`, {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded', 'content-length': '100' },
      });
      call.on('error', () => undefined);
      ended.push(new Promise((resolve) => call.once('close', resolve)));
      call.write('email=');
      setTimeout(() => call.destroy(), n % 5);
    }
    await Promise.all(ended);
    expect((await fetch(`${system.url}/portal/proxied`)).status).toBe(200);
  });
});

describe('a call of a public page', () => {
  it('leaves no token in the log', async () => {
    let log = '';
    const stream = {
      write: (line: string) => {
        log += line;
      },
    };
    const dataDir = await mkdtemp(join(tmpdir(), 'candor-test-'));
    const settings = { CANDOR_DATA_DIR: dataDir, CANDOR_HTTP_PORT: '0', CANDOR_INTERNAL_PORT: '0' };
    const candor = await startCandor(embeddedConfig.parse(settings), pino({ level: 'trace' }, stream));
    try {
      for (const page of ['confirm', 'preferences', 'unsubscribe']) {
        const address = `${candor.url}/portal/default/${page}?token=a-secret-token`;
        await (await fetch(address)).text();
        await (await fetch(address, { method: 'POST', body: new URLSearchParams({ token: 'a-secret-token' }) })).text();
      }
      await eventually('the calls are logged', () => log.includes('/portal/{tenant_name}/unsubscribe'));
      expect(log).not.toContain('a-secret-token');
    } finally {
      await candor.close();
      await rm(dataDir, { recursive: true, force: true });
    }
  });
});
