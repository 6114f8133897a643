import { TerminalError } from '../errors.js';
import type { Logger } from '../logger.js';
import { isOutage } from '../mongo.js';
import {
  backoffOf,
  versionOf,
  type AttemptObserver,
  type BusTracing,
  type JobDefinition,
  type JobEnvelope,
  type JobHandler,
  type TraceHeaders,
} from './job.js';

/** A message as either bus carries it. */
export interface Message extends JobEnvelope {
  /** The payload as JSON. */
  body: string;
  /** From 1. */
  attempt: number;
  /** Of the job, as its publisher knew it. */
  version: number;
  trace: TraceHeaders;
}

/** What becomes of a message after an attempt. */
export type Outcome =
  | { kind: 'done' }
  | { kind: 'retry'; attempt: number; delayMs: number; error: string }
  | { kind: 'dead'; error: string };

export interface AttemptContext {
  logger: Logger;
  tracing: BusTracing;
  observe: AttemptObserver;
  /** Aborted when the process stops. */
  stopping: AbortSignal;
}

/** How long a message of a newer release rests before it is offered again. */
const NEWER_AGAIN_MS = 5000;
/** The headers of dead letters and log lines hold this much of an error. */
const MOST_ERROR_TEXT = 1000;

/**
 * One attempt at a job, the same on every bus. Never rejects. A payload that the job's schema refuses and a
 * `TerminalError` are dead at once; an outage of the database or of a service is no attempt; what takes longer than the job's timeout has failed, its late end is ignored.
 */
export async function runAttempt(
  job: JobDefinition<unknown>,
  handler: JobHandler<unknown>,
  message: Message,
  { logger, tracing, observe, stopping }: AttemptContext,
): Promise<Outcome> {
  if (message.version > versionOf(job)) {
    logger.info(
      { job: job.name, version: message.version },
      'a newer release asked for this job; it is left to a newer worker',
    );
    return { kind: 'retry', attempt: message.attempt, delayMs: NEWER_AGAIN_MS, error: 'asked for by a newer release' };
  }
  const began = performance.now();
  const outcome = await tracing
    .run(job.name, message.trace, () => attemptOnce(job, handler, message, stopping))
    .catch((error: unknown) => afterFailure(job, message.attempt, error));
  observe(job.name, outcome.kind, performance.now() - began);
  if (outcome.kind !== 'done') {
    const { organizationId, requestId, attempt } = message;
    const facts = { job: job.name, organization_id: organizationId, request_id: requestId, attempt };
    if (outcome.kind === 'dead') logger.error({ ...facts, error: outcome.error }, 'job is dead');
    else logger.warn({ ...facts, error: outcome.error }, 'job will be tried again');
  }
  return outcome;
}

async function attemptOnce(
  job: JobDefinition<unknown>,
  handler: JobHandler<unknown>,
  { body, organizationId, requestId, attempt }: Message,
  stopping: AbortSignal,
): Promise<Outcome> {
  const payload = payloadOf(job, body);
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`took longer than ${job.timeoutMs} ms`)), job.timeoutMs);
  });
  try {
    await Promise.race([handler({ payload, organizationId, requestId, attempt, stopping }), late]);
    return { kind: 'done' };
  } finally {
    clearTimeout(timer);
  }
}

function payloadOf(job: JobDefinition<unknown>, body: string): unknown {
  try {
    return job.schema.parse(JSON.parse(body));
  } catch (error) {
    throw new TerminalError('invalid_payload', `the payload is not one of ${job.name}`, { cause: error });
  }
}

function afterFailure(job: JobDefinition<unknown>, attempt: number, error: unknown): Outcome {
  const text = (error instanceof Error ? `${error.name}: ${error.message}` : 'unknown error').slice(0, MOST_ERROR_TEXT);
  // An outage would use up the attempts of everything that is under way: it counts as none.
  if (isOutage(error))
    return { kind: 'retry', attempt, delayMs: backoffOf(job as JobDefinition<never>, attempt + 1), error: text };
  if (error instanceof TerminalError || attempt >= job.attempts) return { kind: 'dead', error: text };
  const next = attempt + 1;
  return { kind: 'retry', attempt: next, delayMs: backoffOf(job as JobDefinition<never>, next), error: text };
}
