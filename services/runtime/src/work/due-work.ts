import { z } from 'zod';
import type { Bus, Delivery, JobDefinition } from '../bus/job.js';
import { micros, type Clock } from '../clock.js';
import type { Logger } from '../logger.js';
import { isOutage } from '../mongo.js';

/** A message says only which item: everything else is in the database, never in the broker. */
export const workTarget = z.object({ id: z.string() });
export type WorkTarget = z.infer<typeof workTarget>;
export type WorkJob = JobDefinition<WorkTarget>;

/** One item of work, and whose it is. */
export interface WorkItem {
  organizationId: string;
  id: string;
}

/** `dueAt` in microseconds. */
export interface DueItem extends WorkItem {
  dueAt: number;
}

/** What follows a turn: nothing, another turn after the others had theirs, or a turn at a time (microseconds). */
export type Next = 'nothing' | 'again' | { at: number };

export interface WorkKind {
  job: WorkJob;
  /** Reads, across organizations, what is due at `times.by`, the longest waiting first. Times in microseconds. */
  due(times: { now: number; by: number }, limit: number): Promise<DueItem[]>;
  /**
   * Takes one turn at an item. It claims in the database what it works on: the message may come twice, and another process
   * may hold the item. It ends early when `stopping` is aborted. What it rejects with is tried again by the bus, as often as
   * the job says, and then by a sweep for as long as the item is due.
   */
  turn(item: WorkItem, stopping: AbortSignal): Promise<Next>;
}

export interface DueWorkOptions {
  bus: Bus;
  clock: Clock;
  logger: Logger;
  /** How often to look for what was missed, milliseconds; default 30 seconds. */
  sweepEveryMs?: number | undefined;
}

const SWEEP_EVERY_MS = 30_000;
/** How soon to ask again whether the broker is back, milliseconds; that reads no database. */
const BUS_AGAIN_MS = 1000;
/** How far ahead a sweep reads, in sweeps: more than one, because a sweep takes time itself. */
const SWEEPS_AHEAD = 2;
/** After so many sweeps a process publishes an item again that nobody took. */
const SWEEPS_BETWEEN = 4;
const AT_ONCE = 500;
/** Items that wait for their time in this process; a sweep publishes the others. */
const MOST_TIMERS = 10_000;
const SHORTEST_WAIT_MS = 5;

/**
 * Brings stored work to whoever does it. Whoever stores an item announces it, and the bus carries the pointer to one
 * process of several. A sweep publishes what was missed: its message was lost, its process died, or it was due later.
 */
export class DueWork {
  private readonly kinds = new Map<string, WorkKind>();
  /** Items that this process works on, by job and id; `again`: they were announced meanwhile. */
  private readonly inHand = new Map<string, { again: boolean; ended: Promise<unknown> }>();
  private readonly timers = new Map<string, { at: number; timer: NodeJS.Timeout }>();
  /** When a sweep published an item that nobody took here since; `performance.now()`. */
  private readonly swept = new Map<string, number>();
  private readonly everyMs: number;
  private readonly stopping = new AbortController();
  private sweepTimer: NodeJS.Timeout | undefined;
  private sweeping: Promise<void> = Promise.resolve();
  private started = false;

  constructor(private readonly options: DueWorkOptions) {
    this.everyMs = options.sweepEveryMs ?? SWEEP_EVERY_MS;
  }

  /** Before `start`. */
  add(kind: WorkKind): void {
    this.kinds.set(kind.job.name, kind);
  }

  /** Takes items from the bus, and sweeps. */
  async start(): Promise<void> {
    this.started = true;
    for (const kind of this.kinds.values()) {
      await this.options.bus.consume(kind.job, (delivery) => this.take(kind, delivery));
    }
    this.sweepSoon(0);
  }

  /** Tells long turns to end, waits for those in hand; what is left is for another process or the next start. */
  async close(): Promise<void> {
    this.stopping.abort();
    clearTimeout(this.sweepTimer);
    for (const { timer } of this.timers.values()) clearTimeout(timer);
    this.timers.clear();
    await this.sweeping;
    await Promise.allSettled([...this.inHand.values()].map(({ ended }) => ended));
  }

  /**
   * Says that an item is stored, and due now or at a time (microseconds). Returns at once and never throws: while the broker
   * is away, and after a crash, the stored item is found by a sweep.
   */
  announce(job: WorkJob, item: WorkItem, at = 0): void {
    if (!this.started || this.stopping.signal.aborted || !this.kinds.has(job.name)) return;
    if (at > micros(this.options.clock)) this.wake(job, item, at);
    else void this.publish(job, item, 'announced');
  }

  private async take(kind: WorkKind, delivery: Delivery<WorkTarget>): Promise<void> {
    const { payload, organizationId, stopping } = delivery;
    const item = { organizationId, id: payload.id };
    const key = keyOf(kind.job, item);
    this.swept.delete(key);
    const known = this.inHand.get(key);
    if (known) known.again = true;
    if (known || this.stopping.signal.aborted) return;
    const turn = kind.turn(item, AbortSignal.any([this.stopping.signal, stopping]));
    const hand = { again: false, ended: turn };
    this.inHand.set(key, hand);
    let next: Next = 'nothing';
    try {
      next = await turn;
    } catch (error) {
      // No dead letter: the item is stored, and there is nothing in the message that it has not.
      if (delivery.attempt < kind.job.attempts || isOutage(error)) throw error;
      this.options.logger.error({ err: error, job: kind.job.name, ...item }, 'work failed; a sweep brings it again');
    } finally {
      this.inHand.delete(key);
    }
    // Before the message is settled: a crash in between only brings the item twice.
    if (hand.again || next === 'again') await this.publish(kind.job, item, 'again');
    else if (next !== 'nothing') this.wake(kind.job, item, next.at);
  }

  /** Publishes the item at its time, if that comes before a sweep would see it. */
  private wake(job: WorkJob, item: WorkItem, at: number): void {
    const waitMs = Math.max(SHORTEST_WAIT_MS, (at - micros(this.options.clock)) / 1000);
    if (waitMs > SWEEPS_AHEAD * this.everyMs || this.stopping.signal.aborted) return;
    const key = keyOf(job, item);
    const known = this.timers.get(key);
    if (known ? known.at <= at : this.timers.size >= MOST_TIMERS) return;
    clearTimeout(known?.timer);
    const timer = setTimeout(() => {
      this.timers.delete(key);
      void this.publish(job, item, 'due');
    }, waitMs);
    timer.unref();
    this.timers.set(key, { at, timer });
  }

  private async publish(job: WorkJob, { organizationId, id }: WorkItem, requestId: string): Promise<void> {
    try {
      await this.options.bus.publish(job, { id }, { organizationId, requestId });
    } catch (error) {
      this.options.logger.error({ err: error, job: job.name, id }, 'could not publish; a sweep does it again');
    }
  }

  private sweepSoon(delayMs: number): void {
    if (this.stopping.signal.aborted) return;
    this.sweepTimer = setTimeout(() => {
      this.sweeping = this.sweep().then((swept) => this.sweepSoon(swept ? this.everyMs : BUS_AGAIN_MS));
    }, delayMs);
    this.sweepTimer.unref();
  }

  /** False while the broker is away: what it would publish only fills this process. */
  private async sweep(): Promise<boolean> {
    const { bus, logger } = this.options;
    if (!(await bus.reachable())) return false;
    const forgotten = performance.now() - SWEEPS_BETWEEN * this.everyMs;
    for (const [key, at] of this.swept) if (at < forgotten) this.swept.delete(key);
    for (const kind of this.kinds.values()) {
      await this.sweepKind(kind).catch((error: unknown) =>
        logger.warn({ err: error, job: kind.job.name }, 'could not look for what is due'),
      );
    }
    return true;
  }

  private async sweepKind({ job, due }: WorkKind): Promise<void> {
    const now = micros(this.options.clock);
    for (const item of await due({ now, by: now + SWEEPS_AHEAD * this.everyMs * 1000 }, AT_ONCE)) {
      const key = keyOf(job, item);
      if (this.stopping.signal.aborted) return;
      if (this.inHand.has(key)) continue;
      if (item.dueAt > now && !isOfAnotherClock(item.dueAt, now, this.everyMs)) this.wake(job, item, item.dueAt);
      else if (!this.swept.has(key)) {
        this.swept.set(key, performance.now());
        await this.publish(job, item, 'sweeper');
      }
    }
  }
}

const keyOf = (job: WorkJob, { organizationId, id }: WorkItem): string => `${job.name} ${organizationId} ${id}`;

/** What the store calls due, though its time is far ahead, was written before the clock was set back. */
const isOfAnotherClock = (dueAt: number, now: number, everyMs: number): boolean =>
  dueAt > now + SWEEPS_AHEAD * everyMs * 1000;

/** What follows when the next of an item's work is due at `dueAt` (microseconds); undefined: none is open. */
export function nextAt(dueAt: number | undefined, now: number): Next {
  if (dueAt === undefined) return 'nothing';
  return dueAt <= now ? 'again' : { at: dueAt };
}

/** How long one turn goes on beginning further work, milliseconds: then another organization has its turn. */
const TURN_MS = 10_000;

/** Repeats a step for as long as it says that there is more, at most for a turn's time; whether there may be more then. */
export async function forATurn(stopping: AbortSignal, step: () => Promise<boolean>): Promise<boolean> {
  const until = performance.now() + TURN_MS;
  while (!stopping.aborted && performance.now() < until) if (!(await step())) return false;
  return true;
}
