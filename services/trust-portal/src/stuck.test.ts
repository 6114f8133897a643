import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { SubscriberStatus } from '@candor/proto/candor/trust_portal/v1/subscribers';
import { systemClock } from '@candor/runtime';
import { check } from './admin/check.js';
import { NOTIFICATION_STATUSES, type NotificationStatus } from './notification.js';
import { DELIVERY_STATES } from './store/deliveries.js';
import { SUBSCRIBER_STATUSES } from './store/subscribers.js';
import { addSubscriber, adminCall, createUpdate, schedule, startInstallation } from './trust-portal.fixture.js';
import type { Installation, Replica } from './trust-portal.fixture.js';

let installation: Installation;
let replica: Replica;
beforeAll(async () => {
  installation = await startInstallation();
  // It is not started: nothing but people moves anything.
  replica = await installation.replica();
});
afterAll(() => installation.close());

const rows = (name: string) => replica.db.collection<{ _id: string }>(name);
type Call = ReturnType<typeof adminCall>;

/** An update as a crash at the worst moment leaves it: in its state, and nobody is about to look at it. */
async function updateIn(status: NotificationStatus): Promise<{ call: Call; id: string }> {
  const call = adminCall();
  const { id } = await createUpdate(replica, call);
  await rows('updates').updateOne({ _id: id }, { $set: { notification_status: status, due_at: 0 } });
  return { call, id };
}

const statusOf = async (id: string): Promise<unknown> =>
  (await replica.db.collection('updates').findOne({ _id: id as never }))?.['notification_status'];

/** What people can do to a notification. */
const OUT: Record<string, (id: string, call: Call) => Promise<unknown>> = {
  'send it now': (id, call) =>
    replica.portal.editUpdate({ id, categoryIds: undefined, schedule: schedule({ sendImmediately: true }) }, call),
  'archive it': (id, call) => replica.portal.archiveUpdate({ id }, call),
};
/** All mails are out: nothing is to be got out of. */
const ENDED = new Set<NotificationStatus>(['sent']);

describe.each(NOTIFICATION_STATUSES)('an update whose notification is %s', (status) => {
  it('is got out of it by people', async () => {
    const moved: string[] = [];
    for (const [name, act] of Object.entries(OUT)) {
      const { call, id } = await updateIn(status);
      await act(id, call).catch(() => undefined);
      if ((await statusOf(id)) !== status) moved.push(name);
    }
    if (!ENDED.has(status)) expect(moved).not.toEqual([]);
  });

  it('can be archived, restored, edited and deleted with its deliveries', async () => {
    const { call, id } = await updateIn(status);
    await replica.portal.editUpdate({ id, title: 'Another', categoryIds: undefined, schedule: schedule({}) }, call);
    expect((await replica.portal.archiveUpdate({ id }, call)).archivedAt).toBeDefined();
    expect((await replica.portal.unarchiveUpdate({ id }, call)).archivedAt).toBeUndefined();
    await replica.portal.deleteUpdate({ id }, call);
    await expect(replica.portal.getUpdate({ id }, call)).rejects.toMatchObject({ code: 'update_not_found' });
    await expect(replica.portal.deleteUpdate({ id }, call)).rejects.toMatchObject({ code: 'update_not_found' });
  });
});

describe.each(DELIVERY_STATES)('a delivery that is %s', (state) => {
  async function delivery(): Promise<{ call: Call; id: string }> {
    const { call, id } = await updateIn('sending');
    const { id: subscriberId } = await addSubscriber(
      replica,
      call,
      'a@x.com',
      SubscriberStatus.SUBSCRIBER_STATUS_CONFIRMED,
    );
    const { organizationId } = call.caller;
    const receiving = [{ id: subscriberId, email: 'a@x.com' }];
    await rows('deliveries').insertOne({
      ...{ _id: `${id}-1`, organization_id: organizationId, update_id: id, subscriber_id: receiving[0]?.id },
      ...{ email: 'a@x.com', state, attempts: 0, reason: '', next_at: 0, delivered_at: 0, schedule_rev: 0, claim: '' },
    });
    return { call, id };
  }

  it('does not stay failed for ever: people send it again', async () => {
    const { call, id } = await delivery();
    await rows('updates').updateOne({ _id: id }, { $set: { notification_status: 'sent', schedule_rev: 1 } });
    const sent = replica.portal.retryDeliveries({ updateId: id, includeBounced: false }, call);
    if (state === 'failed') await expect(sent).resolves.toMatchObject({ id });
    else await expect(sent).rejects.toMatchObject({ code: 'no_failed_deliveries' });
  });

  it('does not stay open when its update is archived, and goes with it', async () => {
    const { call, id } = await delivery();
    await replica.portal.archiveUpdate({ id }, call);
    const request = { updateId: id, state: '', limit: 10, offset: 0 };
    expect(await replica.portal.listDeliveries(request, call)).toMatchObject({ total: 1 });
    expect(await rows('deliveries').countDocuments({ update_id: id, state: { $in: ['pending', 'claimed'] } })).toBe(0);
    await replica.portal.deleteUpdate({ id }, call);
    expect(await rows('deliveries').countDocuments({ update_id: id })).toBe(0);
    const left = await check(replica.db, systemClock);
    expect(left.filter((finding) => finding.id.includes(id))).toEqual([]);
  });
});

describe.each(SUBSCRIBER_STATUSES)('a subscriber who is %s', (status) => {
  it('can be unsubscribed and erased, and added again', async () => {
    const call = adminCall();
    const { SUBSCRIBER_STATUS_CONFIRMED: confirmed } = SubscriberStatus;
    const { id } = await addSubscriber(replica, call, 'a@x.com', confirmed);
    await rows('subscribers').updateOne({ _id: id }, { $set: { status } });
    const left = await replica.subscribers.unsubscribe({ id }, call);
    expect(left.status).toBe(SubscriberStatus.SUBSCRIBER_STATUS_UNSUBSCRIBED);
    await replica.subscribers.deleteSubscriber({ id }, call);
    expect((await addSubscriber(replica, call, 'a@x.com', confirmed)).status).toBe(confirmed);
  });
});

describe('an update that is deleted while its mails are made', () => {
  it('leaves no deliveries behind', async () => {
    const other = await startInstallation();
    try {
      const sender = await other.replica();
      const call = adminCall();
      const { SUBSCRIBER_STATUS_CONFIRMED: confirmed } = SubscriberStatus;
      for (let n = 0; n < 5; n++) await addSubscriber(sender, call, `user${n}@x.com`, confirmed);
      const { id } = await createUpdate(sender, call, { schedule: schedule({ sendImmediately: true }) });
      await sender.start();
      await sender.portal.deleteUpdate({ id }, call);
      await sender.close();
      const last = await other.replica();
      expect((await check(last.db, systemClock)).filter((finding) => finding.kind === 'orphan')).toEqual([]);
    } finally {
      await other.close();
    }
  });
});
