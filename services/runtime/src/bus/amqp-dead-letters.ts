import type { ChannelModel } from 'amqplib';
import { fromDelivery, toDeadLetter, toProperties } from './amqp-message.js';
import type { AmqpPublisher } from './amqp-publisher.js';
import type { DeadLetter } from './dead-letters.js';
import { deadQueue, declareDead, EXCHANGE, shortLine } from './topology.js';

/** Reads and redrives dead queues. A message leaves its queue only after it was published again. */
export class AmqpDeadLetters {
  constructor(private readonly publisher: AmqpPublisher) {}

  async list(connection: ChannelModel, job: string, limit: number): Promise<DeadLetter[]> {
    const channel = await connection.createChannel();
    await declareDead(channel, job);
    const letters: DeadLetter[] = [];
    while (letters.length < limit) {
      const delivery = await channel.get(deadQueue(job));
      if (!delivery) break;
      letters.push(toDeadLetter(job, delivery));
    }
    // Closing gives back what was read.
    await channel.close();
    return letters;
  }

  async redrive(connection: ChannelModel, job: string, limit: number): Promise<number> {
    const channel = await connection.createChannel();
    await declareDead(channel, job);
    let redriven = 0;
    while (redriven < limit) {
      const delivery = await channel.get(deadQueue(job));
      if (!delivery) break;
      await this.publisher.forward({
        exchange: EXCHANGE,
        queue: shortLine(job),
        content: delivery.content,
        options: toProperties(job, { ...fromDelivery(delivery), attempt: 1 }),
        declare: { key: `dead:${job}`, run: (declaring) => declareDead(declaring, job) },
      });
      channel.ack(delivery);
      redriven++;
    }
    await channel.close();
    return redriven;
  }
}
