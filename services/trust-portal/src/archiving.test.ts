import { MailFailure, type MailTransport } from '@candor/runtime/mail';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { SubscriberStatus } from '@candor/proto/candor/trust_portal/v1/subscribers';
import { NotificationStatus } from '@candor/proto/candor/trust_portal/v1/trust_portal';
import { SendingReplicas, statesOf, WITNESS } from './delivery/delivery.fixture.js';
import { addSubscriber, adminCall, createUpdate, schedule, startInstallation } from './trust-portal.fixture.js';
import type { Installation } from './trust-portal.fixture.js';

const { SUBSCRIBER_STATUS_CONFIRMED: CONFIRMED } = SubscriberStatus;
const { NOTIFICATION_STATUS_NONE: NONE, NOTIFICATION_STATUS_SCHEDULED: SCHEDULED } = NotificationStatus;
const { NOTIFICATION_STATUS_SENDING: SENDING, NOTIFICATION_STATUS_SENT: SENT } = NotificationStatus;
const { NOTIFICATION_STATUS_CANCELLED: CANCELLED, NOTIFICATION_STATUS_FAILED: FAILED } = NotificationStatus;

/** Archive and unarchive, in every state that a notification can be in: the table of specification 3.2. */
describe('archiving and unarchiving', () => {
  let installation: Installation;
  const replicas = new SendingReplicas(() => installation);

  beforeAll(async () => {
    installation = await startInstallation();
  });
  afterEach(() => replicas.close());
  afterAll(() => installation.close());

  it.each([
    { from: NONE, option: {}, after: NONE, mails: 0 },
    { from: SCHEDULED, option: 'later' as const, after: CANCELLED, mails: 0 },
    { from: CANCELLED, option: 'later' as const, after: CANCELLED, mails: 0 },
    { from: SENDING, option: { sendImmediately: true }, after: CANCELLED, mails: 1 },
    { from: SENT, option: { sendImmediately: true }, after: SENT, mails: 1 },
    { from: FAILED, option: { sendImmediately: true }, after: FAILED, mails: 0 },
  ])('from notification status $from: $after, sends nothing, and is undone without sending', async (row) => {
    const call = adminCall();
    let sent = 0;
    let begun = 0;
    let release: () => void = () => undefined;
    const transport: MailTransport = {
      send: async ({ to }) => {
        if (to === WITNESS) return;
        begun++;
        if (row.from === FAILED) throw new MailFailure('refused', '554 no');
        if (row.from === SENDING) await new Promise<void>((resolve) => (release = resolve));
        sent++;
      },
      close: () => undefined,
    };
    const replica = await replicas.start({ transport, poolSize: 1 });
    const inAnHour = new Date(installation.clock.now() + 3_600_000).toISOString();
    const option = row.option === 'later' ? { scheduledAt: inAnHour } : row.option;
    for (const name of ['a', 'b']) await addSubscriber(replica, call, `${name}@example.com`, CONFIRMED);
    const { id } = await createUpdate(replica, call, { schedule: schedule(option) });
    if (row.from === CANCELLED) {
      await replica.portal.editUpdate({ id, schedule: schedule({ scheduleDisabled: true }) }, call);
    }
    await replicas.until(replica, call, id, row.from);
    if (row.from === SENDING) while (begun === 0) await new Promise((resolve) => setTimeout(resolve, 5));

    const archived = await replica.portal.archiveUpdate({ id }, call);
    expect(archived).toMatchObject({ archived: true, notificationStatus: row.after });
    expect(await replica.portal.archiveUpdate({ id }, call)).toMatchObject({ archivedAt: archived.archivedAt });
    release();
    if (row.from === SENDING) {
      // The mail that was in hand is gone, and recorded; the other one is not sent.
      for (;;) {
        const states = Object.values(await statesOf(replica, call, id)).sort();
        if (states.join() === 'cancelled,delivered') break;
        await new Promise((resolve) => setTimeout(resolve, 10));
      }
    }
    const sentBefore = sent;
    const restored = await replica.portal.unarchiveUpdate({ id }, call);
    expect(restored).toMatchObject({ archived: false, archivedAt: undefined, notificationStatus: row.after });
    await expect(replica.portal.unarchiveUpdate({ id }, call)).rejects.toMatchObject({ code: 'update_not_archived' });
    // Past the time it was scheduled for.
    installation.clock.advance(2 * 3_600_000);
    await replicas.lookTwice(replica);
    expect(sent).toBe(sentBefore);
    expect(sent).toBe(row.from === SENT ? 2 : row.mails);
    expect((await replica.portal.getUpdate({ id }, call)).notificationStatus).toBe(row.after);
  });
});
