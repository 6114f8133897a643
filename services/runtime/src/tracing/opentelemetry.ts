import { AsyncLocalStorage } from 'node:async_hooks';
import {
  defaultTextMapGetter,
  defaultTextMapSetter,
  isSpanContextValid,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
  type Context,
  type Span as OtelSpan,
} from '@opentelemetry/api';
import { ExportResultCode, W3CTraceContextPropagator } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
  type SpanExporter,
} from '@opentelemetry/sdk-trace';
import type { TraceHeaders } from '../bus/job.js';
import { AppError } from '../errors.js';
import type { Logger } from '../logger.js';
import type { Span, SpanOptions, Tracing, TracingSettings } from './tracing.js';

const KINDS = {
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  consumer: SpanKind.CONSUMER,
  internal: SpanKind.INTERNAL,
};
const EXPORT_EVERY_MS = 1000;
/** What a burst may leave waiting; beyond it spans are dropped, never work held up. */
const MOST_WAITING = 8192;

/** Traces by the OpenTelemetry SDK, sent to an OTLP/HTTP collector. Loaded only when there is one (see startTracing). */
export function openTelemetry({
  endpoint,
  headers = {},
  ratio = 1,
  service,
  logger,
}: TracingSettings & { endpoint: string }): Tracing {
  const exporter = new OTLPTraceExporter({ url: `${endpoint.replace(/(?<!\/)\/+$/, '')}/v1/traces`, headers });
  const processor = new BatchSpanProcessor({
    exporter: tellingFailures(exporter, logger),
    scheduledDelayMillis: EXPORT_EVERY_MS,
    maxQueueSize: MOST_WAITING,
  });
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': service, 'service.namespace': 'candor' }),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(ratio) }),
    spanProcessors: [processor],
  });
  const tracer = provider.getTracer('candor');
  const propagator = new W3CTraceContextPropagator();
  const present = new AsyncLocalStorage<Context>();

  const begin = (name: string, { kind = 'internal', from, attributes = {} }: SpanOptions = {}): Span => {
    // Work that was asked for elsewhere belongs to that trace alone, whoever happens to start it here.
    const parent = from
      ? propagator.extract(ROOT_CONTEXT, from, defaultTextMapGetter)
      : (present.getStore() ?? ROOT_CONTEXT);
    const span = tracer.startSpan(name, { kind: KINDS[kind], attributes }, parent);
    const within = trace.setSpan(parent, span);
    return {
      rename: (newName) => void span.updateName(newName),
      set: (more) => void span.setAttributes(more),
      run: (work) => present.run(within, work),
      end: (failure) => end(span, failure),
    };
  };
  return {
    on: true,
    begin,
    headers: () => {
      const carrier: TraceHeaders = {};
      propagator.inject(present.getStore() ?? ROOT_CONTEXT, carrier, defaultTextMapSetter);
      return carrier;
    },
    ids: () => {
      const context = trace.getSpanContext(present.getStore() ?? ROOT_CONTEXT);
      return context && isSpanContextValid(context) ? { trace_id: context.traceId, span_id: context.spanId } : {};
    },
    close: () => provider.shutdown(),
  };
}

/** A refusal is an answer, not a failure; messages of errors stay here, for they may hold what nobody may read. */
function end(span: OtelSpan, failure: unknown): void {
  if (failure instanceof AppError) span.setAttribute('error.type', failure.code);
  else if (failure !== undefined) span.setAttribute('error.type', failure instanceof Error ? failure.name : 'unknown');
  const refused = failure instanceof AppError && failure.kind !== 'internal' && failure.kind !== 'unavailable';
  if (failure !== undefined && !refused) span.setStatus({ code: SpanStatusCode.ERROR });
  span.end();
}

/** Says once that the collector takes nothing, and once that it does again. */
function tellingFailures(exporter: OTLPTraceExporter, logger: Logger): SpanExporter {
  let failing = false;
  return {
    export: (spans, done) =>
      exporter.export(spans, (result) => {
        const failed = result.code !== ExportResultCode.SUCCESS;
        if (failed && !failing)
          logger.warn({ error: result.error?.message }, 'traces cannot be sent; they are dropped');
        if (!failed && failing) logger.info('traces are sent again');
        failing = failed;
        done(result);
      }),
    forceFlush: () => exporter.forceFlush(),
    shutdown: () => exporter.shutdown(),
  };
}
