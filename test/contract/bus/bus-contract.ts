import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { TerminalError, type Bus, type DeadLetters, type Delivery, type JobDefinition } from '@candor/runtime';
import { z } from 'zod';
import { eventually } from '../../support/poll.js';

export type TestedBus = Bus & DeadLetters;

/** What the suite needs of a kind of bus. Every call of `open` is one more process on the same broker. */
export interface BusUnderTest {
  open(): TestedBus;
  close(): Promise<void>;
}

const payload = z.object({ n: z.number() });
export type Payload = z.infer<typeof payload>;

let jobs = 0;
/** A job that no other test uses. */
export function testJob(options: Partial<JobDefinition<Payload>> = {}): JobDefinition<Payload> {
  const name = `test.job_${process.pid}_${jobs++}`;
  return { name, schema: payload, timeoutMs: 5000, attempts: 3, backoffMs: [20], concurrency: 2, ...options };
}

/** The promises of `Bus` that hold on every kind of it. */
export function busContract(kind: string, make: () => Promise<BusUnderTest>): void {
  describe(`the bus, ${kind}`, () => {
    let tested: BusUnderTest;
    let bus: TestedBus;
    const envelope = (organizationId = 'o1') => ({ organizationId, requestId: 'r1' });

    beforeEach(async () => {
      tested = await make();
      bus = tested.open();
    });
    afterEach(() => tested.close());

    it('delivers what was published, with its organization and request, as the first attempt', async () => {
      const job = testJob();
      const seen: Delivery<Payload>[] = [];
      await bus.consume(job, (delivery) => Promise.resolve(void seen.push(delivery)));
      await bus.publish(job, { n: 7 }, { organizationId: 'o9', requestId: 'r9' });
      await eventually('a delivery', () => seen.length > 0);
      expect(seen[0]).toMatchObject({ payload: { n: 7 }, organizationId: 'o9', requestId: 'r9', attempt: 1 });
    });

    it('tells a job in hand that the process stops, and waits for its early end', async () => {
      const job = testJob();
      let began = false;
      let ended = false;
      await bus.consume(job, async ({ stopping }) => {
        began = true;
        await new Promise((resolve) => stopping.addEventListener('abort', resolve));
        ended = true;
      });
      await bus.publish(job, { n: 1 }, envelope());
      await eventually('the job in hand', () => began);
      await bus.drain();
      expect(ended).toBe(true);
    });

    it('keeps what is published before anybody consumes', async () => {
      const job = testJob();
      await bus.publish(job, { n: 1 }, envelope());
      const seen = new Set<number>();
      await bus.consume(job, ({ payload: { n } }) => Promise.resolve(void seen.add(n)));
      await eventually('the delivery', () => seen.has(1));
      expect([...seen]).toEqual([1]);
    });

    it('delivers every message at least once', async () => {
      const job = testJob({ concurrency: 4 });
      const seen = new Set<number>();
      await bus.consume(job, ({ payload: { n } }) => Promise.resolve(void seen.add(n)));
      for (let n = 0; n < 100; n++) await bus.publish(job, { n }, envelope(`o${n % 3}`));
      await eventually('all deliveries', () => seen.size === 100);
      expect([...seen].sort((a, b) => a - b)).toEqual(Array.from({ length: 100 }, (_, n) => n));
    });

    it('never runs more of a job at once than its concurrency', async () => {
      const job = testJob({ concurrency: 3 });
      let running = 0;
      let most = 0;
      let done = 0;
      await bus.consume(job, async () => {
        most = Math.max(most, ++running);
        await new Promise((resolve) => setTimeout(resolve, 5));
        running--;
        done++;
      });
      for (let n = 0; n < 30; n++) await bus.publish(job, { n }, envelope(`o${n}`));
      await eventually('all deliveries', () => done >= 30);
      expect(most).toBe(3);
    });

    it('tries a failing message again after its backoff, with a rising attempt', async () => {
      const job = testJob({ backoffMs: [60, 150] });
      const at: number[] = [];
      const attempts: number[] = [];
      await bus.consume(job, ({ attempt }) => {
        at.push(performance.now());
        attempts.push(attempt);
        return attempt < 3 ? Promise.reject(new Error('not yet')) : Promise.resolve();
      });
      await bus.publish(job, { n: 1 }, envelope());
      await eventually('the third attempt', () => attempts.includes(3));
      const first = (attempt: number): number => at[attempts.indexOf(attempt)]!;
      expect(first(2) - first(1)).toBeGreaterThanOrEqual(58);
      expect(first(3) - first(2)).toBeGreaterThanOrEqual(148);
    });

    it('tries a poison message as often as the catalogue says, then keeps it with its error', async () => {
      const job = testJob({ attempts: 4 });
      const attempts: number[] = [];
      await bus.consume(job, ({ attempt, payload: { n } }) => {
        if (n !== 13) return Promise.resolve();
        attempts.push(attempt);
        return Promise.reject(new Error('poison'));
      });
      await bus.publish(job, { n: 1 }, envelope());
      await bus.publish(job, { n: 13 }, envelope('o13'));
      const dead = await eventually('a dead letter', async () => (await bus.listDeadLetters(job.name, 10))[0]);
      expect(new Set(attempts)).toEqual(new Set([1, 2, 3, 4]));
      expect(dead).toMatchObject({
        job: job.name,
        organizationId: 'o13',
        requestId: 'r1',
        body: '{"n":13}',
        attempt: 4,
        error: 'Error: poison',
      });
      expect(Date.now() - dead.diedAt).toBeLessThan(30_000);
    });

    it('gives a message with a terminal error up at once', async () => {
      const job = testJob();
      const attempts: number[] = [];
      await bus.consume(job, ({ attempt }) => {
        attempts.push(attempt);
        return Promise.reject(new TerminalError('hopeless', 'cannot be done'));
      });
      await bus.publish(job, { n: 1 }, envelope());
      const dead = await eventually('a dead letter', async () => (await bus.listDeadLetters(job.name, 10))[0]);
      expect(new Set(attempts)).toEqual(new Set([1]));
      expect(dead.error).toBe('TerminalError: cannot be done');
    });

    it('gives a message up whose payload is not one of the job, without running it', async () => {
      const job = testJob();
      let runs = 0;
      await bus.consume(job, () => {
        runs++;
        return Promise.resolve();
      });
      const loose = { ...job, schema: z.object({ n: z.any() }) } as unknown as JobDefinition<Payload>;
      await bus.publish(loose, { n: 'seven' } as unknown as Payload, envelope());
      const dead = await eventually('a dead letter', async () => (await bus.listDeadLetters(job.name, 10))[0]);
      expect(dead).toMatchObject({ attempt: 1, error: `TerminalError: the payload is not one of ${job.name}` });
      expect(runs).toBe(0);
    });

    it('refuses to publish an invalid payload', async () => {
      await expect(bus.publish(testJob(), { n: 'seven' } as unknown as Payload, envelope())).rejects.toThrow();
    });

    it('runs messages of an older version of a job whose new field has a default', async () => {
      const old = testJob();
      const renewed = { ...old, schema: payload.extend({ mode: z.string().default('plain') }) };
      await bus.publish(old, { n: 4 }, envelope());
      const seen: unknown[] = [];
      await bus.consume(renewed, (delivery) => Promise.resolve(void seen.push(delivery.payload)));
      await eventually('the delivery', () => seen.length > 0);
      expect(seen[0]).toEqual({ n: 4, mode: 'plain' });
    });

    it('tries a message again whose handler outlasts the timeout, and ignores its late end', async () => {
      const job = testJob({ timeoutMs: 80, concurrency: 1 });
      const attempts: number[] = [];
      await bus.consume(job, ({ attempt }) => {
        attempts.push(attempt);
        return attempt === 1 ? new Promise(() => undefined) : Promise.resolve();
      });
      await bus.publish(job, { n: 1 }, envelope());
      await eventually('the second attempt', () => attempts.includes(2));
      expect(await bus.listDeadLetters(job.name, 10)).toEqual([]);
    });

    it('redrives dead letters as first attempts and keeps no copy', async () => {
      const job = testJob({ attempts: 1 });
      let healthy = false;
      const done: [number, number][] = [];
      await bus.consume(job, ({ payload: { n }, attempt }) => {
        if (!healthy) return Promise.reject(new Error('out of order'));
        done.push([n, attempt]);
        return Promise.resolve();
      });
      for (const n of [1, 2, 3]) await bus.publish(job, { n }, envelope());
      const count = async (): Promise<number> => (await bus.listDeadLetters(job.name, 100)).length;
      await eventually('dead letters', async () => (await count()) >= 3);
      healthy = true;
      const all = await count();
      expect(await bus.redriveDeadLetters(job.name, 1)).toBe(1);
      expect(await count()).toBe(all - 1);
      expect(await bus.redriveDeadLetters(job.name, 100)).toBe(all - 1);
      await eventually('the redriven messages', () => new Set(done.map(([n]) => n)).size === 3);
      expect(new Set(done.map(([, attempt]) => attempt))).toEqual(new Set([1]));
      expect(await count()).toBe(0);
    });

    it("takes one organization's single message long before another's backlog of 50 ends", async () => {
      const job = testJob({ concurrency: 1 });
      const order: string[] = [];
      for (let n = 0; n < 50; n++) await bus.publish(job, { n }, envelope('large'));
      await bus.publish(job, { n: 50 }, envelope('small'));
      await bus.consume(job, async ({ organizationId }) => {
        order.push(organizationId);
        await new Promise((resolve) => setTimeout(resolve, 10));
      });
      // A bus that duplicates delivers more than it was given: count each organization's own.
      const ofLarge = (): number => order.filter((organizationId) => organizationId === 'large').length;
      await eventually('all deliveries', () => ofLarge() >= 50 && order.includes('small'), 15_000);
      expect(order.indexOf('small')).toBeGreaterThanOrEqual(0);
      expect(order.indexOf('small')).toBeLessThan(15);
    });

    it('waits with closing for what is in hand, which may still publish', async () => {
      const job = testJob();
      const next = testJob();
      let state = 'not begun';
      let release = (): void => undefined;
      const held = new Promise<void>((resolve) => (release = resolve));
      await bus.consume(job, async () => {
        state = 'begun';
        await held;
        await bus.publish(next, { n: 2 }, envelope());
        state = 'done';
      });
      await bus.publish(job, { n: 1 }, envelope());
      await eventually('the handler', () => state === 'begun');
      let closed = false;
      const closing = bus.close().then(() => (closed = true));
      await new Promise((resolve) => setTimeout(resolve, 50));
      expect(closed).toBe(false);
      release();
      await closing;
      expect(state).toBe('done');
      expect(await bus.reachable()).toBe(false);
    });
  });
}
