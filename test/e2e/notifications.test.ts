import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Api } from '../support/api.js';
import { startSystem, type TestSystem } from '../support/harness.js';
import { MailBox } from '../support/mail-box.js';
import { eventually } from '../support/poll.js';

interface List {
  notifications: { id: string; kind: string; subject: { title: string }; path: string; read_at: number | null }[];
  unread: number;
}

let system: TestSystem;
let mails: MailBox;
beforeAll(async () => {
  mails = await MailBox.start();
  system = await startSystem({ SMTP_URL: mails.url, CANDOR_PUBLIC_URL: 'https://candor.example.com' });
}, 60_000);
afterAll(async () => {
  await system.close();
  await mails.close();
});

/** An administrator of the organization, calling with a key of their own. */
async function person(api: Api, name: string): Promise<Api> {
  const made = await api.post('/v1/users', { json: { name, email: `${name}@example.com`, role: 'ADMIN' } });
  const { id } = made.body as { id: string };
  const issued = await api.post('/v1/api-keys', { json: { name, role: 'ADMIN', owner_id: id } });
  return system.api.with({ 'x-api-key': (issued.body as { key: string }).key });
}

const list = async (api: Api): Promise<List> => (await api.get('/v1/notifications')).body as List;

async function sendUpdate(api: Api, title: string): Promise<void> {
  const json = { title, description: 'New.', send_immediately: true };
  expect((await api.post('/v1/trustportal/updates', { json })).status).toBe(200);
}

describe('notifications', () => {
  it('tell administrators what was sent, each their own, and are read by nobody else', async () => {
    const here = await system.inNewOrganization('Here');
    const [ann, bea] = [await person(here, 'ann'), await person(here, 'bea')];
    const stranger = await person(await system.inNewOrganization('There'), 'stranger');
    expect(
      (await bea.call('PATCH', '/v1/notifications/preferences', { json: { kinds: { update_sent: 'at_once' } } }))
        .status,
    ).toBe(200);
    await sendUpdate(here, 'New report');
    const told = await eventually('she is told', async () => {
      const now = await list(ann);
      return now.unread === 1 ? now : undefined;
    });
    expect(told.notifications[0]).toMatchObject({ kind: 'update_sent', subject: { title: 'New report' } });
    const mail = await mails.next('bea@example.com');
    expect(mail.subject).toContain('New_report');
    // Who is another, or nobody, marks nothing of hers, and sees nothing.
    const json = { ids: [told.notifications[0]?.id] };
    for (const other of [bea, stranger]) await other.post('/v1/notifications/read', { json });
    expect((await here.post('/v1/notifications/read', { json })).status).toBe(409);
    expect((await list(ann)).unread).toBe(1);
    expect(await list(stranger)).toMatchObject({ notifications: [], unread: 0 });
    expect(await list(here)).toMatchObject({ notifications: [], unread: 0 });
    expect((await ann.post('/v1/notifications/read', { json })).body).toEqual({ unread: 0 });
    expect((await ann.get('/v1/notifications?unread=true')).body).toMatchObject({ notifications: [] });
  });

  it('are chosen by each person for themselves, and the choice is in the audit log', async () => {
    const here = await system.inNewOrganization('Choosing');
    const [cat, dan] = [await person(here, 'cat'), await person(here, 'dan')];
    const json = { kinds: { mentioned: 'off' }, hour: 17, time_zone: 'Europe/Berlin', language: 'de' };
    const changed = await cat.call('PATCH', '/v1/notifications/preferences', { json });
    expect(changed.body).toMatchObject({ ...json, kinds: { mentioned: 'off', assigned: 'at_once' } });
    expect((await dan.get('/v1/notifications/preferences')).body).toMatchObject({
      hour: 8,
      kinds: { mentioned: 'at_once' },
    });
    expect((await here.get('/v1/notifications/preferences')).status).toBe(409);
    for (const wrong of [
      { hour: 24 },
      { kinds: { heard_of: 'off' } },
      { kinds: { mentioned: 'now' } },
      { time_zone: 'X' },
    ]) {
      expect((await cat.call('PATCH', '/v1/notifications/preferences', { json: wrong })).status).toBe(422);
    }
    expect((await cat.post('/v1/notifications/read', { json: {} })).status).toBe(422);
    const log = await here.get('/v1/audit-log?action=notification_preferences.updated');
    expect(log.body).toMatchObject({ entries: [{ details: { mentioned: 'off' } }] });
  });

  it('are switched off by the link in a mail: looking changes nothing, one click does, and a wrong link says so', async () => {
    const here = await system.inNewOrganization('Leaving');
    const eve = await person(here, 'eve');
    await eve.call('PATCH', '/v1/notifications/preferences', { json: { kinds: { update_sent: 'at_once' } } });
    await sendUpdate(here, 'First');
    const mail = await mails.next('eve@example.com');
    const link = /^List-Unsubscribe: <https:\/\/candor\.example\.com(\/[^>]+)>/im.exec(mail.unfolded)?.[1] ?? '';
    const chosen = async () =>
      ((await eve.get('/v1/notifications/preferences')).body as { kinds: { update_sent: string } }).kinds.update_sent;
    const looked = await fetch(system.url + link);
    expect([looked.status, await chosen()]).toEqual([200, 'at_once']);
    expect(looked.headers.get('referrer-policy')).toBe('no-referrer');
    expect(await looked.text()).toContain('<form method="post"');
    const body = new URLSearchParams({ 'List-Unsubscribe': 'One-Click' });
    const clicked = await fetch(system.url + link, { method: 'POST', body });
    expect([clicked.status, await chosen()]).toEqual([200, 'off']);
    const wrong = await fetch(`${system.url}/notifications/off?token=guessed`, { method: 'POST' });
    expect([wrong.status, await wrong.text()]).toEqual([404, expect.stringContaining('not valid any more')]);
    expect((await fetch(`${system.url}/notifications/off?token=a&token=b`)).status).toBe(404);
    expect((await fetch(system.url + link, { method: 'PUT' })).status).toBe(405);
  });
});
