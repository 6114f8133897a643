import { randomUUID } from 'node:crypto';
import type { Message as AmqpMessage, Options } from 'amqplib';
import type { Message } from './attempt.js';
import type { DeadLetter } from './dead-letters.js';

const ORGANIZATION = 'candor-organization';
const REQUEST = 'candor-request';
const ATTEMPT = 'candor-attempt';
const VERSION = 'candor-version';
const ERROR = 'candor-error';
const DIED_AT = 'candor-died-at';
const TRACE = ['traceparent', 'tracestate'];

/** Publish options of a message; the body is its payload. `error` is given for dead letters. */
export function toProperties(job: string, message: Message, error?: string): Options.Publish {
  return {
    messageId: randomUUID(),
    type: job,
    contentType: 'application/json',
    persistent: true,
    mandatory: true,
    timestamp: Math.floor(Date.now() / 1000),
    headers: {
      ...message.trace,
      [ORGANIZATION]: message.organizationId,
      [REQUEST]: message.requestId,
      [ATTEMPT]: message.attempt,
      [VERSION]: message.version,
      ...(error === undefined ? {} : { [ERROR]: error, [DIED_AT]: Date.now() }),
    },
  };
}

/** What a delivery carries. Headers that are missing or odd read as empty: the job's schema judges the payload. */
export function fromDelivery({ content, properties }: AmqpMessage): Message {
  const headers: Record<string, unknown> = properties.headers ?? {};
  const attempt = headers[ATTEMPT];
  const version = headers[VERSION];
  const trace = TRACE.flatMap((name) => (typeof headers[name] === 'string' ? [[name, headers[name]] as const] : []));
  return {
    body: content.toString('utf8'),
    organizationId: textOf(headers[ORGANIZATION]),
    requestId: textOf(headers[REQUEST]),
    attempt: typeof attempt === 'number' && attempt >= 1 ? attempt : 1,
    // Messages of before there were versions are of the first.
    version: typeof version === 'number' && version >= 1 ? version : 1,
    trace: Object.fromEntries(trace),
  };
}

/** A message of a dead queue. One without our error header was moved there by the broker. */
export function toDeadLetter(job: string, delivery: AmqpMessage): DeadLetter {
  const { organizationId, requestId, body, attempt } = fromDelivery(delivery);
  const headers: Record<string, unknown> = delivery.properties.headers ?? {};
  const death = delivery.properties.headers?.['x-death']?.[0];
  const diedAt = headers[DIED_AT];
  return {
    job,
    organizationId,
    requestId,
    body,
    attempt,
    error: textOf(headers[ERROR]) || `given up by the broker: ${death?.reason ?? 'reason unknown'}`,
    diedAt: typeof diedAt === 'number' ? diedAt : (death?.time.value ?? 0) * 1000,
  };
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
