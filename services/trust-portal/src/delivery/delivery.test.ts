import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { SubscriberStatus } from '@candor/proto/candor/trust_portal/v1/subscribers';
import { NotificationStatus, type Update } from '@candor/proto/candor/trust_portal/v1/trust_portal';
import type { CallFor } from '@candor/runtime';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import type { MailOptions } from '../compose.js';
import {
  addSubscriber,
  adminCall,
  createUpdate,
  schedule,
  startInstallation,
  type Installation,
  type Replica,
} from '../trust-portal.fixture.js';
import { outboxTransport, smtpTransport } from './transport.js';

const { SUBSCRIBER_STATUS_CONFIRMED: CONFIRMED, SUBSCRIBER_STATUS_PENDING: PENDING } = SubscriberStatus;
const { NOTIFICATION_STATUS_SENT: SENT, NOTIFICATION_STATUS_FAILED: FAILED } = NotificationStatus;
const { NOTIFICATION_STATUS_CANCELLED: CANCELLED } = NotificationStatus;

interface Received {
  to: string;
  raw: string;
}

/** A mail server that takes, defers, refuses, drops or hangs, by the name of the recipient. */
async function startSmtp(): Promise<{
  url: string;
  received: Received[];
  calm: () => void;
  close: () => Promise<void>;
}> {
  const received: Received[] = [];
  let stormy = true;
  const options: SMTPServerOptions = {
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo: ({ address }, session, done) => {
      if (stormy && address.startsWith('drop')) {
        for (const connection of server.connections) connection.close();
        return;
      }
      if (stormy && address.startsWith('hang')) return;
      const refusal = address.startsWith('refuse') ? 550 : stormy && address.startsWith('defer') ? 451 : undefined;
      done(refusal ? Object.assign(new Error('not here'), { responseCode: refusal }) : null);
    },
    onData: (stream, { envelope }, done) => {
      const pieces: Buffer[] = [];
      stream.on('data', (piece: Buffer) => pieces.push(piece));
      stream.on('end', () => {
        for (const { address } of envelope.rcptTo)
          received.push({ to: address, raw: Buffer.concat(pieces).toString() });
        done();
      });
    },
  };
  const server = new SMTPServer(options);
  server.on('error', () => undefined); // Dropped connections.
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${port}`,
    received,
    calm: () => {
      stormy = false;
    },
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}

describe('delivery of updates', () => {
  let installation: Installation;
  const closing: (() => Promise<void>)[] = [];
  beforeAll(async () => {
    installation = await startInstallation();
  });
  afterEach(async () => {
    for (const close of closing.splice(0).reverse()) await close();
  });
  afterAll(() => installation.close());

  const start = async (change: Partial<MailOptions> & Pick<MailOptions, 'transport'>): Promise<Replica> => {
    const replica = await installation.replica({
      mail: {
        from: 'Trust <trust@example.com>',
        publicUrl: 'https://trust.example.com',
        portalOf: () => Promise.resolve({ name: 'Acme', tenantName: 'acme' }),
        everyMs: 20,
        retryAfterMs: [50, 50],
        ...change,
      },
    });
    closing.push(() => replica.close());
    await replica.start();
    return replica;
  };
  const smtp = async () => {
    const server = await startSmtp();
    closing.push(server.close);
    return server;
  };
  const until = async (replica: Replica, call: CallFor, id: string, status: NotificationStatus): Promise<Update> => {
    for (;;) {
      const update = await replica.portal.getUpdate({ id }, call);
      if (update.notificationStatus === status) return update;
      await new Promise((resolve) => setTimeout(resolve, 20));
      installation.clock.advance(20); // Retries wait by the service's clock.
    }
  };
  const states = async (replica: Replica, call: CallFor, updateId: string) => {
    const { deliveries } = await replica.portal.listDeliveries({ updateId, limit: 1000, offset: 0, state: '' }, call);
    return Object.fromEntries(deliveries.map(({ email, state }) => [email.split('@')[0] ?? '', state] as const));
  };

  it('reaches every confirmed subscriber of its categories once, with text, HTML and one-click unsubscription', async () => {
    const server = await smtp();
    const replica = await start({ transport: smtpTransport({ url: server.url, poolSize: 3 }) });
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
    const update = await until(replica, call, made.id, SENT);
    expect(update).toMatchObject({ recipientCount: 3, deliveredCount: 3, failedCount: 0 });
    expect(update.sentAt).toBeGreaterThan(0);
    expect(server.received.map(({ to }) => to).sort()).toEqual(['a@example.com', 'b@example.com', 'infra@example.com']);
    const { raw } = server.received[0]!;
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
    const sent = server.received.map((mail) => /^Message-ID: (.*)\r$/im.exec(mail.raw)?.[1]);
    expect(sent.sort()).toEqual(deliveries.map(({ messageId }) => messageId).sort());
  });

  it('ends as each server has it: taken, deferred, refused, dropped', async () => {
    const server = await smtp();
    const transport = smtpTransport({ url: server.url, poolSize: 2, timeoutMs: 300 });
    const replica = await start({ transport, retryAfterMs: [50, 50, 50, 50, 50, 50] });
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
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    server.calm();
    const update = await until(replica, call, id, SENT);
    expect(update).toMatchObject({ recipientCount: 5, deliveredCount: 4, failedCount: 1 });
    expect(await states(replica, call, id)).toEqual({
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
    const replica = await start({ transport: smtpTransport({ url: 'smtp://127.0.0.1:1', poolSize: 1 }) });
    const call = adminCall();
    await addSubscriber(replica, call, 'a@example.com', CONFIRMED);
    const { id } = await createUpdate(replica, call, { schedule: schedule({ sendImmediately: true }) });
    const update = await until(replica, call, id, FAILED);
    expect(update).toMatchObject({ failedCount: 1, notificationReason: 'No mail was taken by a mail server.' });
    const { deliveries } = await replica.portal.listDeliveries(
      { updateId: id, limit: 9, offset: 0, state: 'failed' },
      call,
    );
    expect(deliveries[0]).toMatchObject({ attempts: 3, state: 'failed' });
  });

  it('is made once by two replicas, at its time', async () => {
    const server = await smtp();
    const replicas = [
      await start({ poolSize: 10, transport: smtpTransport({ url: server.url, poolSize: 10 }) }),
      await start({ poolSize: 10, transport: smtpTransport({ url: server.url, poolSize: 10 }) }),
    ];
    const call = adminCall();
    const many = `email\n${Array.from({ length: 520 }, (_, i) => `user${i}@example.com`).join('\n')}`;
    await replicas[0]!.importCsv(many, CONFIRMED, call);
    const at = new Date(installation.clock.now() + 3_600_000).toISOString();
    const { id } = await createUpdate(replicas[0]!, call, { schedule: schedule({ scheduledAt: at }) });
    await new Promise((resolve) => setTimeout(resolve, 100)); // Several looks, before its time.
    expect(server.received).toEqual([]);
    installation.clock.advance(3_600_000);
    const update = await until(replicas[1]!, call, id, SENT);
    expect(update).toMatchObject({ recipientCount: 520, deliveredCount: 520 });
    expect(new Set(server.received.map(({ to }) => to)).size).toBe(520);
    expect(server.received).toHaveLength(520);
  }, 60_000);

  it('reaches no one who left, changed category or was archived after it began', async () => {
    const call = adminCall();
    const sent: string[] = [];
    const ids = new Map<string, string>();
    const replica: Replica = await start({
      poolSize: 1,
      transport: {
        send: async ({ to }) => {
          sent.push(to);
          if (sent.length === 1) {
            for (const [email, id] of ids) if (email !== to) await replica.subscribers.unsubscribe({ id }, call);
          }
        },
        close: () => undefined,
      },
    });
    for (const name of ['a', 'b', 'c']) {
      ids.set(`${name}@example.com`, (await addSubscriber(replica, call, `${name}@example.com`, CONFIRMED)).id);
    }
    const { id: updateId } = await createUpdate(replica, call, { schedule: schedule({ sendImmediately: true }) });
    expect(await until(replica, call, updateId, SENT)).toMatchObject({ deliveredCount: 1, recipientCount: 3 });
    expect(sent).toHaveLength(1);
    expect(Object.values(await states(replica, call, updateId)).sort()).toEqual([
      'cancelled',
      'cancelled',
      'delivered',
    ]);
  });

  it('stops when it is archived, and goes only to the others when it is sent again', async () => {
    const call = adminCall();
    const sent: string[] = [];
    let updateId = '';
    let archive = true;
    const replica: Replica = await start({
      poolSize: 1,
      transport: {
        send: async ({ to }) => {
          sent.push(to);
          if (archive) await replica.portal.archiveUpdate({ id: updateId }, call);
        },
        close: () => undefined,
      },
    });
    for (const name of ['a', 'b', 'c']) await addSubscriber(replica, call, `${name}@example.com`, CONFIRMED);
    // Scheduled, so that its id is known before the first mail.
    const at = new Date(installation.clock.now() + 1000).toISOString();
    updateId = (await createUpdate(replica, call, { schedule: schedule({ scheduledAt: at }) })).id;
    installation.clock.advance(1000);
    await until(replica, call, updateId, CANCELLED);
    while (Object.values(await states(replica, call, updateId)).filter((state) => state === 'delivered').length < 1) {
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    expect(sent).toHaveLength(1);
    expect(await replica.portal.getUpdate({ id: updateId }, call)).toMatchObject({
      deliveredCount: 1,
      recipientCount: 3,
    });
    archive = false;
    await replica.portal.unarchiveUpdate({ id: updateId }, call);
    await replica.portal.editUpdate({ id: updateId, schedule: schedule({ sendImmediately: true }) }, call);
    expect(await until(replica, call, updateId, SENT)).toMatchObject({ deliveredCount: 3, recipientCount: 3 });
    expect(sent.sort()).toEqual(['a@example.com', 'b@example.com', 'c@example.com']);
  });

  it.each([
    { hours: 23, status: SENT },
    { hours: 25, status: FAILED },
  ])('$hours hours after its time: status $status', async ({ hours, status }) => {
    const call = adminCall();
    const asleep = await installation.replica();
    await addSubscriber(asleep, call, 'a@example.com', CONFIRMED);
    const at = new Date(installation.clock.now() + 1000).toISOString();
    const { id } = await createUpdate(asleep, call, { schedule: schedule({ scheduledAt: at }) });
    installation.clock.advance(hours * 3_600_000 + 1000);
    let mails = 0;
    const transport = {
      send: () => {
        mails++;
        return Promise.resolve();
      },
      close: () => undefined,
    };
    const awake = await start({ transport });
    await until(awake, call, id, status);
    expect(mails).toBe(status === SENT ? 1 : 0);
  });

  it('goes on where a replica was cut off', async () => {
    const call = adminCall();
    const sent: string[] = [];
    let stuck: (() => void) | undefined;
    const first = await start({
      poolSize: 1,
      transport: {
        // Takes two mails and hangs for ever on the third: the replica is as good as dead.
        send: ({ to }) =>
          sent.push(to) > 2 ? new Promise((_, reject) => (stuck = () => reject(new Error('gone')))) : Promise.resolve(),
        close: () => undefined,
      },
    });
    for (const name of ['a', 'b', 'c', 'd']) await addSubscriber(first, call, `${name}@example.com`, CONFIRMED);
    const { id } = await createUpdate(first, call, { schedule: schedule({ sendImmediately: true }) });
    while (!stuck) await new Promise((resolve) => setTimeout(resolve, 10));
    const rest: string[] = [];
    const transport = {
      send: ({ to }: { to: string }) => {
        rest.push(to);
        return Promise.resolve();
      },
      close: () => undefined,
    };
    const second = await start({ transport });
    installation.clock.advance(16 * 60_000); // Lease and claims end.
    expect(await until(second, call, id, SENT)).toMatchObject({ deliveredCount: 4 });
    // The one in flight comes twice, with the same Message-ID; nobody is missed.
    expect(sent.length + rest.length).toBe(5);
    expect(new Set([...sent, ...rest]).size).toBe(4);
    expect(rest).toContain(sent[2]);
    stuck();
  });

  it('without a mail server is a file a mail', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'candor-outbox-'));
    closing.push(() => rm(folder, { recursive: true, force: true }));
    const replica = await start({ transport: outboxTransport(folder) });
    const call = adminCall();
    await addSubscriber(replica, call, 'jürgen@example.com', CONFIRMED);
    const { id } = await createUpdate(replica, call, { title: 'Grüße', schedule: schedule({ sendImmediately: true }) });
    await until(replica, call, id, SENT);
    const files = await readdir(folder);
    expect(files).toEqual([expect.stringMatching(/\.eml$/)]);
    expect(await readFile(join(folder, files[0]!), 'utf8')).toMatch(/^Subject: =\?UTF-8\?/m);
  });
});
