import type { Clock, Logger } from '@candor/runtime';
import type { RequestHandler } from 'express';
import { contextOf } from '../http/context.js';
import type { GatewayMetrics } from '../metrics.js';

/** One log line and one measurement a request. Never the query: it may hold what people search for. */
export function accessLog(logger: Logger, metrics: GatewayMetrics, clock: Clock): RequestHandler {
  return (request, response, next) => {
    const context = contextOf(response);
    metrics.inFlight.inc();
    response.once('close', () => {
      const durationMs = clock.now() - context.startedAt;
      const route = context.route ?? 'unknown';
      // 499: the client went away before it had its answer.
      const status = response.writableFinished ? response.statusCode : 499;
      metrics.inFlight.dec();
      metrics.duration.observe({ method: request.method, route, status }, durationMs / 1000);
      logger.info(
        {
          method: request.method,
          route,
          status,
          duration_ms: durationMs,
          request_id: context.requestId,
          organization_id: context.organizationId,
          key_id: context.identity?.keyId,
        },
        'request',
      );
    });
    next();
  };
}
