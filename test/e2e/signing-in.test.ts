import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { MailBox } from '../support/mail-box.js';
import { startSystem, type TestSystem } from '../support/harness.js';
import { Browserlike } from '../support/browserlike.js';

const PASSWORD = 'correct horse battery';

describe('people who sign in', () => {
  let system: TestSystem;
  let box: MailBox;
  let names = 0;
  beforeAll(async () => {
    box = await MailBox.start();
    system = await startSystem({ SMTP_URL: box.url, CANDOR_PASSWORD_SIGN_IN: 'true' });
  }, 60_000);
  afterAll(async () => {
    await system.close();
    await box.close();
  });

  const browser = (): Browserlike => new Browserlike(system.url);
  async function person(role = 'MEMBER'): Promise<{ id: string; email: string }> {
    const email = `p${++names}@example.com`;
    const { status, body } = await system.api.post('/v1/users', { json: { name: `P ${names}`, email, role } });
    expect(status).toBe(200);
    return { id: (body as { id: string }).id, email };
  }
  async function mailedCode(email: string, returnTo?: string): Promise<string> {
    const sent = await browser().post('/auth/mail', { email, return_to: returnTo });
    expect(sent.status).toBe(200);
    return (await box.next(email)).fragment('sign-in-mail');
  }
  async function signedIn(email: string): Promise<Browserlike> {
    const one = browser();
    expect((await one.post('/auth/mail/redeem', { code: await mailedCode(email) })).status).toBe(200);
    return one;
  }

  it('by a mailed link have a cookie that scripts do not see, and are who they are', async () => {
    const { id, email } = await person('ADMIN');
    const one = browser();
    const reply = await one.post('/auth/mail/redeem', { code: await mailedCode(email, '/console/settings/people') });
    expect([reply.status, reply.body]).toEqual([200, { return_to: '/console/settings/people' }]);
    expect(reply.headers.get('set-cookie')).toMatch(
      /^candor_session=cns_[\w-]{43}; Path=\/; Expires=[^;]+; HttpOnly; SameSite=Lax$/,
    );
    expect(JSON.stringify(reply.body)).not.toContain('cns_');
    const { body } = await one.get('/v1/session');
    expect(body).toMatchObject({ user: { id, email }, user_id: id, role: 'ADMIN', sign_in: { method: 'mail' } });
    // Every action's actor is the person.
    expect((await one.post('/v1/tags/', { name: 'mine' })).status).toBe(200);
    const log = (await system.api.get('/v1/audit-log?limit=1')).body as { entries: object[] };
    expect(log.entries).toMatchObject([{ action: 'tag.created', user_id: id }]);
  });

  it('keep a key-only client as it was, and a key in the header wins over the cookie', async () => {
    const { email } = await person('VIEWER');
    const one = await signedIn(email);
    const byKey = await one.get('/v1/session', { 'x-api-key': system.key });
    expect(byKey.body).toMatchObject({ role: 'ADMIN', user: null, sign_in: null });
    expect((await one.get('/v1/session', { 'x-api-key': 'wrong' })).status).toBe(401);
    expect((await one.get('/v1/session', { authorization: 'Bearer ' })).status).toBe(401);
    const tag = await one.post('/v1/tags/', { name: 'by key' }, { 'x-api-key': system.key, 'x-csrf-token': '' });
    expect(tag.status).toBe(200);
  });

  it('are not misused by pages of other sites: no token, no own page, no change', async () => {
    const { email } = await person();
    const one = await signedIn(email);
    const change = { name: 'forged' };
    for (const headers of [
      { 'x-csrf-token': '' },
      { 'x-csrf-token': 'f'.repeat(64) },
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
      { 'sec-fetch-site': undefined, origin: 'https://evil.example' },
      { 'sec-fetch-site': undefined, origin: 'null' },
      { 'sec-fetch-site': undefined, origin: undefined },
    ])
      expect((await one.post('/v1/tags/', change, headers)).status).toBe(403);
    expect((await one.post('/v1/tags/', change, { 'sec-fetch-site': undefined, origin: system.url })).status).toBe(200);
    expect((await one.get('/v1/tags/', { 'sec-fetch-site': 'cross-site' })).status).toBe(403);
    // Nor may they sign somebody in as another person, or out.
    for (const path of ['/auth/password', '/auth/mail', '/auth/mail/redeem', '/auth/first-admin', '/auth/sign-out'])
      expect((await one.post(path, {}, { 'sec-fetch-site': 'cross-site' })).body).toMatchObject({
        code: 'foreign_page',
      });
    expect((await one.post('/auth/sign-out', {}, { 'x-csrf-token': '' })).body).toMatchObject({
      code: 'csrf_token_wrong',
    });
    expect((await one.get('/v1/session')).status).toBe(200);
  });

  it('get a new cookie with each sign-in; one that was planted is not adopted, and ends', async () => {
    const [victim, attacker] = [await person(), await person()];
    const planted = await signedIn(attacker.email);
    const one = browser();
    one.cookies.set('candor_session', planted.cookies.get('candor_session') ?? '');
    await one.post('/auth/mail/redeem', { code: await mailedCode(victim.email) });
    expect(one.cookies.get('candor_session')).not.toBe(planted.cookies.get('candor_session'));
    expect((await one.get('/v1/session')).body).toMatchObject({ user: { email: victim.email } });
    expect((await planted.get('/v1/session')).body).toMatchObject({ code: 'sign_in_ended' });

    const chosen = browser();
    chosen.cookies.set('candor_session', `cns_${'A'.repeat(43)}`);
    await chosen.post('/auth/mail/redeem', { code: await mailedCode(victim.email) });
    expect(chosen.cookies.get('candor_session')).not.toContain('AAAA');
  });

  it('go to no other server afterwards, whatever the link was asked with', async () => {
    const { email } = await person();
    for (const evil of ['https://evil.example/', '//evil.example', '/\\evil.example', '/console/../v1/users']) {
      const { body } = await browser().post('/auth/mail/redeem', { code: await mailedCode(email, evil) });
      expect(body).toEqual({ return_to: null });
    }
  });

  it('follow a link once; opening its address signs nobody in', async () => {
    const { email } = await person();
    const code = await mailedCode(email);
    for (const path of [
      `/console#sign-in-mail=${code}`,
      `/console?sign-in-mail=${code}`,
      `/auth/mail/redeem?code=${code}`,
    ])
      expect((await browser().get(path)).headers.get('set-cookie')).toBeNull();
    expect((await browser().post('/auth/mail/redeem', { code })).status).toBe(200);
    const again = await browser().post('/auth/mail/redeem', { code });
    expect([again.status, again.body]).toMatchObject([401, { code: 'sign_in_link_ended' }]);
    expect(again.headers.get('set-cookie')).toBeNull();
  });

  it('sign out of every tab: the other one is told cleanly, and may do so as well', async () => {
    const { email } = await person();
    const one = await signedIn(email);
    const tab = one.otherTab();
    await tab.get('/v1/session');
    expect((await one.post('/auth/sign-out', {})).body).toEqual({ signed_out: true });
    expect(one.cookies.get('candor_session')).toBe('');
    expect((await tab.get('/v1/session')).body).toMatchObject({ status: 401 });
    expect((await tab.post('/auth/sign-out', {})).body).toEqual({ signed_out: true });
    // A cookie that was kept elsewhere works no more.
    const kept = browser();
    kept.cookies.set('candor_session', one.signedOutToken);
    expect((await kept.get('/v1/session')).body).toMatchObject({ code: 'sign_in_ended' });
    expect((await kept.post('/auth/sign-out', {})).body).toEqual({ signed_out: true });
  });

  it('see where they are signed in, and end what they do not know', async () => {
    const { id, email } = await person();
    const [here, there] = [await signedIn(email), await signedIn(email)];
    const list = (await here.get('/v1/session/sign-ins')).body as { sign_ins: { id: string; is_current: boolean }[] };
    expect(list.sign_ins.map(({ is_current: current }) => current).sort()).toEqual([false, true]);
    const other = list.sign_ins.find(({ is_current: current }) => !current)?.id ?? '';
    const stranger = await signedIn((await person()).email);
    expect((await stranger.send('DELETE', `/v1/session/sign-ins/${other}`)).status).toBe(404);
    expect((await stranger.get(`/v1/session/sign-ins?user_id=${id}`)).status).toBe(403);
    expect((await here.send('DELETE', `/v1/session/sign-ins/${other}`)).status).toBe(200);
    expect((await there.get('/v1/session')).status).toBe(401);
    // An administrator ends the rest; a deleted person is out at once.
    const { body } = await system.api.get(`/v1/session/sign-ins?user_id=${id}`);
    expect(body).toMatchObject({ sign_ins: [{ is_current: false }], pagination: { total: 1 } });
    await system.api.call('DELETE', `/v1/users/${id}`);
    expect((await here.get('/v1/session')).status).toBe(401);
  });

  it('sign out everywhere at once, and are signed out by an administrator when a laptop is lost', async () => {
    const { id, email } = await person();
    const [here, there, stranger] = [
      await signedIn(email),
      await signedIn(email),
      await signedIn((await person()).email),
    ];
    const path = `/v1/users/${id}/sign-out-everywhere`;
    expect((await stranger.post(path, {})).status).toBe(403);
    const done = await here.post('/v1/session/sign-out-everywhere', {});
    expect([done.status, done.body]).toEqual([200, { browsers: 2, agents: 0, extensions: 0 }]);
    expect(here.cookies.get('candor_session')).toBe('');
    expect((await there.get('/v1/session')).body).toMatchObject({ code: 'sign_in_ended' });
    const again = await signedIn(email);
    expect((await system.api.post(path, { json: { connected: true } })).body).toMatchObject({ browsers: 1 });
    expect((await again.get('/v1/session')).status).toBe(401);
    expect((await system.api.post('/v1/session/sign-out-everywhere', { json: {} })).status).toBe(409);
    const typo = await system.api.post(path, { json: { conected: true } });
    expect(typo.status).toBe(422);
    expect((await stranger.get('/v1/session')).status).toBe(200);
  });

  it('set a password after a link, sign in by it, and change it; wrong and unknown are one answer', async () => {
    const { email } = await person();
    const one = await signedIn(email);
    const set = await one.post('/v1/session/password', { new_password: PASSWORD });
    expect(set.status).toBe(200);
    expect((await one.get('/v1/session')).status).toBe(200);
    const two = browser();
    expect((await two.post('/auth/password', { email, password: PASSWORD, return_to: '/ask' })).body).toEqual({
      return_to: '/ask',
    });
    expect((await two.get('/v1/session')).body).toMatchObject({ sign_in: { method: 'password' } });
    const answers = await Promise.all(
      [email, 'nobody@example.com'].map((address) =>
        browser().post('/auth/password', { email: address, password: 'another wrong one' }),
      ),
    );
    const [known, unknown] = answers.map(({ status, body }) => ({ status, ...(body as object), request_id: '' }));
    expect(known).toEqual(unknown);
    expect(known).toMatchObject({ status: 401, code: 'wrong_password' });
    const change = { current_password: PASSWORD, new_password: `${PASSWORD} new` };
    expect((await two.post('/v1/session/password', change)).status).toBe(200);
    expect((await one.get('/v1/session')).status).toBe(401);
    expect((await two.get('/v1/session')).status).toBe(200);
    expect((await system.api.post('/v1/session/password', { json: { new_password: PASSWORD } })).body).toMatchObject({
      code: 'sign_in_required',
    });
  }, 60_000);

  it('work where they switched to, in every tab, and come back', async () => {
    const boss = await signedIn((await person('ADMIN')).email);
    const made = await boss.post('/v1/organizations/tenant/create', { name: 'Of the boss' });
    const { id } = made.body as { id: string };
    const where = async (tab: Browserlike) =>
      ((await tab.get('/v1/session')).body as Record<string, string>)['organization_id'];
    expect(await where(boss.otherTab())).toBe(id);
    expect((await boss.get('/v1/session')).body).toMatchObject({ user: { name: expect.any(String) } });
    const home = ((await system.api.get('/v1/session')).body as Record<string, string>)['organization_id'];
    await boss.post('/v1/organizations/tenant/switch', { organization_id: home });
    expect(await where(boss.otherTab())).toBe(home);
  });
});
