import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { SubscriberStatus } from '@candor/proto/candor/trust_portal/v1/subscribers';
import { NotificationStatus } from '@candor/proto/candor/trust_portal/v1/trust_portal';
import type { CallFor, ServiceEvent } from '@candor/runtime';
import { MailFailure, type MailTransport } from '@candor/runtime/mail';
import { check } from '../admin/check.js';
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

const { SUBSCRIBER_STATUS_CONFIRMED: CONFIRMED, SUBSCRIBER_STATUS_UNSPECIFIED: ANY } = SubscriberStatus;
const { NOTIFICATION_STATUS_SENT: SENT, NOTIFICATION_STATUS_SENDING: SENDING } = NotificationStatus;

let installation: Installation;
const replicas = new SendingReplicas(() => installation);
beforeAll(async () => {
  installation = await startInstallation();
});
afterEach(() => replicas.close());
afterAll(() => installation.close());

/** A way for mails that says by the name of the address what becomes of each, and keeps who got one. */
class Post implements MailTransport {
  readonly taken: string[] = [];
  /** While it storms, `soft` and `unknown` get nothing. */
  stormy = true;

  send({ to }: { to: string }): Promise<void> {
    const [name = ''] = to.split('@');
    if (this.stormy && name.startsWith('soft')) return Promise.reject(new MailFailure('soft', '451 later'));
    if (this.stormy && name.startsWith('unknown')) return Promise.reject(new MailFailure('bounced', '550 unknown'));
    if (name.startsWith('never')) return Promise.reject(new MailFailure('refused', '554 no'));
    this.taken.push(name);
    return Promise.resolve();
  }

  close(): void {
    this.taken.length = 0;
  }
}

interface Sent {
  replica: Replica;
  call: CallFor;
  id: string;
  post: Post;
  events: ServiceEvent[];
  retry: (includeBounced?: boolean) => Promise<unknown>;
}

/** An update that reached `ok`, and failed with the others; the storm is over. */
async function sentTo(...names: string[]): Promise<Sent> {
  const post = new Post();
  const events: ServiceEvent[] = [];
  const publish = (told: ServiceEvent[]): Promise<void> => Promise.resolve(void events.push(...told));
  const replica = await replicas.start({ transport: post, retryAfterMs: [] }, { publish });
  const call = adminCall();
  for (const name of ['ok', ...names]) await addSubscriber(replica, call, `${name}@example.com`, CONFIRMED);
  const { id } = await createUpdate(replica, call, { schedule: schedule({ sendImmediately: true }) });
  await replicas.until(replica, call, id, SENT);
  post.stormy = false;
  post.taken.length = 0;
  const retry = (includeBounced = false): Promise<unknown> =>
    replica.portal.retryDeliveries({ updateId: id, includeBounced }, call);
  return { replica, call, id, post, events, retry };
}

async function until(isTrue: () => boolean): Promise<void> {
  while (!isTrue()) await wait(20);
}

const findings = (replica: Replica): ReturnType<typeof check> => check(replica.db, installation.clock);

describe('failed mails of a sent update', () => {
  it('go out again to those who did not get them, and to nobody else', async () => {
    const { replica, call, id, post, retry } = await sentTo('soft', 'never', 'unknown', 'soft-left');
    await addSubscriber(replica, call, 'new@example.com', CONFIRMED);
    const { data } = await replica.subscribers.listSubscribers(
      { page: 1, pageSize: 9, status: ANY, query: 'left' },
      call,
    );
    await replica.subscribers.unsubscribe({ id: data[0]!.id }, call);
    const before = await replica.portal.getUpdate({ id }, call);
    expect(await retry()).toMatchObject({ notificationStatus: SENDING });
    const after = await replicas.until(replica, call, id, SENT);
    expect(post.taken).toEqual(['soft']);
    expect(after).toMatchObject({ deliveredCount: 2, failedCount: 3, recipientCount: 5, sentAt: before.sentAt });
    expect(await statesOf(replica, call, id)).toMatchObject({ ok: 'delivered', soft: 'delivered', never: 'failed' });
    expect(await findings(replica)).toEqual([]);
  });

  it('go to refused addresses only when that is asked for', async () => {
    const { replica, call, id, post, retry } = await sentTo('unknown');
    await expect(retry()).rejects.toMatchObject({ code: 'no_failed_deliveries' });
    await retry(true);
    await replicas.until(replica, call, id, SENT);
    expect(post.taken).toEqual(['unknown']);
    const { data } = await replica.subscribers.listSubscribers(
      { page: 1, pageSize: 9, status: ANY, query: 'unk' },
      call,
    );
    expect(data).toMatchObject([{ status: CONFIRMED }]);
  });

  it('go out once when they are asked for twice at once', async () => {
    const { replica, call, id, post, retry } = await sentTo('soft', 'soft-too');
    const ends = await Promise.allSettled([retry(), retry()]);
    expect(ends.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    await replicas.until(replica, call, id, SENT);
    expect(post.taken.sort()).toEqual(['soft', 'soft-too']);
    await expect(retry()).rejects.toMatchObject({ code: 'no_failed_deliveries' });
  });

  it('are told to nobody as another update that was sent', async () => {
    const { replica, call, id, events, retry } = await sentTo('soft');
    await until(() => events.some(({ data }) => data['update_id'] === id));
    await retry();
    await replicas.until(replica, call, id, SENT);
    const row = await replica.db.collection<{ _id: string }>('updates').findOne({ _id: id });
    expect(row).toMatchObject({ announced: true, delivered_count: 2 });
  });

  it('go out once when the work on them is cut off at any step and repeated', async () => {
    const { replica, call, id } = await sentTo('soft', 'soft-two', 'never');
    await replica.close();
    const idle = await installation.replica();
    const updates = idle.db.collection<{ _id: string; schedule_rev: number }>('updates');
    await idle.portal.retryDeliveries({ updateId: id, includeBounced: false }, call);
    // One row was opened, and then whoever did it was killed.
    const rev = (await updates.findOne({ _id: id }))!.schedule_rev;
    const rows = idle.db.collection<{ _id: string; email: string; update_id: string }>('deliveries');
    const opened = { state: 'pending', attempts: 0, next_at: 0, schedule_rev: rev };
    await rows.updateOne({ update_id: id, email: 'soft@example.com' }, { $set: opened });
    await idle.close();
    const post = new Post();
    post.stormy = false;
    const next = await replicas.start({ transport: post, retryAfterMs: [] });
    await replicas.until(next, call, id, SENT);
    // The whole work once more, as after a crash before its end was recorded.
    const again = { notification_status: 'sending', due_at: 1, fanned_out_rev: 0 };
    await next.db.collection('updates').updateOne({ _id: id as never }, { $set: again });
    await replicas.until(next, call, id, SENT);
    expect(post.taken.sort()).toEqual(['soft', 'soft-two']);
    expect(await statesOf(next, call, id)).toMatchObject({ never: 'failed' });
    expect(await findings(next)).toEqual([]);
  });

  it('are refused while archived, before anything is sent, and of an unknown update', async () => {
    const { replica, call, id, retry } = await sentTo('soft');
    await replica.portal.archiveUpdate({ id }, call);
    await expect(retry()).rejects.toMatchObject({ code: 'update_archived' });
    const { id: fresh } = await createUpdate(replica, call);
    const of = (updateId: string): Promise<unknown> =>
      replica.portal.retryDeliveries({ updateId, includeBounced: false }, call);
    await expect(of(fresh)).rejects.toMatchObject({ code: 'no_failed_deliveries' });
    await expect(of('00000000-0000-4000-8000-000000000000')).rejects.toMatchObject({ code: 'update_not_found' });
    const other = adminCall();
    const foreign = replica.portal.retryDeliveries({ updateId: id, includeBounced: true }, other);
    await expect(foreign).rejects.toMatchObject({ code: 'update_not_found' });
  });
});
