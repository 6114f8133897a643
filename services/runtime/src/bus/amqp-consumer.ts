import type { Channel, ChannelModel, ConsumeMessage } from 'amqplib';
import { fromDelivery, toProperties } from './amqp-message.js';
import { NotConnected, type AmqpPublisher } from './amqp-publisher.js';
import { runAttempt, type AttemptContext, type Message, type Outcome } from './attempt.js';
import type { JobDefinition, JobHandler, QueueState } from './job.js';
import { Places } from './places.js';
import { deadQueue, declareJob, EXCHANGE, laneOf, lanesOf, retryQueueFor, shortLine } from './topology.js';
import { FairQueue } from './fair-queue.js';

interface Held {
  channel: Channel;
  delivery: ConsumeMessage;
  message: Message;
}

/**
 * Consumes one job: reads the short line and the lanes (see topology.ts), takes turns between organizations, and settles
 * each message only after what follows from it (a retry, a dead letter) is confirmed.
 */
export class AmqpConsumer {
  private readonly queue = new FairQueue<Held>();
  private readonly inHand = new Set<Promise<void>>();
  private connection: ChannelModel | undefined;
  private channel: Channel | undefined;
  private tags: string[] = [];
  private readonly places: Places;
  private draining = false;

  constructor(
    private readonly job: JobDefinition<unknown>,
    private readonly handler: JobHandler<unknown>,
    private readonly publisher: AmqpPublisher,
    private readonly context: AttemptContext,
  ) {
    this.places = new Places(job);
  }

  /** Starts reading on a new connection, once. Messages held from the one before it will be delivered again. */
  async attach(connection: ChannelModel, onBroken: (error: Error) => void): Promise<void> {
    if (this.draining || connection === this.connection) return;
    this.connection = connection;
    const channel = await connection.createChannel();
    channel.on('error', onBroken);
    await declareJob(channel, this.job);
    this.queue.clear();
    this.channel = channel;
    // Room for the shares of several organizations, so that one that moves its surplus never fills the window.
    await channel.prefetch(4 * this.job.concurrency + 8);
    const short = await channel.consume(shortLine(this.job.name), (delivery) =>
      this.fromShortLine(channel, delivery, onBroken),
    );
    this.tags = [short.consumerTag];
    await channel.prefetch(this.job.concurrency);
    for (const lane of lanesOf(this.job.name)) {
      const { consumerTag } = await channel.consume(lane, (delivery) => this.hold(channel, delivery, onBroken));
      this.tags.push(consumerTag);
    }
  }

  detach(): void {
    this.connection = undefined;
    this.channel = undefined;
    this.tags = [];
    this.queue.clear();
  }

  state(): QueueState {
    return { job: this.job.name, running: this.places.running, ...this.queue.state() };
  }

  /** Stops reading, gives back what nobody began, and waits for what is in hand. */
  async drain(): Promise<void> {
    this.draining = true;
    const { channel } = this;
    if (channel) {
      await Promise.allSettled(this.tags.map((tag) => channel.cancel(tag)));
      for (const { delivery } of this.queue.clear()) settle(channel, this.channel, () => channel.nack(delivery));
    }
    while (this.inHand.size > 0) await Promise.allSettled(this.inHand);
  }

  private fromShortLine(channel: Channel, delivery: ConsumeMessage | null, onBroken: (error: Error) => void): void {
    if (delivery && !this.draining) {
      const message = fromDelivery(delivery);
      const share = this.job.concurrency;
      if (this.queue.countOf(message.organizationId) >= share) {
        this.track(this.moveToLane({ channel, delivery, message }));
        return;
      }
    }
    this.hold(channel, delivery, onBroken);
  }

  private hold(channel: Channel, delivery: ConsumeMessage | null, onBroken: (error: Error) => void): void {
    if (delivery === null) {
      onBroken(new Error(`the broker cancelled a consumer of ${this.job.name}`));
      return;
    }
    if (this.draining) {
      settle(channel, this.channel, () => channel.nack(delivery));
      return;
    }
    const message = fromDelivery(delivery);
    this.queue.add(message.organizationId, { channel, delivery, message });
    this.next();
  }

  private next(): void {
    while (!this.draining) {
      const held = this.places.take(this.queue, ({ message }) => message.organizationId);
      if (!held) return;
      this.track(
        this.handle(held).finally(() => {
          this.places.leave(held.message.organizationId);
          this.next();
        }),
      );
    }
  }

  private track(work: Promise<void>): void {
    const tracked: Promise<void> = work
      .catch((error: unknown) => this.context.logger.error({ err: error, job: this.job.name }, 'could not settle'))
      .finally(() => this.inHand.delete(tracked));
    this.inHand.add(tracked);
  }

  private async handle(held: Held): Promise<void> {
    const outcome = await runAttempt(this.job, this.handler, held.message, this.context);
    await this.settleAfter(held, () => this.follow(held.message, outcome));
  }

  private moveToLane(held: Held): Promise<void> {
    const lane = laneOf(this.job.name, held.message.organizationId);
    return this.settleAfter(held, () => this.send(lane, held.message));
  }

  private follow(message: Message, outcome: Outcome): Promise<void> {
    switch (outcome.kind) {
      case 'done':
        return Promise.resolve();
      case 'retry': {
        const queue = retryQueueFor(this.job, outcome.attempt);
        return this.send(queue, { ...message, attempt: outcome.attempt }, { expiration: outcome.delayMs });
      }
      case 'dead':
        return this.send(deadQueue(this.job.name), message, { error: outcome.error });
    }
  }

  private send(queue: string, message: Message, { expiration, error }: { expiration?: number; error?: string } = {}) {
    return this.publisher.forward({
      exchange: EXCHANGE,
      queue,
      content: Buffer.from(message.body),
      options: {
        ...toProperties(this.job.name, message, error),
        ...(expiration === undefined ? {} : { expiration: String(expiration) }),
      },
      declare: { key: this.job.name, run: (channel) => declareJob(channel, this.job) },
    });
  }

  /** Acknowledges once `before` is done; when the connection broke meanwhile, the message will be delivered again. */
  private async settleAfter({ channel, delivery }: Held, before: () => Promise<void>): Promise<void> {
    try {
      await before();
    } catch (error) {
      if (error instanceof NotConnected) return;
      throw error;
    }
    settle(channel, this.channel, () => channel.ack(delivery));
  }
}

/** Settles on the channel of the delivery while it is the open one; a closed channel's messages are delivered again. */
function settle(channel: Channel, open: Channel | undefined, action: () => void): void {
  if (channel !== open) return;
  try {
    action();
  } catch (error) {
    // Closing at this very moment: the broker gives the message to somebody else.
    if (!(error instanceof Error && error.name === 'IllegalOperationError')) throw error;
  }
}
