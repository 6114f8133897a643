import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { AddressGuard } from '../webhooks/address-guard.js';
import { OidcProvider, type Expected, type ProviderSettings } from './provider.js';
import { ADA, startProvider, type TestPerson, type TestProvider } from './provider.fixture.js';

const CALLBACK = 'http://127.0.0.1:9/auth/oidc/callback';
const EXPECTED: Expected = { state: 's'.repeat(43), nonce: 'n'.repeat(43), verifier: 'v'.repeat(43) };
const clockOff = (minutes: number) => ({ now: () => Date.now() + minutes * 60_000 });

let server: TestProvider;
beforeAll(async () => {
  server = await startProvider({ redirectUris: [CALLBACK] });
});
afterAll(() => server.close());

const providerOf = (change: Partial<ProviderSettings> = {}, minutesOff = 0, patienceMs?: number): OidcProvider =>
  new OidcProvider(
    {
      issuer: server.issuer,
      clientId: server.clientId,
      clientSecret: server.clientSecret,
      scopes: ['openid', 'email', 'profile'],
      guard: undefined,
      ...change,
    },
    clockOff(minutesOff),
    patienceMs,
  );

async function personBy(provider: OidcProvider, person: TestPerson = ADA, expected: Partial<Expected> = {}) {
  const address = await provider.address(CALLBACK, EXPECTED);
  return provider.person(await server.signIn(address, person), { ...EXPECTED, ...expected });
}

describe('a person who signs in at a provider', () => {
  it('is proven by name and verified address, whether the token or the provider tells them', async () => {
    const proven = { subject: 'ada', email: 'ada@example.com', emailVerified: true, name: 'Ada Byron' };
    expect(await personBy(providerOf())).toEqual({ issuer: server.issuer, ...proven });
    const other = await startProvider({ redirectUris: [CALLBACK], claimsOnlyByAsking: true });
    try {
      const { issuer, clientId, clientSecret } = other;
      const provider = providerOf({ issuer, clientId, clientSecret });
      const back = await other.signIn(await provider.address(CALLBACK, EXPECTED), ADA);
      expect(await provider.person(back, EXPECTED)).toEqual({ issuer, ...proven });
    } finally {
      await other.close();
    }
  });

  it('is not verified because of an address that the provider does not call verified', async () => {
    const rest = { email: 'ada@example.com', name: 'Ada Byron' };
    const people: TestPerson[] = [
      { ...rest, sub: 'unverified', email_verified: false },
      { ...rest, sub: 'nothing is said' },
    ];
    for (const one of people) expect(await personBy(providerOf(), one)).toMatchObject({ emailVerified: false });
  });

  it.each([
    ['issuer', 'oidc_token_refused'],
    ['audience', 'oidc_token_refused'],
    ['nonce', 'oidc_token_refused'],
    ['signature', 'oidc_token_refused'],
    ['expired', 'oidc_clock'],
    ['expired_code', 'oidc_code_ended'],
  ] as const)('is refused for a wrong %s', async (fault, code) => {
    await expect(personBy(providerOf(), { ...ADA, sub: fault, fault })).rejects.toMatchObject({ code });
  });

  it('is refused when nonce, state or verifier are those of another sign-in', async () => {
    await expect(personBy(providerOf(), ADA, { nonce: 'another' })).rejects.toMatchObject({
      code: 'oidc_token_refused',
    });
    await expect(personBy(providerOf(), ADA, { state: 'another' })).rejects.toMatchObject({
      code: 'oidc_token_refused',
    });
    await expect(personBy(providerOf(), ADA, { verifier: 'w'.repeat(43) })).rejects.toMatchObject({
      code: 'oidc_code_ended',
    });
  });

  it('is taken once: the code that was used is refused', async () => {
    const provider = providerOf();
    const back = await server.signIn(await provider.address(CALLBACK, EXPECTED), ADA);
    await provider.person(back, EXPECTED);
    await expect(provider.person(back, EXPECTED)).rejects.toMatchObject({ code: 'oidc_code_ended' });
  });

  it('is taken while the clocks are five minutes apart, and refused when they are more', async () => {
    for (const minutes of [-4.9, 4.9])
      expect(await personBy(providerOf({}, minutes))).toMatchObject({ subject: 'ada' });
    for (const minutes of [-5.2, 5.2, 600, -600])
      await expect(personBy(providerOf({}, minutes))).rejects.toMatchObject({ code: 'oidc_clock' });
  });

  it('who was refused there is told so, without the words of the provider', async () => {
    const back = new URL(`${CALLBACK}?error=access_denied&error_description=%3Cscript%3E&state=${EXPECTED.state}`);
    back.searchParams.set('iss', server.issuer);
    const refusal = await providerOf()
      .person(back, EXPECTED)
      .catch((error: unknown) => error);
    expect(refusal).toMatchObject({ code: 'oidc_refused' });
    expect(String(refusal)).not.toMatch(/script|access_denied/);
  });
});

describe('a provider', () => {
  it('with another client id or secret is said to be misconfigured', async () => {
    await expect(personBy(providerOf({ clientSecret: 'a wrong one' }))).rejects.toMatchObject({
      code: 'oidc_misconfigured',
    });
  });

  it('answers the test of an administrator, or says why it cannot be used', async () => {
    expect(await providerOf().check()).toEqual({ authorizationEndpoint: `${server.issuer}/auth` });
    await expect(providerOf({ issuer: `${server.issuer}/elsewhere` }).check()).rejects.toMatchObject({
      code: 'oidc_misconfigured',
    });
  });

  it('that is down is said to be so within seconds', async () => {
    const began = performance.now();
    await expect(providerOf({ issuer: 'http://127.0.0.1:1' }).check()).rejects.toMatchObject({
      code: 'oidc_unreachable',
    });
    const silent = createServer(() => undefined);
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
    const { port } = silent.address() as AddressInfo;
    try {
      const provider = providerOf({ issuer: `http://127.0.0.1:${port}` }, 0, 300);
      await expect(provider.check()).rejects.toMatchObject({ code: 'oidc_unreachable' });
    } finally {
      silent.closeAllConnections();
      silent.close();
    }
    expect(performance.now() - began).toBeLessThan(5000);
  });

  it('of an organization is not reached in a private network, not even by a redirect', async () => {
    await expect(providerOf({ guard: new AddressGuard() }).check()).rejects.toMatchObject({ code: 'oidc_blocked' });
    const guard = new AddressGuard([], () => Promise.resolve([{ address: '10.0.0.1', family: 4 }]));
    const named = providerOf({ guard, issuer: 'https://login.example.com' });
    await expect(named.check()).rejects.toMatchObject({ code: 'oidc_blocked' });
    const leading = createServer((_request, response) =>
      response.writeHead(302, { location: 'http://169.254.169.254/latest' }).end(),
    );
    await new Promise<void>((resolve) => leading.listen(0, '127.0.0.1', resolve));
    const { port } = leading.address() as AddressInfo;
    try {
      const allowed = new AddressGuard(['127.0.0.1/32']);
      const provider = providerOf({ guard: allowed, issuer: `http://127.0.0.1:${port}` });
      await expect(provider.check()).rejects.toMatchObject({ code: 'oidc_redirects' });
    } finally {
      leading.closeAllConnections();
      leading.close();
    }
  });
});
