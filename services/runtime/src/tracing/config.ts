import { z } from 'zod';
import type { TracingSettings } from './tracing.js';

const pair = /^\s*([\w-]+)\s*=(.*)$/;

/** Of traces; the names that OpenTelemetry's own SDKs use. */
export const tracingVariables = {
  /** Base address of an OTLP/HTTP collector, "http://collector:4318"; absent: no traces. */
  OTEL_EXPORTER_OTLP_ENDPOINT: z.url({ protocol: /^https?$/, error: 'must be an http or https URL' }).optional(),
  /** Headers that the collector wants: "name=value,name=value", values URL-encoded; also as OTEL_EXPORTER_OTLP_HEADERS_FILE. */
  OTEL_EXPORTER_OTLP_HEADERS: z
    .string()
    .default('')
    .transform((text) => text.split(',').filter((part) => part.trim() !== ''))
    .refine((parts) => parts.every((part) => pair.test(part)), 'must be name=value pairs separated by commas')
    .transform((parts) =>
      Object.fromEntries(
        parts.map((part) => pair.exec(part) ?? []).map(([, name = '', value = '']) => [name, decoded(value)]),
      ),
    ),
  /** Share of traces that are kept, 0 to 1. */
  OTEL_TRACES_SAMPLER_ARG: z
    .string()
    .regex(/^(0(\.\d+)?|1(\.0+)?)$/, 'must be a number between 0 and 1')
    .default('1')
    .transform(Number),
};

function decoded(value: string): string {
  try {
    return decodeURIComponent(value.trim());
  } catch {
    return value.trim();
  }
}

interface TracingConfig {
  OTEL_EXPORTER_OTLP_ENDPOINT?: string | undefined;
  OTEL_EXPORTER_OTLP_HEADERS: Record<string, string>;
  OTEL_TRACES_SAMPLER_ARG: number;
}

/** What the variables stand for. */
export const tracingSettings = (config: TracingConfig): Pick<TracingSettings, 'endpoint' | 'headers' | 'ratio'> => ({
  endpoint: config.OTEL_EXPORTER_OTLP_ENDPOINT,
  headers: config.OTEL_EXPORTER_OTLP_HEADERS,
  ratio: config.OTEL_TRACES_SAMPLER_ARG,
});
