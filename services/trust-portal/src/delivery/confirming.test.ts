import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { Readable } from 'node:stream';
import { SubscriberStatus } from '@candor/proto/candor/trust_portal/v1/subscribers';
import type { CallFor } from '@candor/runtime';
import { type Mail, MailFailure } from '@candor/runtime/mail';
import { SelfService } from '../self-service.js';
import { importSubscribers } from '../subscriber-import.js';
import { CategoryStore } from '../store/categories.js';
import { ConfirmationStore } from '../store/confirmations.js';
import { SUBSCRIBERS, SubscriberStore } from '../store/subscribers.js';
import {
  addSubscriber,
  adminCall,
  startInstallation,
  type Installation,
  type Replica,
} from '../trust-portal.fixture.js';

const { SUBSCRIBER_STATUS_CONFIRMED: CONFIRMED, SUBSCRIBER_STATUS_PENDING: PENDING } = SubscriberStatus;
const { SUBSCRIBER_STATUS_UNSUBSCRIBED: UNSUBSCRIBED } = SubscriberStatus;

describe('the double opt-in', () => {
  let installation: Installation;
  const mails: Mail[] = [];
  const closing: (() => Promise<void>)[] = [];
  beforeAll(async () => {
    installation = await startInstallation();
  });
  afterEach(async () => {
    for (const close of closing.splice(0)) await close();
    mails.length = 0;
  });
  afterAll(() => installation.close());

  const start = async (
    send: (mail: Mail) => Promise<void> = () => Promise.resolve(),
    sweepEveryMs = 20,
  ): Promise<Replica> => {
    const replica = await installation.replica({
      sweepEveryMs,
      mail: {
        from: 'trust@example.com',
        publicUrl: 'https://trust.example.com',
        portalOf: () => Promise.resolve({ name: 'Acme & Co', tenantName: 'acme' }),
        retryAfterMs: [50, 50],
        transport: {
          send: async (mail) => {
            await send(mail);
            mails.push(mail);
          },
          close: () => undefined,
        },
      },
    });
    closing.push(() => replica.close());
    await replica.start();
    return replica;
  };
  const selfService = ({ db }: Replica, confirmations = new ConfirmationStore(db)): SelfService =>
    new SelfService({
      subscribers: new SubscriberStore(db),
      confirmations,
      categories: new CategoryStore(db),
      clock: installation.clock,
      onDue: () => undefined,
      onLeft: () => undefined,
    });
  const mailsAre = async (count: number): Promise<void> => {
    while (mails.length < count) {
      await new Promise((resolve) => setTimeout(resolve, 10));
      installation.clock.advance(10);
    }
  };
  /** What was sent is recorded as sent: time that passes before makes it due again. */
  const settled = async ({ db }: Replica): Promise<void> => {
    while ((await db.collection(SUBSCRIBERS).countDocuments({ due_at: { $gt: 0 } })) > 0)
      await new Promise((resolve) => setTimeout(resolve, 10));
  };
  const tokenOf = (mail: Mail): string => {
    const link = /https:\S+\/portal\/acme\/confirm\?token=(\S+)/.exec(mail.text);
    return decodeURIComponent(link?.[1] ?? '');
  };
  const statusOf = async (replica: Replica, call: CallFor, id: string) =>
    (await replica.subscribers.getSubscriber({ id }, call)).status;

  it('asks whoever an admin adds or imports without waiting for a sweep', async () => {
    const replica = await start(undefined, 3_600_000);
    const call = adminCall();
    await addSubscriber(replica, call, 'first@example.com', PENDING);
    await mailsAre(1);
    const asked: string[] = [];
    const rows = 'email,status\nsecond@example.com,\nthird@example.com,pending\ngone@example.com,unsubscribed\n';
    const { db } = replica;
    const parts = {
      subscribers: new SubscriberStore(db),
      categories: new CategoryStore(db),
      clock: installation.clock,
    };
    const onPending = (_: string, id: string): void => void asked.push(id);
    await importSubscribers(
      { ...parts, onPending, onLeft: () => undefined },
      call.caller.organizationId,
      'pending',
      Readable.from([Buffer.from(rows)]) as AsyncIterable<Uint8Array>,
    );
    expect(asked.length).toBe(2);
    expect(await Promise.all(asked.map((id) => statusOf(replica, call, id)))).toEqual([PENDING, PENDING]);
    // Nobody announced these: another process sweeps, and nothing is left for the next test.
    await settled(await start());
    await mailsAre(3);
  });

  it('sends a pending subscriber one mail, whose link confirms; again is harmless', async () => {
    const replica = await start();
    const call = adminCall();
    const { organizationId } = call.caller;
    const { id } = await addSubscriber(replica, call, 'ann@example.com', PENDING);
    await addSubscriber(replica, call, 'sure@example.com', CONFIRMED);
    await mailsAre(1);
    await settled(replica);
    installation.clock.advance(3_600_000);
    // Who comes later gets a mail, so the dispatcher has looked: nobody else got one meanwhile.
    await addSubscriber(replica, call, 'later@example.com', PENDING);
    await mailsAre(2);
    expect(mails.map(({ to }) => to)).toEqual(['ann@example.com', 'later@example.com']);
    expect(mails[0]?.html).toContain('Acme &#38; Co');
    const token = tokenOf(mails[0]!);
    const service = selfService(replica);
    expect(await service.confirm(organizationId, `${token}x`)).toBeUndefined();
    expect(await service.confirm(adminCall().caller.organizationId, token)).toBeUndefined();
    expect(await service.confirm(organizationId, token)).toMatchObject({ id, status: 'confirmed' });
    expect(await service.confirm(organizationId, token)).toMatchObject({ id, status: 'confirmed' });
    expect(await statusOf(replica, call, id)).toBe(CONFIRMED);
  });

  it('sends one mail to who subscribes, also when it looks for what is due in the middle of it', async () => {
    const replica = await start();
    const call = adminCall();
    class Interrupted extends ConfirmationStore {
      override async ask(...asked: Parameters<ConfirmationStore['ask']>): Promise<void> {
        await addSubscriber(replica, call, 'other@example.com', PENDING);
        await mailsAre(1);
        return super.ask(...asked);
      }
    }
    const service = selfService(replica, new Interrupted(replica.db));
    await service.subscribe(call.caller.organizationId, 'new@example.com', undefined);
    await mailsAre(2);
    await settled(replica);
    await addSubscriber(replica, call, 'last@example.com', PENDING);
    await mailsAre(3);
    expect(mails.map(({ to }) => to)).toEqual(['other@example.com', 'new@example.com', 'last@example.com']);
  });

  it('lets a link work for seven days, and only the newest one', async () => {
    const replica = await start();
    const call = adminCall();
    const { organizationId } = call.caller;
    const service = selfService(replica);
    await service.subscribe(organizationId, 'Late@Example.com', undefined);
    await mailsAre(1);
    await settled(replica);
    installation.clock.advance(7 * 86_400_000);
    expect(await service.confirm(organizationId, tokenOf(mails[0]!))).toBeUndefined();
    await service.subscribe(organizationId, 'late@example.com', []);
    await mailsAre(2);
    expect(await service.confirm(organizationId, tokenOf(mails[0]!))).toBeUndefined();
    expect(await service.confirm(organizationId, tokenOf(mails[1]!))).toMatchObject({
      status: 'confirmed',
      categoryIds: [],
    });
    // Confirmed: the mail leads to the preferences, and what is chosen stays.
    await service.subscribe(organizationId, 'late@example.com', undefined);
    await mailsAre(3);
    expect(mails[2]?.text).toContain('/portal/acme/preferences?token=');
    expect(mails[2]?.text).not.toContain('/confirm');
    expect(await service.confirm(organizationId, tokenOf(mails[1]!))).toMatchObject({ categoryIds: [] });
  });

  it('never lets a stale link revive someone who left; only a new one does', async () => {
    const replica = await start();
    const call = adminCall();
    const { organizationId } = call.caller;
    const service = selfService(replica);
    const { id } = await addSubscriber(replica, call, 'left@example.com', PENDING);
    await mailsAre(1);
    const stale = tokenOf(mails[0]!);
    const confirmed = await service.confirm(organizationId, stale);
    const leaving = confirmed!.unsubscribeToken;
    expect(await service.unsubscribe(organizationId, leaving)).toMatchObject({ status: 'unsubscribed' });
    expect(await service.unsubscribe(organizationId, leaving)).toMatchObject({ status: 'unsubscribed' });
    expect(await service.unsubscribe(organizationId, 'nobody')).toBeUndefined();
    expect(await service.confirm(organizationId, stale)).toBeUndefined();
    expect(await statusOf(replica, call, id)).toBe(UNSUBSCRIBED);
    await service.subscribe(organizationId, 'left@example.com', undefined);
    await mailsAre(2);
    expect(await service.confirm(organizationId, stale)).toBeUndefined();
    expect(await service.confirm(organizationId, tokenOf(mails[1]!))).toMatchObject({ id, status: 'confirmed' });
  });

  it('changes what a subscriber gets, by the token in every mail', async () => {
    const replica = await start();
    const call = adminCall();
    const { organizationId } = call.caller;
    const service = selfService(replica);
    const { id: infra } = await replica.portal.createCategory({ name: 'Infra' }, call);
    await addSubscriber(replica, call, 'a@example.com', CONFIRMED);
    const [row] = await new SubscriberStore(replica.db).findByEmails(organizationId, ['a@example.com']);
    const token = row!.unsubscribeToken;
    expect(await service.choose(organizationId, token, [infra, 'gone'])).toMatchObject({ categoryIds: [infra] });
    expect(await service.choose(organizationId, token, [])).toMatchObject({ categoryIds: [] });
    expect(await service.choose(organizationId, token, undefined)).toMatchObject({ categoryIds: undefined });
    expect(await service.choose(organizationId, 'nobody', [])).toBeUndefined();
  });

  it('tries again when a server defers, and gives an address up that is refused', async () => {
    let deferred = 0;
    const replica = await start(({ to }) => {
      if (to === 'refuse@example.com') throw new MailFailure('bounced', '550 no');
      if (++deferred < 3) throw new MailFailure('soft', '451 later');
      return Promise.resolve();
    });
    const call = adminCall();
    const refused = await addSubscriber(replica, call, 'refuse@example.com', PENDING);
    await addSubscriber(replica, call, 'defer@example.com', PENDING);
    await mailsAre(1);
    expect(deferred).toBe(3);
    while ((await statusOf(replica, call, refused.id)) === PENDING)
      await new Promise((resolve) => setTimeout(resolve, 10));
    expect(await statusOf(replica, call, refused.id)).toBe(SubscriberStatus.SUBSCRIBER_STATUS_BOUNCED);
  });
});
