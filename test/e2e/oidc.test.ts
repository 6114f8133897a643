import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ADA, startProvider, type TestProvider } from '@candor/tenant/oidc/provider.fixture';
import { startSystem, type TestSystem } from '../support/harness.js';
import { freePort } from '../support/ports.js';

let provider: TestProvider;
let system: TestSystem;
beforeAll(async () => {
  const port = await freePort();
  provider = await startProvider({ redirectUris: [`http://127.0.0.1:${port}/auth/oidc/callback`] });
  system = await startSystem({
    CANDOR_HTTP_PORT: String(port),
    CANDOR_PUBLIC_URL: `http://127.0.0.1:${port}`,
    CANDOR_OIDC_ISSUER: provider.issuer,
    CANDOR_OIDC_CLIENT_ID: provider.clientId,
    CANDOR_OIDC_CLIENT_SECRET: provider.clientSecret,
    CANDOR_OIDC_NAME: 'Test login',
  });
  await system.api.post('/v1/users', { json: { name: 'Ada', email: 'ada@example.com', role: 'ADMIN' } });
});
afterAll(async () => {
  await system.close();
  await provider.close();
});

/** A browser that follows nothing by itself; it keeps cookies by their names. */
class Browser {
  readonly cookies = new Map<string, string>();

  async visit(path: string): Promise<{ status: number; location: string }> {
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const answer = await fetch(new URL(path, system.url), { redirect: 'manual', headers: { cookie } });
    for (const one of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(one) ?? [];
      this.cookies.set(name, value);
      expect(one).toMatch(/HttpOnly; SameSite=Lax/);
    }
    await answer.arrayBuffer();
    return { status: answer.status, location: answer.headers.get('location') ?? '' };
  }

  async session(): Promise<{ status: number; body: unknown }> {
    const cookie = `candor_session=${this.cookies.get('candor_session') ?? ''}`;
    const answer = await fetch(`${system.url}/v1/session`, { headers: { cookie } });
    return { status: answer.status, body: await answer.json() };
  }
}

const start = (browser: Browser, query = 'organization=default&return_to=/console/people') =>
  browser.visit(`/auth/oidc/start?${query}`);
const back = async (location: string, person = ADA): Promise<string> => {
  const address = await provider.signIn(location, person);
  return address.pathname + address.search;
};

describe('signing in by an OpenID provider', () => {
  it('is offered, leads there and back, and ends where the person was going, signed in', async () => {
    expect((await system.api.get('/auth/methods')).body).toMatchObject({ provider: 'Test login' });
    const browser = new Browser();
    const sent = await start(browser);
    expect([sent.status, new URL(sent.location).origin]).toEqual([303, provider.issuer]);
    expect(await browser.visit(await back(sent.location))).toEqual({ status: 303, location: '/console/people' });
    expect(await browser.session()).toMatchObject({ status: 200, body: { role: 'ADMIN' } });
    const log = await system.api.get('/v1/audit-log?action=sign_in.started');
    expect(log.body).toMatchObject({ entries: [{ details: { method: 'oidc' } }] });
  });

  it.each(['https://evil.example/', '//evil.example', '/v1/users', '/console/../../evil', 'javascript:alert(1)'])(
    'never ends at %s',
    async (target) => {
      const browser = new Browser();
      const { location } = await start(browser, `return_to=${encodeURIComponent(target)}`);
      expect((await browser.visit(await back(location))).location).toBe('/console');
    },
  );

  it('begins a new session: what the browser brought along is ended, and never adopted', async () => {
    const browser = new Browser();
    const once = async (): Promise<string> => {
      await browser.visit(await back((await start(browser)).location));
      return browser.cookies.get('candor_session') ?? '';
    };
    const first = await once();
    const second = await once();
    expect(second).not.toBe(first);
    browser.cookies.set('candor_session', first);
    expect((await browser.session()).status).toBe(401);
  });

  it('in another browser, or a second time, leads to the sign-in page with a code', async () => {
    const browser = new Browser();
    const { location } = await start(browser);
    const path = await back(location);
    const ended = { status: 303, location: '/console?sign_in_error=oidc_attempt_ended' };
    expect(await new Browser().visit(path)).toEqual(ended);
    const { location: again } = await start(browser);
    const second = await back(again);
    expect((await browser.visit(second)).location).toBe('/console/people');
    expect(await browser.visit(second)).toEqual(ended);
    expect((await new Browser().visit('/auth/oidc/callback')).location).toBe(ended.location);
  });

  it('of somebody unknown, or with what a provider says to people, tells a code and nothing else', async () => {
    const browser = new Browser();
    const { location } = await start(browser);
    const path = await back(location, { ...ADA, sub: 'other', email: 'other@example.com' });
    expect((await browser.visit(path)).location).toBe('/console?sign_in_error=oidc_no_account');
    const refused = new URL((await start(browser)).location);
    const said = new URLSearchParams({
      state: refused.searchParams.get('state') ?? '',
      iss: provider.issuer,
      error: 'access_denied',
      error_description: '<script>alert(1)</script>',
    });
    expect((await browser.visit(`/auth/oidc/callback?${said.toString()}`)).location).toBe(
      '/console?sign_in_error=oidc_refused',
    );
  });

  it('tells an administrator what the provider is, and the test of it; one in a private network is refused', async () => {
    expect((await system.api.get('/v1/sign-in-provider')).body).toMatchObject({ of_installation: true });
    expect((await system.api.post('/v1/sign-in-provider/test')).body).toMatchObject({ issuer: provider.issuer });
    const api = await system.inNewOrganization('Own provider');
    const json = { issuer: provider.issuer, client_id: 'c', client_secret: 's' };
    expect((await api.call('PUT', '/v1/sign-in-provider', { json })).body).toMatchObject({ of_installation: false });
    const { status, body } = await api.post('/v1/sign-in-provider/test');
    expect([status, body]).toMatchObject([503, { code: 'oidc_blocked' }]);
    const { body: organization } = await api.get('/v1/session');
    expect(JSON.stringify(organization)).not.toContain('client_secret');
    expect((await api.call('DELETE', '/v1/sign-in-provider')).body).toEqual({ removed: true });
    expect((await api.call('DELETE', '/v1/sign-in-provider')).status).toBe(404);
  });
});

describe('a provider that is down', () => {
  it('is said to be so within seconds', async () => {
    const lonely = await startSystem({
      CANDOR_OIDC_ISSUER: 'http://127.0.0.1:1',
      CANDOR_OIDC_CLIENT_ID: 'c',
      CANDOR_OIDC_CLIENT_SECRET: 's',
    });
    try {
      const began = performance.now();
      const answer = await fetch(`${lonely.url}/auth/oidc/start`, { redirect: 'manual' });
      expect(answer.headers.get('location')).toBe('/console?sign_in_error=oidc_unreachable');
      expect(performance.now() - began).toBeLessThan(8000);
    } finally {
      await lonely.close();
    }
  });
});
