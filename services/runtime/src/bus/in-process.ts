import { TerminalError } from '../errors.js';
import type { Logger } from '../logger.js';
import { backoffOf, type Bus, type JobDefinition, type JobEnvelope, type JobHandler } from './job.js';

interface Message extends JobEnvelope {
  body: string;
  attempt: number;
}

interface Queue {
  job: JobDefinition<unknown>;
  handler: JobHandler<unknown> | undefined;
  /** Waiting messages by organization; organizations take turns, so that one's 50 uploads do not starve another's one. */
  waiting: Map<string, Message[]>;
  running: number;
}

export interface DeadLetter {
  job: string;
  organizationId: string;
  body: string;
  attempt: number;
  error: string;
}

export interface InProcessBusOptions {
  logger: Logger;
  /** Tests: decide per message how often it is delivered (2 = duplicated) and after how many milliseconds. */
  mischief?: () => { copies: number; delayMs: number };
}

/**
 * The bus of the embedded mode. Messages are serialised and delivered later, never in the publisher's call, so that it
 * shows the same bugs as a broker. Nothing is kept over a restart: the sweeper publishes what the database says is due.
 */
export class InProcessBus implements Bus {
  private readonly queues = new Map<string, Queue>();
  private readonly timers = new Set<NodeJS.Timeout>();
  private readonly inHand = new Set<Promise<void>>();
  private closed = false;
  readonly dead: DeadLetter[] = [];

  constructor(private readonly options: InProcessBusOptions) {}

  publish<Payload>(job: JobDefinition<Payload>, payload: Payload, envelope: JobEnvelope): Promise<void> {
    const body = JSON.stringify(job.schema.parse(payload));
    const { copies, delayMs } = this.options.mischief?.() ?? { copies: 1, delayMs: 0 };
    for (let i = 0; i < copies; i++) this.later(job, { ...envelope, body, attempt: 1 }, delayMs);
    return Promise.resolve();
  }

  consume<Payload>(job: JobDefinition<Payload>, handler: JobHandler<Payload>): Promise<void> {
    const queue = this.queue(job as JobDefinition<unknown>);
    queue.handler = handler as JobHandler<unknown>;
    this.drain(queue);
    return Promise.resolve();
  }

  async close(): Promise<void> {
    this.closed = true;
    for (const timer of this.timers) clearTimeout(timer);
    this.timers.clear();
    while (this.inHand.size > 0) await Promise.allSettled(this.inHand);
  }

  reachable(): Promise<boolean> {
    return Promise.resolve(!this.closed);
  }

  private queue(job: JobDefinition<unknown>): Queue {
    let queue = this.queues.get(job.name);
    if (!queue) {
      queue = { job, handler: undefined, waiting: new Map(), running: 0 };
      this.queues.set(job.name, queue);
    }
    return queue;
  }

  private later<Payload>(job: JobDefinition<Payload>, message: Message, delayMs: number): void {
    if (this.closed) return;
    const timer = setTimeout(() => {
      this.timers.delete(timer);
      const queue = this.queue(job as JobDefinition<unknown>);
      const own = queue.waiting.get(message.organizationId);
      if (own) own.push(message);
      else queue.waiting.set(message.organizationId, [message]);
      this.drain(queue);
    }, delayMs);
    this.timers.add(timer);
  }

  private drain(queue: Queue): void {
    while (!this.closed && queue.handler && queue.running < queue.job.concurrency) {
      const message = takeTurn(queue.waiting);
      if (!message) return;
      queue.running++;
      const work: Promise<void> = this.handle(queue, queue.handler, message).finally(() => {
        queue.running--;
        this.inHand.delete(work);
        this.drain(queue);
      });
      this.inHand.add(work);
    }
  }

  private async handle({ job }: Queue, handler: JobHandler<unknown>, message: Message): Promise<void> {
    const { organizationId, requestId, attempt, body } = message;
    try {
      await handler({ payload: job.schema.parse(JSON.parse(body)), organizationId, requestId, attempt });
    } catch (error) {
      const text = error instanceof Error ? `${error.name}: ${error.message}` : 'unknown error';
      if (error instanceof TerminalError || attempt >= job.attempts) {
        this.dead.push({ job: job.name, organizationId, body, attempt, error: text });
        if (this.dead.length > 1000) this.dead.shift();
        this.options.logger.error(
          { job: job.name, organization_id: organizationId, request_id: requestId, attempt, error: text },
          'job is dead',
        );
      } else {
        this.options.logger.warn(
          { job: job.name, organization_id: organizationId, request_id: requestId, attempt, error: text },
          'job will be tried again',
        );
        this.later(job, { ...message, attempt: attempt + 1 }, backoffOf(job as JobDefinition<never>, attempt + 1));
      }
    }
  }
}

/** Takes the first organization's oldest message and puts that organization at the end of the line. */
function takeTurn(waiting: Map<string, Message[]>): Message | undefined {
  const first = waiting.entries().next();
  if (first.done) return undefined;
  const [organizationId, messages] = first.value;
  const message = messages.shift();
  waiting.delete(organizationId);
  if (messages.length > 0) waiting.set(organizationId, messages);
  return message;
}
