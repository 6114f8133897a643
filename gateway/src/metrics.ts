import { Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client';

export interface GatewayMetrics {
  registry: Registry;
  /** Seconds from a request's first byte to the end of its answer. */
  duration: Histogram<'method' | 'route' | 'status'>;
  inFlight: Gauge;
}

/** In a registry of its own unless one is given, so that several gateways in one process (tests) do not count together. */
export function createMetrics(given?: Registry): GatewayMetrics {
  const registry = given ?? new Registry();
  if (!given) collectDefaultMetrics({ register: registry });
  return {
    registry,
    duration: new Histogram({
      name: 'candor_http_request_duration_seconds',
      help: 'Duration of HTTP requests by method, route and status.',
      labelNames: ['method', 'route', 'status'],
      buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 15, 60],
      registers: [registry],
    }),
    inFlight: new Gauge({
      name: 'candor_http_requests_in_flight',
      help: 'HTTP requests that have no answer yet.',
      registers: [registry],
    }),
  };
}
