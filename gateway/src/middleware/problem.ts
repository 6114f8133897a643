import { AppError, type Logger } from '@candor/runtime';
import type { ErrorRequestHandler, Request, Response } from 'express';
import { contextOf } from '../http/context.js';
import { problemOf, statusOf } from '../http/problem.js';
import { SCIM_JSON } from '../http/send-json.js';
import { scimErrorOf } from '../scim/errors.js';

const RETRY_AFTER_S = 2;

/**
 * Turns every error into problem+json. What is not an `AppError` is logged and becomes a 500 without internals.
 * The route's family decides the status of wrong input.
 */
export function problems(logger: Logger): ErrorRequestHandler {
  return (error: unknown, request: Request, response: Response, _next) => {
    const context = contextOf(response);
    const known = toKnown(error);
    const about = { method: request.method, route: context.route, request_id: context.requestId };
    if (response.headersSent || context.abandonment.signal.aborted) {
      if (known.kind === 'internal' && !context.abandonment.signal.aborted)
        logger.error({ err: error, ...about }, 'answer broke off');
      response.destroy();
      return;
    }
    if (known.kind === 'internal') logger.error({ err: error, ...about }, 'request failed');
    if (known.kind === 'unavailable') {
      logger.warn({ err: error, ...about }, 'a service was out of reach');
      response.setHeader('Retry-After', known.data?.['retry_after']?.toString() ?? RETRY_AFTER_S);
    }
    if (known.kind === 'rate_limited' && known.data?.['retry_after'] !== undefined)
      response.setHeader('Retry-After', known.data['retry_after'].toString());
    if (known.kind === 'unauthenticated' && !response.hasHeader('WWW-Authenticate'))
      response.setHeader('WWW-Authenticate', 'Bearer realm="candor"');
    const status = statusOf(known, context.family);
    sendProblem(request, response, status, known);
  };
}

/** Answers with a problem of the given status. What is left of the request's body is read and thrown away by Node. */
export function sendProblem(request: Request, response: Response, status: number, error: AppError): void {
  const { requestId, family } = contextOf(response);
  if (family === 'scim' || request.path.startsWith('/scim/')) {
    const known = status === 422 ? 400 : status;
    response
      .status(known)
      .type(SCIM_JSON)
      .send(JSON.stringify(scimErrorOf(known, error)));
    return;
  }
  const { code, message: detail, errors, data } = error;
  const body = problemOf({ status, code, detail, instance: request.path, requestId, errors, data });
  response.status(status).type('application/problem+json').send(JSON.stringify(body));
}

function toKnown(error: unknown): AppError {
  if (error instanceof AppError) return error;
  // The router could not decode a path segment: no identifier looks like that.
  if (error instanceof URIError) return new AppError('not_found', 'not_found', 'There is nothing at this path.');
  return new AppError('internal', 'internal_error', 'Something went wrong on our side. Try again later.');
}
