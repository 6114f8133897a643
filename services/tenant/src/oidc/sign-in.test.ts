import type { Caller } from '@candor/runtime';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { DEFAULT_ORGANIZATION_ID } from '../bootstrap.js';
import { BOOTSTRAP_KEY, startInstallation, type Installation, type Replica } from '../tenant.fixture.js';
import { ADA, startProvider, type TestPerson, type TestProvider } from './provider.fixture.js';

const CALLBACK = 'http://127.0.0.1:9/auth/oidc/callback';
const call = { requestId: 'r' };

let provider: TestProvider;
let installation: Installation;
let replica: Replica;
let caller: Caller;
beforeAll(async () => {
  provider = await startProvider({ redirectUris: [CALLBACK] });
  installation = await startInstallation();
  // Tokens are of now, whatever year the test's clock begins in.
  installation.clock.advance(Date.now() - installation.clock.now());
  const { issuer, clientId, clientSecret } = provider;
  replica = await installation.replica({
    sealingKey: 'the sealing key of a test',
    oidc: { issuer, clientId, clientSecret, name: 'Test login', scopes: ['openid', 'email', 'profile'] },
    webhooks: { privateNetworks: ['127.0.0.1/32'] },
  });
  await replica.service.bootstrap();
  caller = await replica.callerFor(BOOTSTRAP_KEY);
  await change({ hd: { names: ['example.com'] } });
});
afterAll(async () => {
  await installation.close();
  await provider.close();
});

const as = (given: Caller = caller) => ({ caller: given, ...call });
const change = (request: object, organizationId = DEFAULT_ORGANIZATION_ID) =>
  replica.tenant.updateOrganization({ organizationId, ...request }, as());
const start = (organization = 'default', returnTo = '/console/review') =>
  replica.oidc.startOidc({ organization, returnTo, redirectUri: CALLBACK }, call);
const finish = (back: URL, browser: string, broughtToken = '') =>
  replica.oidc.finishOidc(
    { query: back.search.slice(1), browser, visitor: { userAgent: 'a test', network: '', broughtToken } },
    call,
  );
const addUser = (email: string, organizationId = DEFAULT_ORGANIZATION_ID) =>
  replica.directory.createUser({ name: 'Someone', email, role: 'VIEWER' }, as({ ...caller, organizationId }));
async function signIn(person: TestPerson, organization?: string) {
  const { url, browser } = await start(organization);
  return finish(await provider.signIn(url, person), browser);
}
const person = (name: string, more: Partial<TestPerson> = {}): TestPerson => ({
  sub: `sub of ${name}`,
  email: `${name}@example.com`,
  email_verified: true,
  name,
  ...more,
});

describe('signing in by a provider', () => {
  it('is the sign-in of the user with the verified address, who goes back to where they were', async () => {
    const user = await addUser('Ada@Example.com');
    const started = await signIn(ADA);
    expect(started.returnTo).toBe('/console/review');
    const verified = await replica.signIn.verifySignIn({ token: started.token }, call);
    expect(verified).toMatchObject({
      role: 'VIEWER',
      signIn: { userId: user.id, method: 'oidc', userAgent: 'a test' },
    });
  });

  it('knows a person again who has another address at the provider by now', async () => {
    const user = await addUser('bea@example.com');
    await signIn(person('bea'));
    const { token } = await signIn(person('bea', { email: 'bea.married@example.com' }));
    expect((await replica.signIn.verifySignIn({ token }, call)).signIn?.userId).toBe(user.id);
    // Whoever changes the user's address here means another person.
    await replica.directory.updateUser({ id: user.id, email: 'successor@example.com' }, as());
    await expect(signIn(person('bea', { email: 'bea.married@example.com' }))).rejects.toMatchObject({
      code: 'oidc_no_account',
    });
  });

  it('refuses whoever is unknown, unverified, outside the domains, or deactivated', async () => {
    const refused = (who: TestPerson, code: string) => expect(signIn(who)).rejects.toMatchObject({ code });
    await refused(person('nobody'), 'oidc_no_account');
    const cy = await addUser('cy@example.com');
    await refused(person('cy', { email_verified: false }), 'oidc_email_unverified');
    await refused(person('cy', { email: 'cy@example.com.evil.example' }), 'oidc_domain_not_allowed');
    await refused(person('cy', { email: 'cy@sub.example.com' }), 'oidc_domain_not_allowed');
    await signIn(person('cy'));
    await replica.invitations.deactivateUser({ userId: cy.id }, as());
    await refused(person('cy'), 'oidc_deactivated');
  });

  it('makes a user of whoever joins by domain, once, as the organization says', async () => {
    await change({ joinByDomain: { allowed: true, role: 'APPROVER' } });
    try {
      const [one, two] = await Promise.all([signIn(person('dee')), signIn(person('dee'))]);
      const ids = await Promise.all(
        [one, two].map(async ({ token }) => (await replica.signIn.verifySignIn({ token }, call)).signIn?.userId),
      );
      expect(new Set(ids).size).toBe(1);
      const user = await replica.directory.getUser({ id: ids[0] ?? '' }, as());
      expect(user).toMatchObject({ name: 'dee', email: 'dee@example.com', role: 'APPROVER', status: 'active' });
      const log = { limit: 9, offset: 0, action: 'user.joined', targetId: user.id };
      expect(await replica.audit.listAudit(log, as())).toMatchObject({ total: 1, entries: [{ userId: user.id }] });
    } finally {
      await change({ joinByDomain: { allowed: false, role: 'MEMBER' } });
    }
  });

  it('of no organization in particular leads to the one that the person is in', async () => {
    const request = { name: 'Elsewhere', tenantName: 'elsewhere', hd: [], sessionId: 'made' };
    const child = await replica.tenant.createOrganization(request, as());
    const user = await addUser('eve@elsewhere.example', child.id);
    const { token } = await signIn(person('eve', { email: 'eve@elsewhere.example' }), '');
    const { signIn: found, organizationId } = await replica.signIn.verifySignIn({ token }, call);
    expect([found?.userId, organizationId]).toEqual([user.id, child.id]);
    await expect(signIn(person('stranger'), '')).rejects.toMatchObject({ code: 'oidc_no_account' });
  });
});

describe('an attempt to sign in', () => {
  it('is finished once', async () => {
    await addUser('fay@example.com');
    const { url, browser } = await start();
    const back = await provider.signIn(url, person('fay'));
    await finish(back, browser);
    await expect(finish(back, browser)).rejects.toMatchObject({ code: 'oidc_attempt_ended' });
  });

  it('is finished by the browser that began it, which no other browser spoils', async () => {
    await addUser('gus@example.com');
    const { url, browser } = await start();
    const other = await start();
    const back = await provider.signIn(url, person('gus'));
    for (const wrong of ['', 'guessed', other.browser])
      await expect(finish(back, wrong)).rejects.toMatchObject({ code: 'oidc_attempt_ended' });
    expect((await finish(back, browser)).token).not.toBe('');
  });

  it('ends after ten minutes, and with the sign-in that the browser brought along', async () => {
    await addUser('hal@example.com');
    const before = await signIn(person('hal'));
    const late = await start();
    const back = await provider.signIn(late.url, person('hal'));
    installation.clock.advance(11 * 60_000);
    await expect(finish(back, late.browser)).rejects.toMatchObject({ code: 'oidc_attempt_ended' });
    installation.clock.advance(-11 * 60_000);
    const { url, browser } = await start();
    await finish(await provider.signIn(url, person('hal')), browser, before.token);
    await expect(replica.signIn.verifySignIn({ token: before.token }, call)).rejects.toMatchObject({
      code: 'sign_in_ended',
    });
  });

  it('for an organization that is not there finds no provider', async () => {
    await expect(start('nowhere')).rejects.toMatchObject({ code: 'oidc_not_configured' });
  });
});

describe('a provider of an organization', () => {
  const connection = () => ({
    issuer: provider.issuer,
    clientId: provider.clientId,
    clientSecret: provider.clientSecret,
    name: 'Own login',
    scopes: [],
  });

  it('takes the place of the installation’s; its secret is stored sealed, never shown, and kept when none is given', async () => {
    const { oidc } = replica;
    expect(await oidc.getOidcConnection({}, as())).toMatchObject({ name: 'Test login', ofInstallation: true });
    const shown = await oidc.setOidcConnection(connection(), as());
    expect(shown).toMatchObject({ name: 'Own login', ofInstallation: false, scopes: ['openid', 'email', 'profile'] });
    expect(await oidc.findOidcName({ organization: 'default' }, call)).toEqual({ name: 'Own login' });
    const stored = JSON.stringify(await replica.db.collection('oidc_connections').find().toArray());
    expect(stored + JSON.stringify(shown)).not.toContain(provider.clientSecret);
    await oidc.setOidcConnection({ ...connection(), clientSecret: '', name: 'Renamed' }, as());
    await addUser('ivy@example.com');
    expect((await signIn(person('ivy'))).token).not.toBe('');
    expect(await oidc.testOidcConnection({}, as())).toMatchObject({ issuer: provider.issuer });
    const moved = { ...connection(), clientSecret: '', issuer: 'https://login.example.com' };
    await expect(oidc.setOidcConnection(moved, as())).rejects.toMatchObject({ errors: [{ path: 'client_secret' }] });
    await oidc.removeOidcConnection({}, as());
    await expect(oidc.removeOidcConnection({}, as())).rejects.toMatchObject({ kind: 'not_found' });
    expect(await oidc.findOidcName({ organization: 'default' }, call)).toEqual({ name: 'Test login' });
  });

  it('is only an administrator’s to see and set, and must be a public https address', async () => {
    const member = as({ ...caller, role: 'MEMBER' });
    const { oidc } = replica;
    await expect(oidc.getOidcConnection({}, member)).rejects.toMatchObject({ kind: 'forbidden' });
    await expect(oidc.setOidcConnection(connection(), member)).rejects.toMatchObject({ kind: 'forbidden' });
    for (const issuer of [
      '',
      'ftp://x.example',
      'http://login.example.com',
      'https://a:b@x.example',
      'https://x.example/?a',
    ])
      await expect(oidc.setOidcConnection({ ...connection(), issuer }, as())).rejects.toMatchObject({
        errors: [{ path: 'issuer' }],
      });
  });

  it('whose secret was sealed with another key has to be entered again; without a key none is kept', async () => {
    await replica.oidc.setOidcConnection(connection(), as());
    const other = await installation.replica({ sealingKey: 'another sealing key' });
    const request = { organization: 'default', returnTo: '', redirectUri: CALLBACK };
    await expect(other.oidc.startOidc(request, call)).rejects.toMatchObject({ code: 'client_secret_lost' });
    const keyless = await installation.replica();
    await expect(keyless.oidc.setOidcConnection(connection(), as())).rejects.toMatchObject({ code: 'no_sealing_key' });
    await replica.oidc.removeOidcConnection({}, as());
  });
});
