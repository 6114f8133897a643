import type { Channel, ChannelModel, ConfirmChannel, Options } from 'amqplib';
import type { Logger } from '../logger.js';

interface Outgoing {
  exchange: string;
  queue: string;
  content: Buffer;
  options: Options.Publish;
  /** Declares the queues that the message needs. */
  declare: Declare;
  /** Whether this process still owns the message when the connection breaks before it is confirmed. */
  keep: boolean;
  settle: (error?: Error) => void;
}

/** Declares what a message needs; run once a connection for each `key`. */
export interface Declare {
  key: string;
  run: (channel: Channel) => Promise<void>;
}

export type Sent = Omit<Outgoing, 'settle' | 'keep'>;

/** Kept while the broker is out of reach; beyond it the oldest are let go: the sweeper publishes what did not move. */
const MOST_KEPT = 10_000;
const AGAIN_MS = 500;

export class NotConnected extends Error {
  constructor() {
    super('the broker is out of reach');
    this.name = 'NotConnected';
  }
}

/** Publishes with confirms. What was not confirmed when a connection broke is published again on the next one. */
export class AmqpPublisher {
  private channel: ConfirmChannel | undefined;
  private declared = new Map<string, Promise<void>>();
  /** By message id, oldest first. */
  private readonly unconfirmed = new Map<string, Outgoing>();
  private readonly timers = new Set<NodeJS.Timeout>();

  constructor(private readonly logger: Logger) {}

  get connected(): boolean {
    return this.channel !== undefined;
  }

  /** Takes a new connection and publishes on it what is still unconfirmed. */
  async attach(connection: ChannelModel, onBroken: (error: Error) => void): Promise<void> {
    const channel = await connection.createConfirmChannel();
    channel.on('error', onBroken);
    channel.on('return', ({ properties }) => this.again(String(properties.messageId)));
    this.declared = new Map();
    this.channel = channel;
    if (this.unconfirmed.size > 0) this.logger.info({ messages: this.unconfirmed.size }, 'publishing again');
    for (const id of [...this.unconfirmed.keys()]) this.transmit(id);
  }

  /** The connection is gone: forwards fail, for their originals will be delivered again; the rest waits for the next. */
  detach(): void {
    this.channel = undefined;
    for (const [id, outgoing] of this.unconfirmed) {
      if (outgoing.keep) continue;
      this.unconfirmed.delete(id);
      outgoing.settle(new NotConnected());
    }
  }

  /** Resolves when the broker has the message, also when it had to be published again on a later connection. */
  publish(sent: Sent): Promise<void> {
    return this.enqueue(sent, true);
  }

  /** The same for a message that was delivered to us: rejects when the connection breaks. */
  forward(sent: Sent): Promise<void> {
    return this.channel ? this.enqueue(sent, false) : Promise.reject(new NotConnected());
  }

  /** Waits until everything is confirmed, at most `timeoutMs`; what is left is the sweeper's. */
  async flush(timeoutMs: number): Promise<void> {
    const deadline = performance.now() + timeoutMs;
    while (this.unconfirmed.size > 0 && this.channel && performance.now() < deadline)
      await new Promise((resolve) => setTimeout(resolve, 10));
    for (const timer of this.timers) clearTimeout(timer);
    if (this.unconfirmed.size > 0) this.logger.warn({ messages: this.unconfirmed.size }, 'left unconfirmed');
  }

  private enqueue(sent: Sent, keep: boolean): Promise<void> {
    return new Promise((resolve, reject) => {
      const id = String(sent.options.messageId);
      this.unconfirmed.set(id, { ...sent, keep, settle: (error) => (error ? reject(error) : resolve()) });
      this.letGo();
      this.transmit(id);
    });
  }

  private letGo(): void {
    for (const [id, outgoing] of this.unconfirmed) {
      if (this.unconfirmed.size <= MOST_KEPT) return;
      this.unconfirmed.delete(id);
      this.logger.warn({ queue: outgoing.queue }, 'too many unconfirmed messages: the oldest is let go');
      outgoing.settle();
    }
  }

  private transmit(id: string): void {
    const { channel } = this;
    const outgoing = this.unconfirmed.get(id);
    if (!channel || !outgoing) return;
    this.declareOnce(channel, outgoing.declare).then(
      () => this.write(channel, id, outgoing),
      (error: unknown) => this.logger.warn({ err: error, queue: outgoing.queue }, 'could not declare'),
    );
  }

  private write(channel: ConfirmChannel, id: string, { exchange, queue, content, options }: Outgoing): void {
    if (channel !== this.channel) return;
    try {
      channel.publish(exchange, queue, content, options, (error: unknown) => {
        if (channel !== this.channel) return;
        if (error) this.again(id);
        else this.confirm(id);
      });
    } catch (error) {
      // The channel closed under us; the connection's end publishes it again.
      this.logger.debug({ err: error, queue }, 'channel is closed');
    }
  }

  private confirm(id: string): void {
    const outgoing = this.unconfirmed.get(id);
    // A message that came back unroutable is confirmed too; it is marked by a new id and not in the map any more.
    if (!outgoing) return;
    this.unconfirmed.delete(id);
    outgoing.settle();
  }

  /** The broker refused the message, or its queue was missing: declare and try once more, a little later. */
  private again(id: string): void {
    const outgoing = this.unconfirmed.get(id);
    if (!outgoing) return;
    this.unconfirmed.delete(id);
    this.declared.delete(outgoing.declare.key);
    const messageId = `${id.slice(0, 36)}.${Date.now()}`;
    this.unconfirmed.set(messageId, { ...outgoing, options: { ...outgoing.options, messageId } });
    const timer = setTimeout(() => {
      this.timers.delete(timer);
      this.transmit(messageId);
    }, AGAIN_MS);
    this.timers.add(timer);
  }

  private declareOnce(channel: ConfirmChannel, { key, run }: Declare): Promise<void> {
    let done = this.declared.get(key);
    if (!done) {
      done = run(channel);
      this.declared.set(key, done);
      done.catch(() => this.declared.delete(key));
    }
    return done;
  }
}
