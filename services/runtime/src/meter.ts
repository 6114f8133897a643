import { Counter, Gauge, Histogram, type Registry } from 'prom-client';

export type Labels = Record<string, string>;
export interface Reading {
  labels: Labels;
  value: number;
}

/** Where a service measures what it alone knows. Names are Prometheus's; the same name twice is the same metric. */
export interface Meter {
  counter(name: string, help: string, labels: string[]): (labels: Labels, by?: number) => void;
  /** Of durations, in seconds; `buckets` are their upper bounds. */
  histogram(name: string, help: string, labels: string[], buckets: number[]): (labels: Labels, seconds: number) => void;
  /** Read when it is asked for; what cannot be read (in time) is left out of that answer. */
  gauge(name: string, help: string, labels: string[], read: () => Promise<Reading[]>): void;
}

export const noMeter: Meter = {
  counter: () => () => undefined,
  histogram: () => () => undefined,
  gauge: () => undefined,
};

const READ_PATIENCE_MS = 2000;

/** Measures into a registry. */
export function meterOf(registry: Registry): Meter {
  const registers = [registry];
  const counters = new Map<string, Counter>();
  const histograms = new Map<string, Histogram>();
  const readers = new Map<string, (() => Promise<Reading[]>)[]>();
  return {
    counter(name, help, labelNames) {
      const counter = counters.get(name) ?? new Counter({ name, help, labelNames, registers });
      counters.set(name, counter);
      return (labels, by = 1) => counter.inc(labels, by);
    },
    histogram(name, help, labelNames, buckets) {
      const histogram = histograms.get(name) ?? new Histogram({ name, help, labelNames, buckets, registers });
      histograms.set(name, histogram);
      return (labels, seconds) => histogram.observe(labels, seconds);
    },
    gauge(name, help, labelNames, read) {
      const known = readers.get(name);
      if (known) {
        known.push(read);
        return;
      }
      const own = [read];
      readers.set(name, own);
      new Gauge({
        name,
        help,
        labelNames,
        registers,
        async collect(): Promise<void> {
          const readings = await Promise.all(own.map(inTime));
          this.reset();
          for (const { labels, value } of readings.flat()) this.set(labels, value);
        },
      });
    },
  };
}

/** A database that is away must not take the process's other figures with it. */
async function inTime(read: () => Promise<Reading[]>): Promise<Reading[]> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<Reading[]>((resolve) => {
    timer = setTimeout(() => resolve([]), READ_PATIENCE_MS);
  });
  const readings = await Promise.race([read().catch(() => []), late]);
  clearTimeout(timer);
  return readings;
}

/** Work that the database says is open. */
export interface OpenWork {
  job: string;
  count: number;
  /** Of the one that has been open longest. */
  oldestMs: number;
}

/** Shows what is to be done as the database has it: the same in every process that asks it, and after every restart. */
export function measureOpenWork(meter: Meter, read: () => Promise<OpenWork[]>): void {
  const shown = (name: string, help: string, value: (work: OpenWork) => number): void =>
    meter.gauge(name, help, ['job'], async () =>
      (await read()).map((work) => ({ labels: { job: work.job }, value: value(work) })),
    );
  shown('candor_work_open', 'Work that is not done, by job, as the database has it.', ({ count }) => count);
  shown('candor_work_oldest_seconds', 'How long the oldest work that is not done has been open, by job.', (work) => {
    return Math.max(0, work.oldestMs / 1000);
  });
}
