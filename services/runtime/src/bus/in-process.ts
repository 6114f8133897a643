import type { Logger } from '../logger.js';
import { busTracing } from '../tracing/tracing.js';
import { runAttempt, type AttemptContext, type Message } from './attempt.js';
import type { DeadLetter, DeadLetters } from './dead-letters.js';
import {
  versionOf,
  type AttemptObserver,
  type Bus,
  type BusTracing,
  type JobDefinition,
  type JobEnvelope,
  type JobHandler,
  type QueueState,
} from './job.js';
import { Places } from './places.js';
import { FairQueue } from './fair-queue.js';

interface Queue {
  job: JobDefinition<unknown>;
  handler: JobHandler<unknown> | undefined;
  waiting: FairQueue<Message>;
  places: Places;
}

export interface InProcessBusOptions {
  logger: Logger;
  /** Tests: decide per message how often it is delivered (2 = duplicated) and after how many milliseconds. */
  mischief?: () => { copies: number; delayMs: number };
  tracing?: BusTracing;
  observe?: AttemptObserver;
}

const MOST_DEAD_LETTERS = 1000;

/**
 * The bus of the embedded mode. Messages are serialised and delivered later, never in the publisher's call, so that it
 * shows the same bugs as a broker. Nothing is kept over a restart: the sweeper publishes what the database says is due.
 */
export class InProcessBus implements Bus, DeadLetters {
  private readonly queuesByName = new Map<string, Queue>();
  private readonly timers = new Set<NodeJS.Timeout>();
  private readonly inHand = new Set<Promise<void>>();
  private readonly context: AttemptContext;
  private readonly stopping = new AbortController();
  private closed = false;
  readonly dead: DeadLetter[] = [];

  constructor(private readonly options: InProcessBusOptions) {
    const { logger, tracing = busTracing, observe = () => undefined } = options;
    this.context = { logger, tracing, observe, stopping: this.stopping.signal };
  }

  publish<Payload>(job: JobDefinition<Payload>, payload: Payload, envelope: JobEnvelope): Promise<void> {
    const parsed = job.schema.safeParse(payload);
    if (!parsed.success) return Promise.reject(parsed.error);
    const body = JSON.stringify(parsed.data);
    const { copies, delayMs } = this.options.mischief?.() ?? { copies: 1, delayMs: 0 };
    const message = { ...envelope, body, attempt: 1, version: versionOf(job), trace: this.context.tracing.inject() };
    for (let i = 0; i < copies; i++) this.later(job, message, delayMs);
    return Promise.resolve();
  }

  consume<Payload>(job: JobDefinition<Payload>, handler: JobHandler<Payload>): Promise<void> {
    const queue = this.queue(job);
    queue.job = job;
    queue.handler = handler as JobHandler<unknown>;
    this.next(queue);
    return Promise.resolve();
  }

  async drain(): Promise<void> {
    this.closed = true;
    this.stopping.abort();
    for (const timer of this.timers) clearTimeout(timer);
    this.timers.clear();
    while (this.inHand.size > 0) await Promise.allSettled(this.inHand);
  }

  close(): Promise<void> {
    return this.drain();
  }

  reachable(): Promise<boolean> {
    return Promise.resolve(!this.closed);
  }

  queues(): QueueState[] {
    return [...this.queuesByName].map(([job, { waiting, places }]) => ({
      job,
      running: places.running,
      ...waiting.state(),
    }));
  }

  listDeadLetters(job: string, limit: number): Promise<DeadLetter[]> {
    return Promise.resolve(this.dead.filter((letter) => letter.job === job).slice(0, limit));
  }

  redriveDeadLetters(job: string, limit: number): Promise<number> {
    const queue = this.queuesByName.get(job);
    const letters = queue ? this.dead.filter((letter) => letter.job === job).slice(0, limit) : [];
    for (const letter of letters) {
      this.dead.splice(this.dead.indexOf(letter), 1);
      const { organizationId, requestId, body } = letter;
      const version = versionOf(queue?.job ?? {});
      if (queue) this.later(queue.job, { organizationId, requestId, body, attempt: 1, version, trace: {} }, 0);
    }
    return Promise.resolve(letters.length);
  }

  private queue(job: JobDefinition<unknown>): Queue {
    let queue = this.queuesByName.get(job.name);
    if (!queue) {
      queue = { job, handler: undefined, waiting: new FairQueue(), places: new Places(job) };
      this.queuesByName.set(job.name, queue);
    }
    return queue;
  }

  private later(job: JobDefinition<unknown>, message: Message, delayMs: number): void {
    if (this.closed) return;
    const timer = setTimeout(() => {
      this.timers.delete(timer);
      const queue = this.queue(job);
      queue.waiting.add(message.organizationId, message);
      this.next(queue);
    }, delayMs);
    this.timers.add(timer);
  }

  private next(queue: Queue): void {
    while (!this.closed && queue.handler) {
      const message = queue.places.take(queue.waiting, ({ organizationId }) => organizationId);
      if (!message) return;
      const work: Promise<void> = this.handle(queue, queue.handler, message).finally(() => {
        queue.places.leave(message.organizationId);
        this.inHand.delete(work);
        this.next(queue);
      });
      this.inHand.add(work);
    }
  }

  private async handle({ job }: Queue, handler: JobHandler<unknown>, message: Message): Promise<void> {
    const outcome = await runAttempt(job, handler, message, this.context);
    if (outcome.kind === 'retry') this.later(job, { ...message, attempt: outcome.attempt }, outcome.delayMs);
    if (outcome.kind === 'dead') {
      const { organizationId, requestId, body, attempt } = message;
      const { error } = outcome;
      this.dead.push({ job: job.name, organizationId, requestId, body, attempt, error, diedAt: Date.now() });
      if (this.dead.length > MOST_DEAD_LETTERS) this.dead.shift();
    }
  }
}
