import { connect, type ChannelModel, type RecoveringChannelModel } from 'amqplib';
import { AmqpConsumer } from './amqp-consumer.js';
import { AmqpDeadLetters } from './amqp-dead-letters.js';
import { toProperties } from './amqp-message.js';
import { AmqpPublisher } from './amqp-publisher.js';
import type { AttemptContext } from './attempt.js';
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
import { declareJob, EXCHANGE, shortLine } from './topology.js';
import type { Logger } from '../logger.js';
import { busTracing } from '../tracing/tracing.js';

export interface AmqpBusOptions {
  /** amqp://user:password@host:port/vhost; never logged. */
  url: string;
  logger: Logger;
  /** Shown in the broker's list of connections. */
  name?: string;
  tracing?: BusTracing;
  observe?: AttemptObserver;
}

const HEARTBEAT_SECONDS = 10;
const CONNECT_TIMEOUT_MS = 5000;
/** A publisher is not held up longer by a slow broker; the message stays ours until it is confirmed. */
const PATIENCE_MS = 5000;

/**
 * The bus on RabbitMQ. Needs no broker to be made: it connects in the background, again and again with backoff, and on
 * each connection declares its topology, publishes what is unconfirmed and reads on.
 */
export class AmqpBus implements Bus, DeadLetters {
  private readonly publisher: AmqpPublisher;
  private readonly consumers: AmqpConsumer[] = [];
  private readonly context: AttemptContext;
  private readonly deadLetters: AmqpDeadLetters;
  private readonly connecting: Promise<RecoveringChannelModel>;
  private model: ChannelModel | undefined;
  private readonly stopping = new AbortController();
  private blocked = false;
  private closing: Promise<void> | undefined;

  constructor(private readonly options: AmqpBusOptions) {
    const { logger, tracing = busTracing, observe = () => undefined } = options;
    this.context = { logger, tracing, observe, stopping: this.stopping.signal };
    this.publisher = new AmqpPublisher(logger);
    this.deadLetters = new AmqpDeadLetters(this.publisher);
    this.connecting = this.connect();
  }

  async publish<Payload>(job: JobDefinition<Payload>, payload: Payload, envelope: JobEnvelope): Promise<void> {
    const body = JSON.stringify(job.schema.parse(payload));
    const message = { ...envelope, body, attempt: 1, version: versionOf(job), trace: this.context.tracing.inject() };
    const known = job as JobDefinition<unknown>;
    const confirmed = this.publisher.publish({
      exchange: EXCHANGE,
      queue: shortLine(job.name),
      content: Buffer.from(body),
      options: toProperties(job.name, message),
      declare: { key: job.name, run: (channel) => declareJob(channel, known) },
    });
    if (this.publisher.connected) await atMost(PATIENCE_MS, confirmed);
  }

  async consume<Payload>(job: JobDefinition<Payload>, handler: JobHandler<Payload>): Promise<void> {
    const consumer = new AmqpConsumer(job, handler as JobHandler<unknown>, this.publisher, this.context);
    this.consumers.push(consumer);
    if (this.model) await this.attach(consumer, this.model);
  }

  async drain(): Promise<void> {
    this.stopping.abort();
    await Promise.all(this.consumers.map((consumer) => consumer.drain()));
  }

  close(): Promise<void> {
    this.closing ??= this.closeOnce();
    return this.closing;
  }

  reachable(): Promise<boolean> {
    return Promise.resolve(this.model !== undefined && !this.blocked);
  }

  queues(): QueueState[] {
    return this.consumers.map((consumer) => consumer.state());
  }

  async listDeadLetters(job: string, limit: number): Promise<DeadLetter[]> {
    return this.deadLetters.list(await this.connected(), job, limit);
  }

  async redriveDeadLetters(job: string, limit: number): Promise<number> {
    return this.deadLetters.redrive(await this.connected(), job, limit);
  }

  /** The connection; a tool that has only just started waits a little for its first one. */
  private async connected(): Promise<ChannelModel> {
    if (!this.model) await atMost(CONNECT_TIMEOUT_MS, (await this.connecting).waitForConnect());
    if (!this.model) throw new Error('the broker is out of reach');
    return this.model;
  }

  private async connect(): Promise<RecoveringChannelModel> {
    const { logger, name } = this.options;
    const recovery = { initialDelay: 200, maxDelay: 2000, waitForConnect: false };
    const model = await connect(withHeartbeat(this.options.url), {
      timeout: CONNECT_TIMEOUT_MS,
      keepAlive: true,
      noDelay: true,
      clientProperties: { connection_name: name ?? 'candor' },
      recovery: { ...recovery, setup: (fresh: ChannelModel) => this.setUp(fresh) },
    });
    model.on('disconnect', (error) => {
      logger.warn({ error: error.message }, 'bus disconnected');
      this.model = undefined;
      this.detach();
    });
    model.on('connect-failed', (error) => {
      logger.warn({ error: error.message }, 'bus is out of reach');
      this.detach();
    });
    model.on('connect', (fresh) => {
      logger.info('bus connected');
      this.model = fresh;
      this.blocked = false;
      // Those that were added while the connection was set up.
      for (const consumer of this.consumers) void this.attach(consumer, fresh);
    });
    model.on('blocked', () => (this.blocked = true));
    model.on('unblocked', () => (this.blocked = false));
    // Followed by 'disconnect', which says it.
    model.on('error', () => undefined);
    return model;
  }

  private async setUp(model: ChannelModel): Promise<void> {
    // Until the library's own listener is in place, an error event would be thrown.
    model.on('error', () => undefined);
    const end = new AbortController();
    model.on('close', () => end.abort());
    const onBroken = (error: Error): void => {
      end.abort();
      this.broken(model, error);
    };
    await this.publisher.attach(model, onBroken);
    for (const consumer of this.consumers) await consumer.attach(model, onBroken);
    // The library watches for the end of a connection only from now on; one that ended meanwhile would stay for ever.
    if (end.signal.aborted) throw new Error('the connection ended while it was set up');
  }

  private async attach(consumer: AmqpConsumer, model: ChannelModel): Promise<void> {
    try {
      await consumer.attach(model, (error) => this.broken(model, error));
    } catch (error) {
      this.broken(model, error);
    }
  }

  private detach(): void {
    this.publisher.detach();
    for (const consumer of this.consumers) consumer.detach();
  }

  /** A channel broke or a consumer was cancelled: the connection is given up as a whole, so that there is one way back. */
  private broken(model: ChannelModel, error: unknown): void {
    this.options.logger.warn({ err: error }, 'bus channel broke');
    // Closing a connection that is gone already rejects; either way a new one is made.
    model.close().catch(() => undefined);
  }

  private async closeOnce(): Promise<void> {
    await this.drain();
    await this.publisher.flush(PATIENCE_MS);
    await (await this.connecting).close();
    this.model = undefined;
    this.detach();
  }
}

/** The broker's own heartbeat is a minute; a dead peer should be noticed sooner. */
function withHeartbeat(url: string): string {
  const parsed = new URL(url);
  if (!parsed.searchParams.has('heartbeat')) parsed.searchParams.set('heartbeat', String(HEARTBEAT_SECONDS));
  return parsed.href;
}

async function atMost(timeoutMs: number, work: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, timeoutMs);
  });
  await Promise.race([work, late]);
  clearTimeout(timer);
}
