import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { SubscriberStatus } from '@candor/proto/candor/trust_portal/v1/subscribers';
import { addSubscriber } from '../trust-portal.fixture.js';
import { linkOf, startPages, tokenIn, type TestPages } from './pages.fixture.js';

const { SUBSCRIBER_STATUS_PENDING: PENDING, SUBSCRIBER_STATUS_CONFIRMED: CONFIRMED } = SubscriberStatus;
const { SUBSCRIBER_STATUS_UNSUBSCRIBED: UNSUBSCRIBED } = SubscriberStatus;

let pages: TestPages;
let visitors = 0;
/** Each from a network of its own, so that no test meets the limit of another. */
const visitor = () => ({ 'x-candor-client-address': `198.51.100.${++visitors}` });

beforeAll(async () => {
  pages = await startPages();
});
afterAll(() => pages.close());

const statusOf = async (email: string) => {
  const list = { page: 1, pageSize: 10, status: SubscriberStatus.SUBSCRIBER_STATUS_UNSPECIFIED, query: email };
  return (await pages.replica.subscribers.listSubscribers(list, pages.call)).data[0];
};

/** Subscribes and gives the link of the mail. */
async function asked(email: string, form: Record<string, string> = {}): Promise<string> {
  const before = pages.mails.length;
  expect((await pages.post('/acme/subscribe', { email, ...form }, visitor())).status).toBe(200);
  return linkOf(await pages.mailed(before + 1), 'confirm');
}

describe('a subscription from the public pages', () => {
  it('begins when the link of the mail is confirmed, not when it is opened', async () => {
    const link = await asked('Ann@Example.com');
    expect((await statusOf('ann@'))?.status).toBe(PENDING);
    const shown = await pages.get(link);
    expect([shown.status, shown.text.includes('ann@example.com')]).toEqual([200, true]);
    expect((await statusOf('ann@'))?.status).toBe(PENDING);

    const confirmed = await pages.post('/acme/confirm', { token: tokenIn(link) });
    expect(confirmed.text).toContain('You are subscribed');
    expect(await statusOf('ann@')).toMatchObject({ status: CONFIRMED, source: 'portal' });
    // Again by the same link: told so, and nothing changes.
    const before = await statusOf('ann@');
    expect((await pages.post('/acme/confirm', { token: tokenIn(link) })).text).toContain('You are subscribed');
    expect((await pages.get(link)).text).not.toContain('<form method="post"');
    expect(await statusOf('ann@')).toEqual(before);
  });

  it('answers the same for addresses that are new, pending, confirmed and gone', async () => {
    await addSubscriber(pages.replica, pages.call, 'known@example.com', CONFIRMED);
    const { id } = await addSubscriber(pages.replica, pages.call, 'gone@example.com', CONFIRMED);
    await pages.replica.subscribers.unsubscribe({ id }, pages.call);
    const answers = [];
    for (const email of ['new@example.com', 'new@example.com', 'known@example.com', 'gone@example.com']) {
      const { status, text } = await pages.post('/acme/subscribe', { email }, visitor());
      answers.push(`${status} ${text}`);
    }
    expect(new Set(answers).size).toBe(1);
    // Who is subscribed gets a link to the preferences.
    while (!pages.mails.some(({ to }) => to === 'known@example.com')) await new Promise((r) => setTimeout(r, 10));
    const mail = pages.mails.find(({ to }) => to === 'known@example.com')!;
    expect((await pages.get(linkOf(mail, 'preferences'))).text).toContain('known@example.com');
    expect((await statusOf('known@'))?.status).toBe(CONFIRMED);
    // Who left stays so until the new link is used.
    expect((await statusOf('gone@'))?.status).toBe(UNSUBSCRIBED);
    const back = pages.mails.find(({ to }) => to === 'gone@example.com')!;
    await pages.post('/acme/confirm', { token: tokenIn(linkOf(back, 'confirm')) });
    expect(await statusOf('gone@')).toMatchObject({ status: CONFIRMED, unsubscribedAt: undefined });
  });

  it('is never revived by a link from before someone left, nor by one asked for before it', async () => {
    const first = await asked('stale@example.com');
    await pages.post('/acme/confirm', { token: tokenIn(first) });
    const { id } = (await statusOf('stale@'))!;
    await pages.replica.subscribers.unsubscribe({ id }, pages.call);
    const second = await asked('stale@example.com');
    await pages.replica.subscribers.unsubscribe({ id }, pages.call);
    for (const link of [first, second]) {
      expect((await pages.get(link)).status).toBe(404);
      expect((await pages.post('/acme/confirm', { token: tokenIn(link) })).status).toBe(404);
    }
    expect((await statusOf('stale@'))?.status).toBe(UNSUBSCRIBED);
  });

  it('is of topics that were chosen, which the preferences change', async () => {
    const { id: infra } = await pages.replica.portal.createCategory({ name: 'Infra' }, pages.call);
    const link = await asked('topics@example.com', { scope: 'some', category: infra });
    const confirmed = await pages.post('/acme/confirm', { token: tokenIn(link) });
    expect((await statusOf('topics@'))?.categories).toEqual({ ids: [infra] });
    const preferences = /href="\/portal(\/acme\/preferences\?token=[^"]+)"/.exec(confirmed.text)![1]!;
    const token = tokenIn(preferences);
    expect((await pages.get(preferences)).text).toMatch(new RegExp(`value="${infra}"\\s+checked`));
    expect((await pages.post('/acme/preferences', { token, scope: 'some' })).text).toContain(
      'you will not receive any updates',
    );
    expect((await statusOf('topics@'))?.categories).toEqual({ ids: [] });
    expect((await pages.post('/acme/preferences', { token, scope: 'all' })).text).toContain('Saved.');
    expect((await statusOf('topics@'))?.categories).toBeUndefined();
  });

  it('ends by the page, or by one click of a mail program; repeats and strangers change nothing', async () => {
    const link = await asked('leaver@example.com');
    const { text } = await pages.post('/acme/confirm', { token: tokenIn(link) });
    const token = /preferences\?token=([^"]+)"/.exec(text)![1]!;
    const page = `/acme/unsubscribe?token=${token}`;
    expect((await pages.get(page)).text).toContain('Unsubscribe?');
    expect((await statusOf('leaver@'))?.status).toBe(CONFIRMED);
    const oneClick = await pages.post(page, { 'List-Unsubscribe': 'One-Click' });
    expect([oneClick.status, oneClick.headers.get('cache-control')]).toEqual([200, 'no-store']);
    const left = await statusOf('leaver@');
    expect(left?.status).toBe(UNSUBSCRIBED);
    expect((await pages.post('/acme/unsubscribe', { token })).status).toBe(200);
    expect(await statusOf('leaver@')).toEqual(left);
    expect((await pages.get(page)).text).toContain('You have been unsubscribed');
    // Preferences revive nobody.
    expect((await pages.post('/acme/preferences', { token, scope: 'all' })).text).toContain('You are not subscribed');
    expect(await statusOf('leaver@')).toEqual(left);
    for (const unknown of ['', 'nobody']) {
      expect((await pages.post('/acme/unsubscribe', { token: unknown })).status).toBe(404);
    }
  });

  it('is limited by address, silently, and by network, openly', async () => {
    const before = pages.mails.length;
    for (let i = 0; i < 6; i++) {
      expect((await pages.post('/acme/subscribe', { email: 'flood@example.com' }, visitor())).status).toBe(200);
      await pages.mailed(before + Math.min(i + 1, 3));
    }
    // A mail that is asked for later is out: what was refused before is not on its way.
    await pages.post('/acme/subscribe', { email: 'later@example.com' }, visitor());
    await pages.mailed(before + 4);
    expect(pages.mails.slice(before).filter(({ to }) => to === 'flood@example.com')).toHaveLength(3);
    const from = { 'x-candor-client-address': '2001:db8:1:2:3::4' };
    for (let i = 0; i < 30; i++) {
      expect((await pages.post('/acme/subscribe', { email: `net${i}@example.com` }, from)).status).toBe(200);
    }
    const neighbour = { 'x-candor-client-address': '2001:db8:1:2:ffff::9' };
    const refused = await pages.post('/acme/subscribe', { email: 'net30@example.com' }, neighbour);
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await statusOf('net30@')).toBeUndefined();
    pages.installation.clock.advance(3_600_001);
    expect((await pages.post('/acme/subscribe', { email: 'net30@example.com' }, neighbour)).status).toBe(200);
    // No address of a visitor or a subscriber is in what is counted.
    const windows = await pages.replica.db.collection('request_windows').find().toArray();
    expect(JSON.stringify(windows)).not.toMatch(/example|2001:|198\.51/);
  });

  it('is not begun by robots that fill every field, nor with an address that is none', async () => {
    const robot = await pages.post('/acme/subscribe', { email: 'robot@example.com', website: 'x' }, visitor());
    expect(robot.status).toBe(200);
    expect(await statusOf('robot@')).toBeUndefined();
    const wrong = await pages.post('/acme/subscribe', { email: '"><script>alert(1)</script>' }, visitor());
    expect(wrong.status).toBe(422);
    expect(wrong.text).toContain('role="alert"');
    expect(wrong.text).not.toContain('<script');
  });
});
