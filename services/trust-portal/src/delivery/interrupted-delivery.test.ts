import { MailFailure } from '@candor/runtime/mail';
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
  type Replica,
} from '../trust-portal.fixture.js';
import { SendingReplicas, statesOf } from './delivery.fixture.js';

const { SUBSCRIBER_STATUS_CONFIRMED: CONFIRMED } = SubscriberStatus;
const { NOTIFICATION_STATUS_SENT: SENT, NOTIFICATION_STATUS_FAILED: FAILED } = NotificationStatus;
const { NOTIFICATION_STATUS_CANCELLED: CANCELLED } = NotificationStatus;

describe('a delivery that is cut off or overtaken', () => {
  let installation: Installation;
  const replicas = new SendingReplicas(() => installation);
  beforeAll(async () => {
    installation = await startInstallation();
  });
  afterEach(() => replicas.close());
  afterAll(() => installation.close());

  it('reaches no one who left, changed category or was archived after it began', async () => {
    const call = adminCall();
    const sent: string[] = [];
    const ids = new Map<string, string>();
    const replica: Replica = await replicas.start({
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
    expect(await replicas.until(replica, call, updateId, SENT)).toMatchObject({ deliveredCount: 1, recipientCount: 3 });
    expect(sent).toHaveLength(1);
    expect(Object.values(await statesOf(replica, call, updateId)).sort()).toEqual([
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
    const replica: Replica = await replicas.start({
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
    await replicas.until(replica, call, updateId, CANCELLED);
    while (Object.values(await statesOf(replica, call, updateId)).filter((state) => state === 'delivered').length < 1) {
      await wait(10);
    }
    expect(sent).toHaveLength(1);
    expect(await replica.portal.getUpdate({ id: updateId }, call)).toMatchObject({
      deliveredCount: 1,
      recipientCount: 3,
    });
    archive = false;
    await replica.portal.unarchiveUpdate({ id: updateId }, call);
    await replica.portal.editUpdate({ id: updateId, schedule: schedule({ sendImmediately: true }) }, call);
    expect(await replicas.until(replica, call, updateId, SENT)).toMatchObject({ deliveredCount: 3, recipientCount: 3 });
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
    const awake = await replicas.start({ transport });
    await replicas.until(awake, call, id, status);
    expect(mails).toBe(status === SENT ? 1 : 0);
  });

  it('goes on at once when the only replica was killed and starts again', async () => {
    const call = adminCall();
    let reached = 0;
    let stuck: () => void = () => undefined;
    const dead = await replicas.start({
      poolSize: 1,
      transport: {
        send: () =>
          ++reached > 1 ? new Promise((_, reject) => (stuck = () => reject(new Error('gone')))) : Promise.resolve(),
        close: () => undefined,
      },
    });
    for (const name of ['a', 'b', 'c']) await addSubscriber(dead, call, `${name}@example.com`, CONFIRMED);
    const { id } = await createUpdate(dead, call, { schedule: schedule({ sendImmediately: true }) });
    while (reached < 2) await wait(10);

    const rest: string[] = [];
    const transport = {
      send: ({ to }: { to: string }) => {
        rest.push(to);
        return Promise.resolve();
      },
      close: () => undefined,
    };
    const again = await replicas.start({ transport }, { alone: true });
    const before = installation.clock.now();
    expect(await replicas.until(again, call, id, SENT)).toMatchObject({ deliveredCount: 3 });
    expect(installation.clock.now() - before).toBeLessThan(60_000); // No lease had to end.
    expect(rest).toHaveLength(2);
    stuck();
  });

  it('keeps the counts and forgets the address when a subscriber is erased', async () => {
    const call = adminCall();
    const transport = {
      send: ({ to }: { to: string }) =>
        to.startsWith('no') ? Promise.reject(new MailFailure('bounced', `550 <${to}> unknown`)) : Promise.resolve(),
      close: () => undefined,
    };
    const replica = await replicas.start({ transport });
    const ids = [];
    for (const name of ['yes', 'no'])
      ids.push((await addSubscriber(replica, call, `${name}@example.com`, CONFIRMED)).id);
    const { id } = await createUpdate(replica, call, { schedule: schedule({ sendImmediately: true }) });
    const sent = await replicas.until(replica, call, id, SENT);
    for (const subscriber of ids) await replica.subscribers.deleteSubscriber({ id: subscriber }, call);
    expect(await replica.portal.getUpdate({ id }, call)).toMatchObject({ ...sent, deliveredCount: 1, failedCount: 1 });
    const rows = await replica.db.collection('deliveries').find({ update_id: id }).toArray();
    expect(rows).toHaveLength(2);
    expect(JSON.stringify(rows)).not.toContain('example.com');
  });

  it('goes on where a replica was cut off', async () => {
    const call = adminCall();
    const sent: string[] = [];
    let stuck: (() => void) | undefined;
    const first = await replicas.start({
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
    while (!stuck) await wait(10);
    const rest: string[] = [];
    const transport = {
      send: ({ to }: { to: string }) => {
        rest.push(to);
        return Promise.resolve();
      },
      close: () => undefined,
    };
    const second = await replicas.start({ transport });
    installation.clock.advance(16 * 60_000); // Lease and claims end.
    expect(await replicas.until(second, call, id, SENT)).toMatchObject({ deliveredCount: 4 });
    // The one in flight comes twice, with the same Message-ID; nobody is missed.
    expect(sent.length + rest.length).toBe(5);
    expect(new Set([...sent, ...rest]).size).toBe(4);
    expect(rest).toContain(sent[2]);
    stuck();
  });
});
