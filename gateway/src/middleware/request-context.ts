import { randomUUID } from 'node:crypto';
import type { Clock } from '@candor/runtime';
import type { RequestHandler } from 'express';
import { setContext } from '../http/context.js';

const MOST_LISTENERS = 20;
const SANE = /^[\w.:/+=@-]{1,128}$/;

/** The client's X-Request-Id when it is short and harmless in logs and headers, else a new one. */
export const requestIdOf = (sent: string | undefined): string => (sent && SANE.test(sent) ? sent : randomUUID());

/** Gives every request its id and context; `deadlineMs` is how long the calls for it may take. First of all middlewares. */
export function requestContext(clock: Clock, deadlineMs: number): RequestHandler {
  return (request, response, next) => {
    const abort = new AbortController();
    const requestId = requestIdOf(request.get('x-request-id'));
    response.setHeader('X-Request-Id', requestId);
    // Several middlewares, and whatever sends a long answer, look for its end; Node would take more than ten for a leak.
    response.setMaxListeners(MOST_LISTENERS);
    response.once('close', () => {
      if (!response.writableFinished) abort.abort();
    });
    setContext(response, {
      requestId,
      startedAt: clock.now(),
      deadlineAt: performance.now() + deadlineMs,
      abandonment: abort,
      route: undefined,
      family: 'general',
      budget: 'general',
      identity: undefined,
      signedIn: undefined,
      sessionId: '',
      organizationId: undefined,
      organizationError: undefined,
      readAhead: undefined,
      ahead: undefined,
    });
    next();
  };
}
