import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { AmqpBus, silentLogger } from '@candor/runtime';
import { eventually } from '../../support/poll.js';
import { rabbitMqAvailable, startRabbitMq, type RabbitMq } from '../../support/rabbitmq.js';
import { startTcpProxy, type TcpProxy } from '../../support/tcp-proxy.js';
import { busContract, testJob } from './bus-contract.js';

const available = await rabbitMqAvailable();
const envelope = { organizationId: 'o1', requestId: 'r1' };

(available ? describe : describe.skip)('on RabbitMQ', () => {
  let broker: RabbitMq;
  const open = new Set<AmqpBus>();
  const openBus = (url = broker.url): AmqpBus => {
    const bus = new AmqpBus({ url, logger: silentLogger() });
    open.add(bus);
    return bus;
  };
  const closeAll = async (): Promise<void> => {
    await Promise.all([...open].map((bus) => bus.close()));
    open.clear();
  };

  beforeAll(async () => {
    broker = await startRabbitMq();
  }, 90_000);
  afterAll(() => broker.close(), 30_000);

  busContract('on RabbitMQ', () => Promise.resolve({ open: () => openBus(), close: closeAll }));

  describe('when things break', () => {
    let proxy: TcpProxy;
    let proxied: string;
    beforeAll(async () => {
      const url = new URL(broker.url);
      proxy = await startTcpProxy(Number(url.port));
      url.port = String(proxy.port);
      proxied = url.href;
    });
    afterAll(() => proxy.close());

    it('delivers to another process what a consumer held when its connection died', async () => {
      const job = testJob({ concurrency: 2 });
      const dying = openBus(proxied);
      const survivor = openBus();
      const begun = new Set<number>();
      let release = (): void => undefined;
      const held = new Promise<void>((resolve) => (release = resolve));
      await dying.consume(job, ({ payload: { n } }) => {
        begun.add(n);
        return held;
      });
      for (let n = 0; n < 20; n++) await survivor.publish(job, { n }, { ...envelope, organizationId: `o${n}` });
      await eventually('the first deliveries', () => begun.size === 2);
      const done = new Set<number>();
      await survivor.consume(job, ({ payload: { n } }) => Promise.resolve(void done.add(n)));
      proxy.down();
      await eventually('all deliveries', () => done.size === 20);
      proxy.up();
      release();
      await closeAll();
      expect([...done].sort((a, b) => a - b)).toEqual(Array.from({ length: 20 }, (_, n) => n));
    });

    it('goes on after each cut connection, and loses no message published meanwhile', async () => {
      const job = testJob({ concurrency: 4 });
      const bus = openBus(proxied);
      const done = new Set<number>();
      await bus.consume(job, ({ payload: { n } }) => Promise.resolve(void done.add(n)));
      for (let n = 0; n < 300; n++) {
        if (n % 60 === 30) proxy.cut();
        await bus.publish(job, { n }, envelope);
      }
      await eventually('all deliveries', () => done.size === 300, 20_000);
      expect(done.size).toBe(300);
      await closeAll();
    }, 30_000);

    it('publishes later what was published while the broker was out of reach', async () => {
      const job = testJob();
      proxy.down();
      const bus = openBus(proxied);
      const done = new Set<number>();
      await bus.consume(job, ({ payload: { n } }) => Promise.resolve(void done.add(n)));
      for (let n = 0; n < 5; n++) await bus.publish(job, { n }, envelope);
      expect(await bus.reachable()).toBe(false);
      proxy.up();
      await eventually('all deliveries', () => done.size === 5);
      // The last delivery may come a moment before the connection counts as set up.
      await eventually('the broker within reach', () => bus.reachable());
      await closeAll();
    });

    it('finds a way back when its connections are cut again and again while they are set up', async () => {
      const job = testJob();
      const buses = Array.from({ length: 8 }, () => openBus(proxied));
      const done = new Set<number>();
      for (const [n, bus] of buses.entries()) {
        await bus.consume(job, ({ payload }) => Promise.resolve(void done.add(payload.n)));
        await bus.publish(job, { n }, envelope);
      }
      for (let n = 0; n < 60; n++) {
        await new Promise((resolve) => setTimeout(resolve, (n * 7) % 40));
        proxy.cut();
      }
      await eventually('all deliveries', () => done.size === buses.length, 20_000);
      for (const [n, bus] of buses.entries()) {
        await eventually('the connection stands', () => bus.reachable());
        await bus.publish(job, { n: 100 + n }, envelope);
      }
      await eventually('what each publishes now', () => buses.every((_, n) => done.has(100 + n)), 20_000);
      await closeAll();
    }, 60_000);

    it('declares a queue again that somebody deleted', async () => {
      const job = testJob();
      const bus = openBus();
      await eventually('the connection stands', () => bus.reachable());
      await bus.publish(job, { n: 1 }, envelope);
      const { connect } = await import('amqplib');
      const admin = await connect(broker.url);
      const channel = await admin.createChannel();
      await channel.deleteQueue(job.name);
      await bus.publish(job, { n: 2 }, envelope);
      const done = new Set<number>();
      await bus.consume(job, ({ payload: { n } }) => Promise.resolve(void done.add(n)));
      await eventually('the delivery', () => done.has(2));
      await channel.deleteQueue(job.name);
      await eventually(
        'the consumer is back',
        async () => (await bus.reachable()) && (await consumers(job.name)) === 1,
      );
      await bus.publish(job, { n: 3 }, envelope);
      await eventually('the delivery', () => done.has(3));
      await admin.close();
      await closeAll();

      async function consumers(queue: string): Promise<number> {
        const probe = await admin.createChannel();
        // A queue that is missing closes the channel with an error.
        probe.on('error', () => undefined);
        const found = await probe.checkQueue(queue).catch(() => ({ consumerCount: 0 }));
        await probe.close().catch(() => undefined);
        return found.consumerCount;
      }
    });

    it('shares the messages between two consumers', async () => {
      const job = testJob({ concurrency: 2 });
      const [one, two] = [openBus(), openBus()];
      const counts = { one: 0, two: 0 };
      const work = (who: 'one' | 'two') => async (): Promise<void> => {
        await new Promise((resolve) => setTimeout(resolve, 5));
        counts[who]++;
      };
      await one.consume(job, work('one'));
      await two.consume(job, work('two'));
      for (let n = 0; n < 60; n++) await one.publish(job, { n }, envelope);
      await eventually('all deliveries', () => counts.one + counts.two >= 60);
      expect(Math.min(counts.one, counts.two)).toBeGreaterThan(15);
      await closeAll();
    });

    it.each(['stop', 'kill'] as const)(
      'keeps messages, waits and dead letters over a broker restart (%s)',
      async (how) => {
        const job = testJob({ attempts: 2, backoffMs: [4000] });
        const bus = openBus();
        const attempts = new Map<number, number>();
        await bus.publish(job, { n: 0 }, envelope);
        await bus.publish(job, { n: 1 }, envelope);
        await bus.consume(job, ({ payload: { n }, attempt }) => {
          attempts.set(n, attempt);
          return n === 1 ? Promise.reject(new Error('poison')) : Promise.resolve();
        });
        const quiet = testJob();
        await bus.publish(quiet, { n: 2 }, envelope);
        await eventually('the first attempt', () => attempts.get(1) === 1);
        // The retry is confirmed, and the broker (3.10) has had the half second after which it has a new quorum queue's
        // registration on disk; killed before, it holds up the first publisher to that queue for 65 s after its start.
        await new Promise((resolve) => setTimeout(resolve, 1500));
        await broker[how]();
        await eventually('the loss is noticed', async () => !(await bus.reachable()));
        await bus.publish(quiet, { n: 3 }, envelope);
        await broker.start();
        await eventually('the way back', () => bus.reachable(), 30_000);
        const done = new Set<number>();
        await bus.consume(quiet, ({ payload: { n } }) => Promise.resolve(void done.add(n)));
        await eventually('the messages of before and meanwhile', () => done.size === 2, 30_000);
        await eventually('the second attempt', () => attempts.get(1) === 2, 30_000);
        // At least one: an acknowledgement that a killed broker lost means a second delivery.
        const dead = await eventually('a dead letter', async () => (await bus.listDeadLetters(job.name, 10)).length);
        await broker[how]();
        await broker.start();
        await eventually('the way back', () => bus.reachable(), 30_000);
        expect((await bus.listDeadLetters(job.name, 10)).length).toBeGreaterThanOrEqual(dead);
        await closeAll();
      },
      180_000,
    );
  });
});
