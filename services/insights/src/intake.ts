import { failpoint, micros, type Bus, type Clock, type Delivery, type Logger } from '@candor/runtime';
import type { ConversationLog } from './conversation-log.js';
import { JOBS, type Target } from './jobs.js';
import type { Conversation } from './store/conversations.js';
import type { IntakeStore } from './store/intake.js';
import type { SystemScope } from './store/system-scope.js';

export interface IntakeParts {
  store: IntakeStore;
  system: SystemScope;
  log: ConversationLog;
  bus: Bus;
  clock: Clock;
  logger: Logger;
}

/** How long whoever asked waits to find the conversation in the list, milliseconds; recorded it is in any case. */
const PATIENCE_MS = 500;
const SWEEP_EVERY_MS = 2000;
/** A message that has not come by then is published again, microseconds. */
const DUE_AFTER = 15e6;
const AT_ONCE = 500;
const BATCH = 200;

/**
 * Records conversations through the bus: first kept in a row of their own, then announced, then moved into the log by
 * whoever takes the message. A message that is lost is published again by the sweeper, one that comes twice finds nothing
 * to do, so that each conversation is recorded once whatever breaks in between.
 */
export class Intake {
  private readonly waiting = new Map<string, () => void>();
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<void> = Promise.resolve();
  private stopped = false;

  constructor(private readonly parts: IntakeParts) {}

  /** Resolves when the conversation is kept; usually it is in the list by then. One with the same id stays as it is. */
  async accept(conversation: Conversation, requestId: string): Promise<void> {
    const { store, bus, clock } = this.parts;
    const { organizationId, id } = conversation;
    await store.insert(conversation, micros(clock) + DUE_AFTER);
    await failpoint('conversation.kept');
    const name = `${organizationId} ${id}`;
    let timer: NodeJS.Timeout | undefined;
    const recorded = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, PATIENCE_MS);
      this.waiting.set(name, resolve);
    });
    try {
      await bus.publish(JOBS.record, { id }, { organizationId, requestId });
      await recorded;
    } finally {
      clearTimeout(timer);
      this.waiting.delete(name);
    }
  }

  /** Takes jobs, and takes up again what was left behind: by this process before it was ended, too. */
  async start(): Promise<void> {
    await this.parts.bus.consume(JOBS.record, (delivery) => this.record(delivery));
    const next = (dueBy: number): void => {
      this.running = this.sweep(dueBy).catch((error: unknown) =>
        this.parts.logger.error({ err: error }, 'could not sweep conversations'),
      );
      void this.running.finally(() => {
        if (!this.stopped) this.timer = setTimeout(() => next(micros(this.parts.clock)), SWEEP_EVERY_MS);
      });
    };
    next(Number.MAX_SAFE_INTEGER);
  }

  async stop(): Promise<void> {
    this.stopped = true;
    clearTimeout(this.timer);
    await this.running;
  }

  /** Publishes again what was due by a time (microseconds); several sweepers share the work. */
  async sweep(dueBy: number): Promise<void> {
    const { store, system, bus, clock } = this.parts;
    for (const { organizationId, id, dueAt } of await system.overdue(dueBy, DUE_AFTER, AT_ONCE)) {
      if (!(await store.postpone(organizationId, id, dueAt, micros(clock) + DUE_AFTER))) continue;
      await bus.publish(JOBS.record, { id }, { organizationId, requestId: 'sweeper' });
    }
  }

  /** Takes along what else waits in the organization: under load, many are recorded by one write each way. */
  private async record({ payload: { id }, organizationId }: Delivery<Target>): Promise<void> {
    const { store, log } = this.parts;
    const conversation = await store.find(organizationId, id);
    if (!conversation) {
      this.recorded(organizationId, id);
      return;
    }
    const batch = new Map([[id, conversation]]);
    for (const other of await store.oldest(organizationId, BATCH)) batch.set(other.id, other);
    await log.add(organizationId, [...batch.values()]);
    await failpoint('conversation.recorded');
    await store.remove(organizationId, [...batch.keys()]);
    for (const each of batch.keys()) this.recorded(organizationId, each);
  }

  private recorded(organizationId: string, id: string): void {
    this.waiting.get(`${organizationId} ${id}`)?.();
  }
}
