import type { z } from 'zod';

/** One kind of job. A service keeps all of its jobs in one catalogue. */
export interface JobDefinition<Payload> {
  /** "service.job", also the queue's name. */
  name: string;
  /**
   * Of what the job means, from 1 (the default): raised when workers of the release before must leave it alone. Its messages
   * carry it; a worker that knows only older versions puts a newer one back for another.
   */
  version?: number;
  /**
   * Read again on delivery: a message may be older than this definition, so a field that is added later needs a default.
   */
  schema: z.ZodType<Payload>;
  /** Lease of one attempt, milliseconds: a worker that takes longer has lost the job, and it is tried again. */
  timeoutMs: number;
  /** Attempts in all, the first included. */
  attempts: number;
  /** Wait before the 2nd, 3rd, … attempt, milliseconds; the last one repeats. */
  backoffMs: number[];
  /** Jobs of this kind at once in one process. */
  concurrency: number;
  /** Jobs besides those, each of an organization of which no other runs: one's long jobs keep no other waiting. Default 0. */
  guests?: number;
}

/** Trace context as W3C headers ("traceparent", "tracestate"). */
export type TraceHeaders = Record<string, string>;

export interface Delivery<Payload> {
  payload: Payload;
  /** Whose job it is; jobs are taken in turn between organizations. */
  organizationId: string;
  /** Of this message, from 1. */
  attempt: number;
  requestId: string;
  /** Aborted when the process stops: a long job ends early then. */
  stopping: AbortSignal;
}

/** Done when it resolves. A `TerminalError` ends in the dead letters at once; any other error is tried again. */
export type JobHandler<Payload> = (delivery: Delivery<Payload>) => Promise<void>;

export interface JobEnvelope {
  organizationId: string;
  requestId: string;
}

/** What of a job waits in this process and what is in hand. */
export interface QueueState {
  job: string;
  waiting: number;
  running: number;
  /** How long the first of those that wait has waited, milliseconds. */
  oldestMs: number;
}

/**
 * Delivers at least once, in no promised order, possibly late and possibly twice. The state that a message stands for is
 * stored before it is published; a sweeper publishes again what did not move.
 */
export interface Bus {
  /**
   * Resolves when the message is kept: by the broker, or, while the broker is out of reach, by this process until it is
   * back. So it rejects for an invalid payload only, and a call whose state is stored does not fail with the broker.
   */
  publish<Payload>(job: JobDefinition<Payload>, payload: Payload, envelope: JobEnvelope): Promise<void>;
  consume<Payload>(job: JobDefinition<Payload>, handler: JobHandler<Payload>): Promise<void>;
  /** Stops taking messages, returns those that nobody began, and waits for those in hand. They may still publish. */
  drain(): Promise<void>;
  /** Drains, then ends the connection. */
  close(): Promise<void>;
  /** Whether messages can be published now. */
  reachable(): Promise<boolean>;
  /** The jobs that this process consumes, as it sees them: with a broker, only what it has fetched already. */
  queues(): QueueState[];
}

/** How a trace is carried over the bus; the telemetry of the process gives it. */
export interface BusTracing {
  /** The headers of the present context. */
  inject(): TraceHeaders;
  /** Runs `work` as a span of job `job` in the context that the headers carry. */
  run<T>(job: string, headers: TraceHeaders, work: () => Promise<T>): Promise<T>;
}

/** Told about every attempt that ended; for metrics. */
export type AttemptObserver = (job: string, outcome: 'done' | 'retry' | 'dead', durationMs: number) => void;

/** The version of a job; 1 unless its definition says otherwise. */
export const versionOf = (job: { version?: number }): number => job.version ?? 1;

/** How long to wait before attempt `next` (2, 3, …). */
export function backoffOf(job: JobDefinition<never>, next: number): number {
  return job.backoffMs[Math.min(next - 2, job.backoffMs.length - 1)] ?? 1000;
}
