import { SubscriberStatus } from '@candor/proto/candor/trust_portal/v1/subscribers';
import { NotificationStatus } from '@candor/proto/candor/trust_portal/v1/trust_portal';
import { micros } from '@candor/runtime';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Document } from 'mongodb';
import { SendingReplicas } from '../delivery/delivery.fixture.js';
import {
  addSubscriber,
  adminCall,
  createUpdate,
  schedule,
  startInstallation,
  type Installation,
  type Replica,
} from '../trust-portal.fixture.js';
import { check } from './check.js';

/** The oracle of the fault tests must see what it is there to see. */
describe('the check of updates and mails', () => {
  let installation: Installation;
  let replica: Replica;
  const replicas = new SendingReplicas(() => installation);
  const rows = (name: string) => replica.db.collection<Document & { _id: string }>(name);
  const kinds = async (): Promise<string[]> => (await check(replica.db, installation.clock)).map(({ kind }) => kind);

  beforeAll(async () => {
    installation = await startInstallation();
    replica = await installation.replica();
  });
  afterAll(() => installation.close());
  beforeEach(async () => {
    for (const { name } of await replica.db.listCollections().toArray()) await rows(name).deleteMany({});
    const call = adminCall();
    const sender = await replicas.start({ transport: { send: () => Promise.resolve(), close: () => undefined } });
    for (const name of ['a', 'b'])
      await addSubscriber(replica, call, `${name}@example.com`, SubscriberStatus.SUBSCRIBER_STATUS_CONFIRMED);
    const { id } = await createUpdate(replica, call, { schedule: schedule({ sendImmediately: true }) });
    await replicas.until(sender, call, id, NotificationStatus.NOTIFICATION_STATUS_SENT);
    // Nobody may mend what the tests break.
    await replicas.close();
  });

  it('finds nothing when all is sent', async () => {
    expect(await rows('deliveries').countDocuments({ state: 'delivered' })).toBe(2);
    expect(await kinds()).toEqual([]);
  });

  it.each<[string, string, () => Promise<unknown>]>([
    ['a mail that is lost', 'wrong_counts', () => rows('deliveries').deleteOne({ email: 'a@example.com' })],
    [
      'a mail that is still open',
      'open_delivery',
      () => rows('deliveries').updateOne({}, { $set: { state: 'pending' } }),
    ],
    ['a mail that is there twice', 'wrong_id', () => double()],
    ['mails without their update', 'orphan', () => rows('updates').deleteMany({})],
    ['a notification that never falls due', 'stalled', () => set({ notification_status: 'sending', due_at: 0 })],
    ['a notification that nobody sends', 'stuck_work', () => overdue()],
  ])('finds %s', async (_what, kind, harm) => {
    await harm();
    expect(await kinds()).toContain(kind);
  });

  const set = (change: Document) => rows('updates').updateOne({}, { $set: change });
  const overdue = () => set({ notification_status: 'scheduled', due_at: micros(installation.clock) - 600e6 });
  async function double(): Promise<void> {
    const row = await rows('deliveries').findOne({});
    await rows('deliveries').insertOne({ ...row, _id: 'another' });
  }
});
