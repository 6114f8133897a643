import { outboxTransport, smtpTransport } from '@candor/runtime/mail';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { SubscriberStatus } from '@candor/proto/candor/trust_portal/v1/subscribers';
import { NotificationStatus } from '@candor/proto/candor/trust_portal/v1/trust_portal';
import {
  addSubscriber,
  adminCall,
  createUpdate,
  schedule,
  startInstallation,
  type Installation,
} from '../trust-portal.fixture.js';
import { SendingReplicas, statesOf, WITNESS } from './delivery.fixture.js';

const { SUBSCRIBER_STATUS_CONFIRMED: CONFIRMED, SUBSCRIBER_STATUS_PENDING: PENDING } = SubscriberStatus;
const {
  NOTIFICATION_STATUS_SENT: SENT,
  NOTIFICATION_STATUS_FAILED: FAILED,
  NOTIFICATION_STATUS_KEPT: KEPT,
} = NotificationStatus;

describe('delivery of updates', () => {
  let installation: Installation;
  const replicas = new SendingReplicas(() => installation);
  beforeAll(async () => {
    installation = await startInstallation();
  });
  afterEach(() => replicas.close());
  afterAll(() => installation.close());

  it('reaches every confirmed subscriber of its categories once, with text, HTML and one-click unsubscription', async () => {
    const server = await replicas.smtp();
    const replica = await replicas.start({ transport: smtpTransport({ url: server.url, poolSize: 3 }) });
    const call = adminCall();
    const { id: infra } = await replica.portal.createCategory({ name: 'Infra' }, call);
    for (const name of ['a', 'b']) await addSubscriber(replica, call, `${name}@example.com`, CONFIRMED);
    await addSubscriber(replica, call, 'infra@example.com', CONFIRMED, [infra]);
    await addSubscriber(replica, call, 'none@example.com', CONFIRMED, []);
    await addSubscriber(replica, call, 'pending@example.com', PENDING);
    const made = await createUpdate(replica, call, {
      title: 'New\r\nBcc: evil@example.com report',
      description:
        'Our **SOC 2** <script>alert(1)</script> [report](https://example.com) is [here](javascript:alert(1)).',
      categoryIds: [infra],
      schedule: schedule({ sendImmediately: true }),
    });
    const update = await replicas.until(replica, call, made.id, SENT);
    expect(update).toMatchObject({ recipientCount: 3, deliveredCount: 3, failedCount: 0 });
    expect(update.sentAt).toBeGreaterThan(0);
    const received = server.received.filter(({ raw }) => /^List-Unsubscribe:/m.test(raw));
    expect(received.map(({ to }) => to).sort()).toEqual(['a@example.com', 'b@example.com', 'infra@example.com']);
    const { raw } = received[0]!;
    expect(raw).toMatch(/^From: Trust <trust@example.com>\r$/m);
    expect(raw).toMatch(/^Subject: New Bcc: evil@example.com report\r$/m);
    expect(raw).toMatch(/^List-Unsubscribe:\s+<https:\/\/trust\.example\.com\/portal\/acme\/unsubscribe\?token=/m);
    expect(raw).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click\r$/m);
    expect(raw).toContain('<strong>SOC 2</strong>');
    const html = raw.slice(raw.indexOf('<!doctype html>'));
    expect(html).not.toContain('<script>');
    expect(html).not.toContain('javascript:');
    const { deliveries } = await replica.portal.listDeliveries(
      { updateId: made.id, limit: 10, offset: 0, state: 'delivered' },
      call,
    );
    const sent = received.map((mail) => /^Message-ID: (.*)\r$/im.exec(mail.raw)?.[1]);
    expect(sent.sort()).toEqual(deliveries.map(({ messageId }) => messageId).sort());
  });

  it('ends as each server has it: taken, deferred, refused, dropped', async () => {
    const server = await replicas.smtp();
    const transport = smtpTransport({ url: server.url, poolSize: 2, timeoutMs: 300 });
    const replica = await replicas.start({ transport, retryAfterMs: [50, 50, 50, 50, 50, 50] });
    const call = adminCall();
    const names = ['take', 'defer', 'refuse', 'drop', 'hang'];
    for (const name of names) await addSubscriber(replica, call, `${name}@example.com`, CONFIRMED);
    const { id } = await createUpdate(replica, call, { schedule: schedule({ sendImmediately: true }) });
    for (let tried = 0; tried < 3;) {
      const { deliveries } = await replica.portal.listDeliveries(
        { updateId: id, limit: 9, offset: 0, state: '' },
        call,
      );
      tried = Math.min(
        ...deliveries.map(({ email, attempts }) => (/^(defer|drop|hang)/.test(email) ? attempts : 9)),
        9,
      );
      installation.clock.advance(60);
      await wait(20);
    }
    server.calm();
    const update = await replicas.until(replica, call, id, SENT);
    expect(update).toMatchObject({ recipientCount: 5, deliveredCount: 4, failedCount: 1 });
    expect(await statesOf(replica, call, id)).toEqual({
      take: 'delivered',
      defer: 'delivered',
      refuse: 'failed',
      drop: 'delivered',
      hang: 'delivered',
    });
    expect(server.received.map(({ to }) => to).sort()).toEqual(
      names
        .filter((name) => name !== 'refuse')
        .map((name) => `${name}@example.com`)
        .sort(),
    );
    const bounced = { page: 1, pageSize: 10, status: SubscriberStatus.SUBSCRIBER_STATUS_BOUNCED, query: '' };
    const { data } = await replica.subscribers.listSubscribers(bounced, call);
    expect(data.map(({ email }) => email)).toEqual(['refuse@example.com']);
  }, 60_000);

  it('fails when no try helps', async () => {
    const replica = await replicas.start({ transport: smtpTransport({ url: 'smtp://127.0.0.1:1', poolSize: 1 }) });
    const call = adminCall();
    await addSubscriber(replica, call, 'a@example.com', CONFIRMED);
    const { id } = await createUpdate(replica, call, { schedule: schedule({ sendImmediately: true }) });
    const update = await replicas.until(replica, call, id, FAILED);
    expect(update).toMatchObject({ failedCount: 1, notificationReason: 'No mail server accepted any of the emails.' });
    const { deliveries } = await replica.portal.listDeliveries(
      { updateId: id, limit: 9, offset: 0, state: 'failed' },
      call,
    );
    expect(deliveries[0]).toMatchObject({ attempts: 3, state: 'failed' });
  });

  it('is made once by two replicas, at its time', async () => {
    const received: string[] = [];
    const transport = {
      send: ({ to }: { to: string }) => {
        received.push(to);
        return Promise.resolve();
      },
      close: () => undefined,
    };
    const pair = [await replicas.start({ poolSize: 10, transport }), await replicas.start({ poolSize: 10, transport })];
    const call = adminCall();
    const many = `email\n${Array.from({ length: 520 }, (_, i) => `user${i}@example.com`).join('\n')}`;
    await pair[0]!.importCsv(many, CONFIRMED, call);
    const at = new Date(installation.clock.now() + 3_600_000).toISOString();
    const { id } = await createUpdate(pair[0]!, call, { schedule: schedule({ scheduledAt: at }) });
    await replicas.lookTwice(pair[0]!); // Before its time.
    expect(received.filter((to) => to !== WITNESS)).toEqual([]);
    received.length = 0;
    installation.clock.advance(3_600_000);
    const update = await replicas.until(pair[1]!, call, id, SENT);
    expect(update).toMatchObject({ recipientCount: 520, deliveredCount: 520 });
    expect(new Set(received).size).toBe(520);
    expect(received).toHaveLength(520);
  }, 60_000);

  it('without a mail server is a file a mail, called kept, which a mail server sends later', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'candor-outbox-'));
    replicas.closeLater(() => rm(folder, { recursive: true, force: true }));
    const replica = await replicas.start({ transport: outboxTransport(folder) });
    const call = adminCall();
    await addSubscriber(replica, call, 'jürgen@example.com', CONFIRMED);
    const { id } = await createUpdate(replica, call, { title: 'Grüße', schedule: schedule({ sendImmediately: true }) });
    const kept = await replicas.until(replica, call, id, KEPT);
    expect(kept).toMatchObject({ recipientCount: 1, keptCount: 1, deliveredCount: 0 });
    expect([kept.sentAt, kept.notificationReason]).toEqual([undefined, expect.stringContaining('SMTP_URL')]);
    expect(await statesOf(replica, call, id)).toEqual({ jürgen: 'kept' });
    const files = await readdir(folder);
    expect(files).toEqual([expect.stringMatching(/\.eml$/)]);
    expect(await readFile(join(folder, files[0]!), 'utf8')).toMatch(/^Subject: =\?UTF-8\?/m);

    await replica.close();
    const server = await replicas.smtp();
    const later = await replicas.start({ transport: smtpTransport({ url: server.url, poolSize: 3 }) });
    await later.portal.editUpdate({ id, schedule: schedule({ sendImmediately: true }) }, call);
    const sent = await replicas.until(later, call, id, SENT);
    expect(sent).toMatchObject({ recipientCount: 1, keptCount: 0, deliveredCount: 1, notificationReason: undefined });
    expect(server.received).toHaveLength(1);
  });
});
