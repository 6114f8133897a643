import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { SubscriberStatus } from '@candor/proto/candor/trust_portal/v1/subscribers';
import { NotificationStatus } from '@candor/proto/candor/trust_portal/v1/trust_portal';
import { startPages, type TestPages } from './pages/pages.fixture.js';
import { addSubscriber, createUpdate, schedule } from './trust-portal.fixture.js';

describe('a draft', () => {
  let pages: TestPages;
  beforeAll(async () => {
    pages = await startPages();
  });
  afterAll(() => pages.close());
  const shown = async (id: string): Promise<unknown[]> => [
    (await pages.get(`/acme/updates/${id}`)).status,
    (await pages.get('/acme')).text.includes(id),
    (await pages.get('/acme/feed.atom')).text.includes(id),
  ];

  it('is on no page and in no feed until it is published', async () => {
    const { replica, call } = pages;
    const { id, draft } = await createUpdate(replica, call, { draft: true });
    expect(draft).toBe(true);
    expect(await shown(id)).toEqual([404, false, false]);
    expect(await replica.portal.editUpdate({ id, title: 'Changed' }, call)).toMatchObject({ draft: true });
    expect(await replica.portal.editUpdate({ id, draft: false }, call)).toMatchObject({ draft: false });
    expect(await shown(id)).toEqual([200, true, true]);
    expect(await replica.portal.editUpdate({ id, draft: true }, call)).toMatchObject({ draft: true });
    expect(await shown(id)).toEqual([404, false, false]);
  });

  it('is sent to nobody, now or later; published by the same call, it is', async () => {
    const { replica, call } = pages;
    const refused = { kind: 'conflict', code: 'update_is_draft' };
    const now = schedule({ sendImmediately: true });
    await expect(createUpdate(replica, call, { draft: true, schedule: now })).rejects.toMatchObject(refused);
    const { id } = await createUpdate(replica, call, { draft: true });
    const at = schedule({ scheduledAt: '2035-01-01T00:00:00Z' });
    for (const wanted of [now, at]) {
      await expect(replica.portal.editUpdate({ id, schedule: wanted }, call)).rejects.toMatchObject(refused);
    }
    const sent = await replica.portal.editUpdate({ id, draft: false, schedule: at }, call);
    expect(sent).toMatchObject({
      draft: false,
      notificationStatus: NotificationStatus.NOTIFICATION_STATUS_SCHEDULED,
    });
    const back = replica.portal.editUpdate({ id, draft: true }, call);
    await expect(back).rejects.toMatchObject({ code: 'notification_already_sent' });
  });

  it('is sent to oneself as a test, and to nobody else; nothing is recorded', async () => {
    const { replica, call, mails } = pages;
    await addSubscriber(replica, call, 'sub@example.com', SubscriberStatus.SUBSCRIBER_STATUS_CONFIRMED);
    const { id } = await createUpdate(replica, call, { title: 'News', description: 'Our **text**', draft: true });
    mails.length = 0;
    const result = await replica.portal.sendTestMail({ to: 'me@example.com', updateId: id }, call);
    expect(result.state).toBe('delivered');
    expect(mails).toHaveLength(1);
    expect(mails[0]).toMatchObject({ to: 'me@example.com', subject: '[Test] News' });
    expect(mails[0]?.html).toContain('<strong>text</strong>');
    expect(mails[0]?.text).toContain('This is a test. Nobody else got it.');
    expect(mails[0]?.headers).not.toHaveProperty('List-Unsubscribe');
    const none = NotificationStatus.NOTIFICATION_STATUS_NONE;
    expect(await replica.portal.getUpdate({ id }, call)).toMatchObject({ notificationStatus: none, recipientCount: 0 });
    const wrong = replica.portal.sendTestMail({ to: 'nobody', updateId: id }, call);
    await expect(wrong).rejects.toMatchObject({ kind: 'invalid', errors: [{ path: 'to' }] });
    const unknown = replica.portal.sendTestMail({ to: 'me@example.com', updateId: 'unknown' }, call);
    await expect(unknown).rejects.toMatchObject({ kind: 'not_found' });
  });
});
