import { AppError } from '@candor/runtime';
import type { Request, RequestHandler } from 'express';
import { sendProblem } from './problem.js';

/**
 * After a path's routes: a method that it does not have. `isPath` tells whether the request is for such a path at all; if
 * not, the next path may take it, and in the end it is a 404.
 */
export function methodNotAllowed(methods: string[], isPath: (request: Request) => boolean): RequestHandler {
  const allowed = [...methods, ...(methods.includes('GET') ? ['HEAD'] : []), 'OPTIONS'].join(', ');
  return (request, response, next) => {
    if (!isPath(request)) {
      next();
      return;
    }
    response.setHeader('Allow', allowed);
    if (request.method === 'OPTIONS') {
      response.status(204).end();
      return;
    }
    const message = `${request.method} is not allowed here. Use ${methods.join(' or ')}.`;
    sendProblem(request, response, 405, new AppError('invalid', 'method_not_allowed', message));
  };
}
