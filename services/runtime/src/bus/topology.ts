import type { Channel } from 'amqplib';
import type { JobDefinition } from './job.js';

/*
 * Everything that is declared on the broker. All of it is durable and made by whoever needs it first, publisher or
 * consumer; arguments never depend on a job's numbers, so that a changed catalogue meets the queues of the old one.
 *
 *   exchange candor (direct; every queue is bound by its own name)
 *
 *   service.job            the short line: new messages and those whose wait is over
 *   service.job.lane.N     the long lines, N = 0, 1: an organization's surplus (see below)
 *   service.job.retry.N    N = 1…: those that wait before attempt N + 1. Each message carries its wait as expiration; when it
 *                          ends the broker moves the message to the short line. One queue per wait, for a queue expires
 *                          from its head only.
 *   service.job.dead       those that were given up, with error and attempt in headers; an operator reads and redrives them
 *
 * Why quorum queues: they are on disk before they are confirmed and survive the loss of a broker. They dead-letter at least
 * once (for which `reject-publish` is a condition). A message whose consumer died DELIVERY_LIMIT times goes to the dead
 * queue; the number is far above a job's attempts, for a dying worker also drags down the innocent messages it held.
 *
 * Why lanes: AMQP has no queue that is fair between tenants. A consumer reads the short line and keeps only a share per
 * organization; an organization's surplus it moves, with a confirm, to one of the lanes, by hash of the organization. So
 * the short line never stands behind one organization's backlog: another's single message is reached after moves, not
 * after jobs, and then takes its turn. Backlogs of several organizations may share a lane and are then first come first
 * served between them, except for the share that each has through the short line. A queue per organization would be fair
 * to the letter, but costs a Raft group per organization and job, and consumers would have to learn of new ones.
 */

export const EXCHANGE = 'candor';
/** May be raised, never lowered: messages in a lane that nobody reads would be lost. */
export const LANES = 2;
const DELIVERY_LIMIT = 50;

export const shortLine = (job: string): string => job;
export const retryQueue = (job: string, level: number): string => `${job}.retry.${level}`;
export const deadQueue = (job: string): string => `${job}.dead`;
export const lanesOf = (job: string): string[] => Array.from({ length: LANES }, (_, n) => laneName(job, n));
export const laneOf = (job: string, organizationId: string): string => laneName(job, hash(organizationId) % LANES);

const laneName = (job: string, n: number): string => `${job}.lane.${n}`;

/** The retry queue for the wait before `attempt` (2, 3, …): one per backoff of the job, the last one repeats. */
export function retryQueueFor(job: JobDefinition<unknown>, attempt: number): string {
  return retryQueue(job.name, Math.min(Math.max(1, attempt - 1), levelsOf(job)));
}

/** Every queue of a job but the dead one: what holds work that is not done. */
export const queuesOf = (job: { name: string; backoffMs: number[]; attempts: number }): string[] => [
  shortLine(job.name),
  ...lanesOf(job.name),
  ...Array.from({ length: levelsOf(job) }, (_, n) => retryQueue(job.name, n + 1)),
];

const levelsOf = (job: { backoffMs: number[]; attempts: number }): number =>
  Math.max(1, Math.min(job.backoffMs.length, job.attempts - 1));

/** Declares the exchange and one job's queues; harmless when they exist. */
export async function declareJob(channel: Channel, job: JobDefinition<unknown>): Promise<void> {
  await channel.assertExchange(EXCHANGE, 'direct', { durable: true });
  const { name } = job;
  const read = { ...deadLetterTo(deadQueue(name)), 'x-delivery-limit': DELIVERY_LIMIT };
  await declare(channel, shortLine(name), read);
  for (const lane of lanesOf(name)) await declare(channel, lane, read);
  for (let level = 1; level <= levelsOf(job); level++)
    await declare(channel, retryQueue(name, level), deadLetterTo(shortLine(name)));
  await declareDead(channel, name);
}

/** The dead queue is read by listing, which gives every message back: that must never count against it. */
export async function declareDead(channel: Channel, job: string): Promise<void> {
  await channel.assertExchange(EXCHANGE, 'direct', { durable: true });
  await declare(channel, deadQueue(job), { 'x-delivery-limit': 1_000_000_000 });
}

const deadLetterTo = (queue: string) => ({
  'x-dead-letter-exchange': EXCHANGE,
  'x-dead-letter-routing-key': queue,
  'x-dead-letter-strategy': 'at-least-once',
  'x-overflow': 'reject-publish',
});

async function declare(channel: Channel, queue: string, options: Record<string, string | number>): Promise<void> {
  await channel.assertQueue(queue, { durable: true, arguments: { 'x-queue-type': 'quorum', ...options } });
  await channel.bindQueue(queue, EXCHANGE, queue);
}

/** FNV-1a, 32 bits (Fowler, Noll, Vo): the same lane in every process and version. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (const byte of Buffer.from(text)) value = Math.imul(value ^ byte, 0x01000193);
  return value >>> 0;
}
