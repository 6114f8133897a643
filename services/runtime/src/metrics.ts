import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { AttemptObserver, Bus } from './bus/job.js';
import { meterOf, type Meter } from './meter.js';
import type { CallObserver } from './rpc/server.js';

/** What every process measures of itself: rate, errors and duration of calls and jobs, and its queues. */
export interface ProcessMetrics {
  registry: Registry;
  /** For what a service alone knows. */
  meter: Meter;
  attempts: AttemptObserver;
  calls: CallObserver;
  /** Shows the bus's queues from now on. */
  watch(bus: Bus): void;
  /** A query of the embedded database that looked at a whole collection. */
  scanned(): void;
}

/** Measures into `registry`, which is new when absent: then with the process's own (CPU, memory, event-loop lag). */
export function processMetrics(registry?: Registry): ProcessMetrics {
  const registers = [registry ?? new Registry()];
  const [into] = registers as [Registry];
  if (!registry) collectDefaultMetrics({ register: into });
  const attempts = new Histogram({
    name: 'candor_job_duration_seconds',
    help: 'Duration of attempts at jobs by job and outcome (done, retry, dead).',
    labelNames: ['job', 'outcome'],
    buckets: [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 15, 60, 180],
    registers,
  });
  const calls = new Histogram({
    name: 'candor_rpc_duration_seconds',
    help: 'Duration of gRPC calls by method and outcome (ok, refused by rule or input, unavailable, failed).',
    labelNames: ['method', 'outcome'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 15, 60],
    registers,
  });
  const scans = new Counter({
    name: 'candor_database_scans_total',
    help: 'Queries of the embedded database that looked at a whole collection.',
    registers,
  });
  return {
    registry: into,
    meter: meterOf(into),
    attempts: (job, outcome, durationMs) => attempts.observe({ job, outcome }, durationMs / 1000),
    calls: (method, outcome, durationMs) => calls.observe({ method, outcome }, durationMs / 1000),
    watch: (bus) => watchQueues(bus, registers),
    scanned: () => scans.inc(),
  };
}

function watchQueues(bus: Bus, registers: Registry[]): void {
  const shown = (name: string, help: string, value: (state: ReturnType<Bus['queues']>[number]) => number): void => {
    new Gauge({
      name,
      help,
      labelNames: ['job'],
      registers,
      collect(): void {
        for (const state of bus.queues()) this.set({ job: state.job }, value(state));
      },
    });
  };
  shown('candor_jobs_waiting', 'Jobs that wait in this process, by job.', ({ waiting }) => waiting);
  shown('candor_jobs_running', 'Jobs in hand in this process, by job.', ({ running }) => running);
  shown(
    'candor_jobs_oldest_seconds',
    'How long the oldest job that waits in this process has waited, by job.',
    (state) => {
      return state.oldestMs / 1000;
    },
  );
}
