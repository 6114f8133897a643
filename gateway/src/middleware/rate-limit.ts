import { AppError } from '@candor/runtime';
import type { RequestHandler } from 'express';
import { callFor, contextOf } from '../http/context.js';
import type { RateLeases } from '../rate/leases.js';

/** Counts the call in its key's budget, says what is left in every answer, and refuses it when nothing is. */
export function rateLimit(leases: RateLeases): RequestHandler {
  return async (_request, response, next) => {
    const context = contextOf(response);
    const { identity, budget } = context;
    if (!identity) throw new Error('the API key has not been checked');
    const { allowed, limit, remaining, resetSeconds } = await leases.take(identity, budget, callFor(context));
    response.setHeader('RateLimit-Limit', limit);
    response.setHeader('RateLimit-Remaining', remaining);
    response.setHeader('RateLimit-Reset', resetSeconds);
    if (!allowed) {
      response.setHeader('Retry-After', resetSeconds);
      throw new AppError(
        'rate_limited',
        'rate_limit_exceeded',
        `The key has used its ${limit} calls of this minute. Try again in ${resetSeconds} s.`,
        { data: { retry_after: resetSeconds } },
      );
    }
    next();
  };
}
