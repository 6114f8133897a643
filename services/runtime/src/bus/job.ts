import type { z } from 'zod';

/** One kind of job. A service keeps all of its jobs in one catalogue. */
export interface JobDefinition<Payload> {
  /** "service.job", also the queue's name. */
  name: string;
  schema: z.ZodType<Payload>;
  /** Lease of one attempt, milliseconds: a worker that takes longer has lost the job. */
  timeoutMs: number;
  /** Attempts in all, the first included. */
  attempts: number;
  /** Wait before the 2nd, 3rd, … attempt, milliseconds; the last one repeats. */
  backoffMs: number[];
  /** Jobs of this kind at once in one process. */
  concurrency: number;
}

export interface Delivery<Payload> {
  payload: Payload;
  /** Whose job it is; jobs are taken in turn between organizations. */
  organizationId: string;
  /** Of this message, from 1. */
  attempt: number;
  requestId: string;
}

/** Done when it resolves. A `TerminalError` ends in the dead letters at once; any other error is tried again. */
export type JobHandler<Payload> = (delivery: Delivery<Payload>) => Promise<void>;

export interface JobEnvelope {
  organizationId: string;
  requestId: string;
}

/**
 * Delivers at least once, in no promised order, possibly late and possibly twice. The state that a message stands for is
 * stored before it is published; a sweeper publishes again what did not move.
 */
export interface Bus {
  publish<Payload>(job: JobDefinition<Payload>, payload: Payload, envelope: JobEnvelope): Promise<void>;
  consume<Payload>(job: JobDefinition<Payload>, handler: JobHandler<Payload>): Promise<void>;
  /** Stops taking messages and waits for those in hand. */
  close(): Promise<void>;
  /** Whether messages can be published now. */
  reachable(): Promise<boolean>;
}

/** How long to wait before attempt `next` (2, 3, …). */
export function backoffOf(job: JobDefinition<never>, next: number): number {
  return job.backoffMs[Math.min(next - 2, job.backoffMs.length - 1)] ?? 1000;
}
