import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, describe, expect, it } from '@jest/globals';
import { InProcessBus, type InProcessBusOptions } from '../bus/in-process.js';
import { systemClock } from '../clock.js';
import { silentLogger } from '../logger.js';
import { DueWork, forATurn, nextAt, workTarget, type DueItem, type Next, type WorkItem } from './due-work.js';

const job = {
  name: 'test.work',
  schema: workTarget,
  timeoutMs: 5000,
  attempts: 3,
  backoffMs: [5],
  concurrency: 2,
  guests: 2,
};
const HOUR = 3_600_000;
const now = (): number => systemClock.now() * 1000;

/** Items that are stored, and what was done about them. */
class Stored {
  readonly items = new Map<string, DueItem>();
  readonly done: string[] = [];
  reads = 0;

  add(id: string, dueAt = now(), organizationId = 'o1'): WorkItem {
    const item = { organizationId, id, dueAt };
    this.items.set(id, item);
    return item;
  }

  due({ by }: { by: number }): Promise<DueItem[]> {
    this.reads++;
    return Promise.resolve([...this.items.values()].filter(({ dueAt }) => dueAt <= by));
  }

  /** Claims and does it, if it is due. */
  take(id: string): Next {
    const item = this.items.get(id);
    if (!item || item.dueAt > now()) return nextAt(item?.dueAt, now());
    this.items.delete(id);
    this.done.push(id);
    return 'nothing';
  }
}

describe('due work', () => {
  const closing: (() => Promise<void>)[] = [];
  afterEach(async () => {
    for (const close of closing.splice(0).reverse()) await close();
  });

  const busOf = (options: Partial<InProcessBusOptions> = {}): InProcessBus => {
    const bus = new InProcessBus({ logger: silentLogger(), ...options });
    closing.push(() => bus.close());
    return bus;
  };
  const start = async (
    stored: Stored,
    {
      bus = busOf(),
      sweepEveryMs = HOUR,
      turn = ({ id }: WorkItem): Promise<Next> => Promise.resolve(stored.take(id)),
    }: {
      bus?: InProcessBus;
      sweepEveryMs?: number;
      turn?: (item: WorkItem, stopping: AbortSignal) => Promise<Next>;
    } = {},
  ): Promise<DueWork> => {
    const work = new DueWork({ bus, clock: systemClock, logger: silentLogger(), sweepEveryMs });
    work.add({ job, due: (times) => stored.due(times), turn });
    closing.push(() => work.close());
    await work.start();
    return work;
  };
  const until = async (holds: () => boolean): Promise<void> => {
    while (!holds()) await wait(2);
  };

  it('does what is announced at once, and reads nothing but its first sweep', async () => {
    const stored = new Stored();
    const work = await start(stored);
    await until(() => stored.reads === 1);
    work.announce(job, stored.add('a'));
    await until(() => stored.done.includes('a'));
    expect(stored.reads).toBe(1);
  });

  it('does what is due later at its time, without another sweep', async () => {
    const stored = new Stored();
    const work = await start(stored);
    const at = now() + 60_000;
    work.announce(job, stored.add('later', at), at);
    work.announce(job, stored.add('now'));
    await until(() => stored.done.length === 2);
    expect(stored.done).toEqual(['now', 'later']);
    expect(now()).toBeGreaterThanOrEqual(at);
    expect(stored.reads).toBe(1);
  });

  it('finds by a sweep what was due before the start, and what becomes due', async () => {
    const stored = new Stored();
    stored.add('before');
    stored.add('soon', now() + 30_000);
    await start(stored);
    await until(() => stored.done.length === 2);
    expect([stored.done, stored.reads]).toEqual([['before', 'soon'], 1]);
  });

  it('finds by a sweep what lost its message', async () => {
    const stored = new Stored();
    let lost = 0;
    const mischief = () => ({ copies: lost++ === 0 ? 0 : 1, delayMs: 0 });
    const work = await start(stored, { bus: busOf({ mischief }), sweepEveryMs: 20 });
    work.announce(job, stored.add('a'));
    await until(() => stored.done.includes('a'));
    expect(lost).toBe(2);
  });

  it('does once what is announced, delayed and delivered many times', async () => {
    const stored = new Stored();
    const mischief = () => ({ copies: 3, delayMs: Math.random() * 10 });
    const work = await start(stored, { bus: busOf({ mischief }), sweepEveryMs: 5 });
    for (let n = 0; n < 50; n++) work.announce(job, stored.add(`${n}`));
    await until(() => stored.items.size === 0);
    expect(new Set(stored.done).size).toBe(stored.done.length);
  });

  it('does once what several processes find in one database', async () => {
    const stored = new Stored();
    const several = await Promise.all([1, 2, 3].map(() => start(stored, { sweepEveryMs: 5 })));
    for (let n = 0; n < 60; n++) several[n % 3]?.announce(job, stored.add(`${n}`));
    await until(() => stored.items.size === 0);
    expect(stored.done.toSorted()).toEqual(Array.from({ length: 60 }, (_, n) => `${n}`).sort());
  });

  it('works on an item in one turn at a time, and once more when it was announced meanwhile', async () => {
    const stored = new Stored();
    let atOnce = 0;
    let most = 0;
    const turns: string[] = [];
    let go: () => void = () => undefined;
    const gate = new Promise<void>((resolve) => (go = resolve));
    const turn = async ({ id }: WorkItem): Promise<Next> => {
      turns.push(id);
      if (id !== 'a') return 'nothing';
      most = Math.max(most, ++atOnce);
      if (turns.length === 1) await gate;
      atOnce--;
      return 'nothing';
    };
    const work = await start(stored, { turn });
    const announce = (id: string): void => work.announce(job, { organizationId: 'o1', id });
    announce('a');
    await until(() => turns.length === 1);
    for (let n = 0; n < 5; n++) announce('a');
    announce('after those');
    await until(() => turns.includes('after those'));
    go();
    await until(() => turns.filter((id) => id === 'a').length === 2);
    announce('last');
    await until(() => turns.includes('last'));
    expect([turns, most]).toEqual([['a', 'after those', 'a', 'last'], 1]);
  });

  it('gives another organization its turn between those of a long item', async () => {
    const stored = new Stored();
    const order: string[] = [];
    const turn = ({ id }: WorkItem): Promise<Next> => {
      order.push(id);
      if (order.length === 1) work.announce(job, { organizationId: 'o2', id: 'short' });
      return Promise.resolve(id === 'long' && order.length < 20 ? 'again' : 'nothing');
    };
    const work = await start(stored, { turn });
    work.announce(job, { organizationId: 'o1', id: 'long' });
    await until(() => order.length >= 20);
    expect(order.indexOf('short')).toBeLessThan(5);
  });

  it('tries again what failed', async () => {
    const stored = new Stored();
    let tries = 0;
    const turn = ({ id }: WorkItem): Promise<Next> =>
      ++tries < 3 ? Promise.reject(new Error('odd')) : Promise.resolve(stored.take(id));
    const work = await start(stored, { turn });
    await until(() => stored.reads === 1);
    work.announce(job, stored.add('a'));
    await until(() => stored.done.includes('a'));
    expect(tries).toBe(3);
  });

  it('leaves what fails at every attempt to a sweep, and makes no dead letter of it', async () => {
    const stored = new Stored();
    const bus = busOf();
    let tries = 0;
    const turn = ({ id }: WorkItem): Promise<Next> =>
      ++tries <= job.attempts ? Promise.reject(new Error('odd')) : Promise.resolve(stored.take(id));
    stored.add('a');
    await start(stored, { bus, turn, sweepEveryMs: 20 });
    await until(() => stored.done.includes('a'));
    expect(bus.dead).toEqual([]);
  });

  it('reads nothing while the broker is away, and does what waited once it is back', async () => {
    const stored = new Stored();
    const bus = busOf();
    let away = true;
    let asked = 0;
    bus.reachable = () => Promise.resolve(asked++ >= 0 && !away);
    bus.publish = ((publish) => (known, payload, envelope) =>
      away ? Promise.resolve() : publish(known, payload, envelope))(bus.publish.bind(bus));
    const work = await start(stored, { bus, sweepEveryMs: 20 });
    work.announce(job, stored.add('a'));
    await until(() => asked === 2);
    expect([stored.reads, stored.done]).toEqual([0, []]);
    away = false;
    await until(() => stored.done.includes('a'));
  });

  it('tells a long turn to end when it closes, and takes nothing any more', async () => {
    const stored = new Stored();
    let state = 'waits';
    const turn = async (_item: WorkItem, stopping: AbortSignal): Promise<Next> => {
      state = 'runs';
      await new Promise((resolve) => stopping.addEventListener('abort', resolve));
      state = 'ended';
      return 'again';
    };
    const bus = busOf();
    const work = await start(stored, { bus, turn });
    work.announce(job, stored.add('a'));
    await until(() => state === 'runs');
    await work.close();
    expect(state).toBe('ended');
    let published = 0;
    bus.publish = () => {
      published++;
      return Promise.resolve();
    };
    work.announce(job, stored.add('b'));
    expect(published).toBe(0);
  });
});

describe('a turn', () => {
  it('ends when there is no more, or when it is told to stop', async () => {
    let steps = 0;
    const never = new AbortController().signal;
    expect(await forATurn(never, () => Promise.resolve(++steps < 3))).toBe(false);
    expect(steps).toBe(3);
    expect(await forATurn(AbortSignal.abort(), () => Promise.resolve(true))).toBe(true);
  });

  it('is followed by nothing, another one, or one at a time', () => {
    expect([nextAt(undefined, 5), nextAt(4, 5), nextAt(5, 5), nextAt(6, 5)]).toEqual([
      'nothing',
      'again',
      'again',
      { at: 6 },
    ]);
  });
});
