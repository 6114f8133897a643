import { tracing, type TraceHeaders } from '@candor/runtime';
import type { Request, RequestHandler } from 'express';
import { contextOf } from '../http/context.js';

/** Each request as a span: of the client's trace when it sends one (W3C Trace Context), else of a new one. */
export function trace(): RequestHandler {
  return (request, response, next) => {
    if (!tracing().on) {
      next();
      return;
    }
    const span = tracing().begin(request.method, {
      kind: 'server',
      from: sent(request),
      attributes: { 'http.request.method': request.method },
    });
    response.once('close', () => {
      const { route = 'unknown', requestId } = contextOf(response);
      const status = response.writableFinished ? response.statusCode : 499;
      span.rename(`${request.method} ${route}`);
      span.set({ 'http.route': route, 'http.response.status_code': status, 'candor.request_id': requestId });
      span.end(status >= 500 ? new Error('server error') : undefined);
    });
    span.run(next);
  };
}

function sent(request: Request): TraceHeaders {
  const traceparent = request.get('traceparent');
  const tracestate = request.get('tracestate');
  if (traceparent === undefined) return {};
  return { traceparent, ...(tracestate === undefined ? {} : { tracestate }) };
}
