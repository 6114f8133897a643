import { AmqpBus, newId, silentLogger } from '@candor/runtime';
import type { Mail } from '@candor/runtime/mail';
import { SubscriberStatus } from '@candor/proto/candor/trust_portal/v1/subscribers';
import { NotificationStatus } from '@candor/proto/candor/trust_portal/v1/trust_portal';
import { adminCall } from '@candor/runtime/service.fixture';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import * as tenant from '../../services/tenant/src/tenant.fixture.js';
import * as portal from '../../services/trust-portal/src/trust-portal.fixture.js';
import { eventually } from '../support/poll.js';
import { rabbitMqAvailable, startRabbitMq, type RabbitMq } from '../support/rabbitmq.js';
import { startReceiver } from '../support/receiver.js';

const available = await rabbitMqAvailable();
const { NOTIFICATION_STATUS_SENT: SENT, NOTIFICATION_STATUS_SENDING: SENDING } = NotificationStatus;
const { SUBSCRIBER_STATUS_CONFIRMED: CONFIRMED } = SubscriberStatus;
/** No sweep comes within a test: what is done, the bus has brought. */
const NEVER_MS = 3_600_000;
const UPDATES = 8;
const SUBSCRIBERS = 25;
const PATIENCE_MS = 60_000;

(available ? describe : describe.skip)('notifications on RabbitMQ', () => {
  let broker: RabbitMq;
  const closing: (() => Promise<unknown>)[] = [];
  beforeAll(async () => {
    broker = await startRabbitMq();
  }, 90_000);
  afterEach(async () => {
    for (const close of closing.splice(0).reverse()) await close();
  }, 60_000);
  afterAll(() => broker.close(), 30_000);

  const busOf = (): AmqpBus => {
    const bus = new AmqpBus({ url: broker.url, logger: silentLogger() });
    closing.push(() => bus.close());
    return bus;
  };

  const replicaOf = async (
    installation: portal.Installation,
    sent: string[],
    sweepEveryMs = NEVER_MS,
  ): Promise<portal.Replica> => {
    const replica = await installation.replica({
      bus: busOf(),
      sweepEveryMs,
      mail: {
        from: 'Trust <trust@example.com>',
        publicUrl: 'https://trust.example.com',
        portalOf: () => Promise.resolve({ name: 'Acme', tenantName: 'acme' }),
        transport: {
          send: ({ to }: Mail) => Promise.resolve(void sent.push(to)),
          close: () => undefined,
        },
      },
    });
    closing.push(() => replica.close());
    await replica.start();
    return replica;
  };

  const portals = async (): Promise<portal.Installation> => {
    const installation = await portal.startInstallation();
    closing.push(() => installation.close());
    return installation;
  };

  /** An update of an organization of its own, sent at once. */
  const sendUpdate = async (replica: portal.Replica, name: string) => {
    const call = adminCall();
    for (let n = 0; n < SUBSCRIBERS; n++)
      await portal.addSubscriber(replica, call, `${name}-${n}@a.example`, CONFIRMED);
    const now = portal.schedule({ sendImmediately: true });
    const { id } = await portal.createUpdate(replica, call, { schedule: now });
    return {
      status: async () => (await replica.portal.getUpdate({ id }, call)).notificationStatus,
      isSent: async () => (await replica.portal.getUpdate({ id }, call)).notificationStatus === SENT,
    };
  };
  const everyone = (names: string[]): string[] =>
    names.flatMap((name) => Array.from({ length: SUBSCRIBERS }, (_, n) => `${name}-${n}@a.example`)).sort();

  it('share the updates of many organizations between two processes, each email once', async () => {
    const installation = await portals();
    const [byFirst, bySecond]: [string[], string[]] = [[], []];
    const first = await replicaOf(installation, byFirst);
    await replicaOf(installation, bySecond);
    const names = Array.from({ length: UPDATES }, (_, n) => `u${n}`);
    const updates = [];
    for (const name of names) updates.push(await sendUpdate(first, name));
    for (const update of updates) await eventually('the update is sent', update.isSent, PATIENCE_MS);
    expect([...byFirst, ...bySecond].sort()).toEqual(everyone(names));
    expect(Math.min(byFirst.length, bySecond.length)).toBeGreaterThan(0);
  }, 120_000);

  it('are stored while the broker is away, and sent once it is back', async () => {
    const installation = await portals();
    const sent: string[] = [];
    const replica = await replicaOf(installation, sent);
    await (await sendUpdate(replica, 'before')).isSent();
    await broker.stop();
    const during = await sendUpdate(replica, 'during');
    expect(await during.status()).toBe(SENDING);
    await broker.start();
    await eventually('the update is sent', during.isSent, PATIENCE_MS);
    await eventually('both are sent', () => sent.length >= 2 * SUBSCRIBERS, PATIENCE_MS);
    expect(sent.toSorted()).toEqual(everyone(['before', 'during']));
  }, 120_000);

  it('are found by the sweep of another process when theirs ended while the broker was away', async () => {
    const installation = await portals();
    const sent: string[] = [];
    await broker.stop();
    const gone = await replicaOf(installation, sent);
    const call = adminCall();
    await portal.addSubscriber(gone, call, 'kept-0@a.example', CONFIRMED);
    await portal.createUpdate(gone, call, { schedule: portal.schedule({ sendImmediately: true }) });
    await gone.close();
    await replicaOf(installation, sent, 200);
    expect(sent).toEqual([]);
    await broker.start();
    await eventually('the email is sent', () => sent.length > 0, PATIENCE_MS);
    expect(sent).toEqual(['kept-0@a.example']);
  }, 120_000);

  it('call webhooks from two processes, each event once, also when the broker is killed meanwhile', async () => {
    const receiver = await startReceiver();
    closing.push(() => receiver.close());
    const installation = await tenant.startInstallation();
    closing.push(() => installation.close());
    const replicas = [];
    for (let n = 0; n < 2; n++) {
      const replica = await installation.replica({
        bus: busOf(),
        sweepEveryMs: 200,
        webhooks: { privateNetworks: ['127.0.0.0/8'] },
      });
      closing.push(() => replica.close());
      await replica.service.start();
      replicas.push(replica);
    }
    const [first] = replicas;
    const call = adminCall();
    const { organizationId } = call.caller;
    const hook = { url: `${receiver.url}/hook`, description: '', events: [], enabled: true };
    await first?.webhooks.createWebhook(hook, call);
    const ids = Array.from({ length: 60 }, () => newId());
    for (const [n, id] of ids.entries()) {
      if (n === 20) await broker.kill();
      const event = { id, organizationId, type: 'update.sent', at: 1, data: {} };
      await replicas[n % 2]?.service.takeEvents([event]);
    }
    await broker.start();
    await eventually('every event is told', () => receiver.received.length >= ids.length, PATIENCE_MS);
    const told = receiver.received.map(({ headers }) => String(headers['webhook-id']));
    expect(told.sort()).toEqual(ids.toSorted());
  }, 120_000);
});
