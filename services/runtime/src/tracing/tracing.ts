import type { BusTracing, TraceHeaders } from '../bus/job.js';
import type { Logger } from '../logger.js';

export type SpanKind = 'server' | 'client' | 'consumer' | 'internal';
export type SpanAttributes = Record<string, string | number | boolean>;

export interface SpanOptions {
  /** Default: internal. */
  kind?: SpanKind;
  /** W3C headers of whoever asked for the work, in another process or earlier; absent: the present span is the parent. */
  from?: TraceHeaders;
  attributes?: SpanAttributes;
}

/** A stretch of work. Names and attributes never hold document text, keys or addresses. */
export interface Span {
  rename(name: string): void;
  set(attributes: SpanAttributes): void;
  /** Runs `work` within the span: spans that it begins are children, calls and messages that it sends carry the trace. */
  run<T>(work: () => T): T;
  /** `failure` is what the work threw; of an error only its name or code is told. */
  end(failure?: unknown): void;
}

/** The traces of this process. */
export interface Tracing {
  readonly on: boolean;
  begin(name: string, options?: SpanOptions): Span;
  /** The present span as W3C headers ("traceparent", "tracestate"); empty when there is none. */
  headers(): TraceHeaders;
  /** `trace_id` and `span_id` of the present span, for log lines. */
  ids(): Record<string, string>;
  /** Sends what is left and ends. */
  close(): Promise<void>;
}

export interface TracingSettings {
  /** Base address of an OTLP/HTTP collector, "http://collector:4318"; undefined: no traces, and nothing is loaded for them. */
  endpoint: string | undefined;
  /** Headers that the collector wants. */
  headers?: Record<string, string>;
  /** Share of traces that are kept, 0 to 1; a caller's own decision wins. */
  ratio?: number;
  /** Name of this process in the traces. */
  service: string;
  logger: Logger;
}

const NO_SPAN: Span = { rename: () => undefined, set: () => undefined, run: (work) => work(), end: () => undefined };

const OFF: Tracing = {
  on: false,
  begin: () => NO_SPAN,
  headers: () => ({}),
  ids: () => ({}),
  close: () => Promise.resolve(),
};

let current = OFF;

/** The process's tracing: one, as there is one trace that a call belongs to wherever it goes. */
export const tracing = (): Tracing => current;

/** Starts tracing when the settings name a collector; the returned function flushes and ends it. */
export async function startTracing({ endpoint, ...settings }: TracingSettings): Promise<() => Promise<void>> {
  if (endpoint === undefined) return () => Promise.resolve();
  const { openTelemetry } = await import('./opentelemetry.js');
  const started = openTelemetry({ endpoint, ...settings });
  current = started;
  return async () => {
    if (current === started) current = OFF;
    await started.close();
  };
}

/** Runs `work` as a span; without tracing, just runs it. */
export async function traced<T>(name: string, options: SpanOptions, work: () => Promise<T>): Promise<T> {
  if (!current.on) return work();
  const span = current.begin(name, options);
  try {
    const result = await span.run(work);
    span.end();
    return result;
  } catch (error) {
    span.end(error);
    throw error;
  }
}

/** How traces go over the bus, on both buses. */
export const busTracing: BusTracing = {
  inject: () => current.headers(),
  run: (job, from, work) =>
    traced(job, { kind: 'consumer', from, attributes: { 'messaging.destination.name': job } }, work),
};
