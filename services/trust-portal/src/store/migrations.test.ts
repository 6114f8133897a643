import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { SubscriberStatus } from '@candor/proto/candor/trust_portal/v1/subscribers';
import { newId } from '@candor/runtime';
import type { Db } from 'mongodb';
import {
  addSubscriber,
  adminCall,
  createUpdate,
  startInstallation,
  type Installation,
  type Replica,
} from '../trust-portal.fixture.js';
import { ConfirmationStore } from './confirmations.js';
import { MIGRATIONS } from './migrations.js';
import { FORMER_TOKENS, SUBSCRIBERS, type SubscriberRow } from './subscribers.js';

const { SUBSCRIBER_STATUS_PENDING: PENDING, SUBSCRIBER_STATUS_CONFIRMED: CONFIRMED } = SubscriberStatus;
const { SUBSCRIBER_STATUS_UNSUBSCRIBED: UNSUBSCRIBED, SUBSCRIBER_STATUS_UNSPECIFIED: ANY } = SubscriberStatus;

describe('data in the form of an earlier release', () => {
  let installation: Installation;
  let replica: Replica;
  let db: Db;
  beforeAll(async () => {
    installation = await startInstallation();
    replica = await installation.replica();
    db = replica.db;
  });
  afterAll(() => installation.close());

  const migrate = async (): Promise<void> => {
    for (const { run } of MIGRATIONS) await run(db);
  };
  const rows = () => db.collection<SubscriberRow>(SUBSCRIBERS);
  const list = async (call: ReturnType<typeof adminCall>, query = '') =>
    (await replica.subscribers.listSubscribers({ page: 1, pageSize: 100, status: ANY, query }, call)).data;
  /** A subscriber under the spelling that was stored before. */
  async function under(
    call: ReturnType<typeof adminCall>,
    email: string,
    status: SubscriberStatus,
  ): Promise<SubscriberRow> {
    const made = await addSubscriber(replica, call, `${newId()}@example.com`, status === PENDING ? PENDING : CONFIRMED);
    if (status === UNSUBSCRIBED) await replica.subscribers.unsubscribe({ id: made.id }, call);
    await rows().updateOne({ _id: made.id }, { $set: { email } });
    const row = await rows().findOne({ _id: made.id });
    if (!row) throw new Error('it is not there');
    return row;
  }

  it('has an address once after the start, and every link in a mail leads to it', async () => {
    const call = adminCall();
    const { organizationId } = call.caller;
    const alone = await under(call, 'ann@xn--bcher-kva.example', CONFIRMED);
    const left = await under(call, 'bo@xn--bcher-kva.example', UNSUBSCRIBED);
    const stays = await addSubscriber(replica, call, 'bo@bücher.example', CONFIRMED);
    const agreed = await under(call, 'cy@xn--bcher-kva.example', CONFIRMED);
    await addSubscriber(replica, call, 'cy@bücher.example', PENDING);
    const both = await under(call, 'di@xn--bcher-kva.example', CONFIRMED);
    const kept = await addSubscriber(replica, call, 'di@bücher.example', CONFIRMED);
    const odd = await under(call, 'ed@nowhere', CONFIRMED);

    await migrate();
    const after = await list(call);
    expect(after.map(({ email, status }) => [email, status]).sort()).toEqual([
      ['ann@bücher.example', CONFIRMED],
      ['bo@bücher.example', UNSUBSCRIBED],
      ['cy@bücher.example', CONFIRMED],
      ['di@bücher.example', CONFIRMED],
      ['ed@nowhere', CONFIRMED],
    ]);
    expect(after.map(({ id }) => id)).toEqual(expect.arrayContaining([alone._id, stays.id, kept.id, odd._id]));
    const confirmations = new ConfirmationStore(db);
    for (const [row, email] of [
      [alone, 'ann@bücher.example'],
      [left, 'bo@bücher.example'],
      [agreed, 'cy@bücher.example'],
      [both, 'di@bücher.example'],
    ] as const) {
      expect(await confirmations.findByUnsubscribeToken(organizationId, row.unsubscribe_token)).toMatchObject({
        email,
      });
      expect(await confirmations.findByUnsubscribeToken('another', row.unsubscribe_token)).toBeUndefined();
    }
    expect(await list(call, '@XN--bcher-kva')).toHaveLength(4);

    const once = JSON.stringify([await rows().find().toArray(), await db.collection(FORMER_TOKENS).find().toArray()]);
    await migrate();
    expect(JSON.stringify([await rows().find().toArray(), await db.collection(FORMER_TOKENS).find().toArray()])).toBe(
      once,
    );
    await replica.subscribers.deleteSubscriber({ id: kept.id }, call);
    expect(await confirmations.findByUnsubscribeToken(organizationId, both.unsubscribe_token)).toBeUndefined();
  });

  it('is merged by the next start when the first was cut off after the token', async () => {
    const call = adminCall();
    const { organizationId } = call.caller;
    const row = await under(call, 'fi@xn--bcher-kva.example', UNSUBSCRIBED);
    const kept = await addSubscriber(replica, call, 'fi@bücher.example', CONFIRMED);
    await db
      .collection<{ _id: string }>(FORMER_TOKENS)
      .insertOne({ _id: row.unsubscribe_token, organization_id: organizationId, subscriber_id: kept.id } as never);
    await migrate();
    expect((await list(call)).map(({ id, status }) => [id, status])).toEqual([[kept.id, UNSUBSCRIBED]]);
  });

  it('finds updates and categories by their names of today', async () => {
    const call = adminCall();
    const update = await createUpdate(replica, call, { title: 'Neue  Maße der ﬁrma' });
    await db
      .collection<{ _id: string }>('updates')
      .updateOne({ _id: update.id }, { $set: { search_key: 'neue  maße der ﬁrma\nx' } });
    const { id } = await replica.portal.createCategory({ name: 'Straße' }, call);
    const second = await replica.portal.createCategory({ name: 'Wege' }, call);
    const categories = db.collection<{ _id: string; name_key: string }>('update_categories');
    await categories.updateOne({ _id: id }, { $set: { name_key: 'straße' } });
    await categories.updateOne({ _id: second.id }, { $set: { name: 'STRASSE', name_key: 'stra\u00dfe ' } });
    await migrate();
    await migrate();
    const key = async (_id: string) => (await categories.findOne({ _id }))?.name_key;
    // Whichever came first; the other one keeps what it had.
    const keys = [await key(id), await key(second.id)].sort();
    expect([keys[0], keys[1]?.trim()]).toEqual(['strasse', 'straße']);
    await expect(replica.portal.createCategory({ name: 'strasse' }, call)).rejects.toMatchObject({ kind: 'conflict' });
    expect(await db.collection('updates').findOne({ search_key: /neue masse der firma/ })).toMatchObject({
      _id: update.id,
    });
  });

  it('keeps no time of what was cancelled', async () => {
    const call = adminCall();
    const { id } = await createUpdate(replica, call, { title: 'Cancelled' });
    const row = { notification_status: 'cancelled', scheduled_at: 1_800_000_000_000_000 };
    await db.collection<{ _id: string }>('updates').updateOne({ _id: id }, { $set: row });
    await migrate();
    expect((await replica.portal.getUpdate({ id }, call)).scheduledAt).toBeUndefined();
  });
});
