import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { SubscriberStatus } from '@candor/proto/candor/trust_portal/v1/subscribers';
import { NotificationStatus } from '@candor/proto/candor/trust_portal/v1/trust_portal';
import { newId } from '@candor/runtime';
import { smtpTransport } from '@candor/runtime/mail';
import { SendingReplicas } from './delivery/delivery.fixture.js';
import { RequestWindowStore } from './store/request-windows.js';
import { SubscribeLimits } from './subscribe-limits.js';
import { addSubscriber, adminCall, createUpdate, schedule, startInstallation } from './trust-portal.fixture.js';
import type { Installation } from './trust-portal.fixture.js';

const TWO_DAYS_MS = 2 * 86_400_000;
const { SUBSCRIBER_STATUS_CONFIRMED: CONFIRMED, SUBSCRIBER_STATUS_PENDING: PENDING } = SubscriberStatus;

describe('a clock that is set back two days', () => {
  let installation: Installation;
  const replicas = new SendingReplicas(() => installation);
  beforeAll(async () => {
    installation = await startInstallation();
  });
  afterEach(() => replicas.close());
  afterAll(() => installation.close());

  it('holds up no mail that waits for another try, neither of an update nor of a confirmation', async () => {
    const server = await replicas.smtp();
    const replica = await replicas.start({ transport: smtpTransport({ url: server.url, poolSize: 2 }) });
    const call = adminCall();
    await addSubscriber(replica, call, 'defer@example.com', CONFIRMED);
    await addSubscriber(replica, call, 'defer-too@example.com', PENDING);
    const { id } = await createUpdate(replica, call, { schedule: schedule({ sendImmediately: true }) });
    const waiting = async (): Promise<boolean> => {
      const { deliveries } = await replica.portal.listDeliveries(
        { updateId: id, limit: 10, offset: 0, state: '' },
        call,
      );
      const confirmations = await replica.db.collection('subscribers').countDocuments({ confirm_attempts: { $gt: 0 } });
      return deliveries[0]?.state === 'pending' && deliveries[0].attempts > 0 && confirmations > 0;
    };
    while (!(await waiting())) await new Promise((resolve) => setTimeout(resolve, 20));
    server.calm();
    installation.clock.advance(-TWO_DAYS_MS);
    await replicas.until(replica, call, id, NotificationStatus.NOTIFICATION_STATUS_SENT);
    while (server.received.length < 2) await new Promise((resolve) => setTimeout(resolve, 20));
    expect(server.received.map(({ to }) => to).sort()).toEqual(['defer-too@example.com', 'defer@example.com']);
  }, 30_000);

  it('begins a new window of requests, where a network would have waited for two days', async () => {
    const replica = await installation.replica();
    const limits = new SubscribeLimits(new RequestWindowStore(replica.db), installation.clock, {
      perAddress: 100,
      perNetwork: 1,
    });
    const organizationId = newId();
    const take = () => limits.take(organizationId, 'a@example.com', '192.0.2.1');
    expect(await take()).toEqual({ refused: false });
    expect(await take()).toEqual({ refused: 'network', retryAfterSeconds: 3600 });
    installation.clock.advance(-TWO_DAYS_MS);
    expect(await take()).toEqual({ refused: false });
    expect(await take()).toEqual({ refused: 'network', retryAfterSeconds: 3600 });
  });
});
