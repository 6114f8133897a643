import type { Request } from 'express';
import { AppError } from '@candor/runtime';
import { callFor, type RequestContext } from '../http/context.js';
import { givenParameters } from '../http/query.js';
import { validate } from '../http/validate.js';
import { checkAccess } from '../middleware/access.js';
import type { MountOptions } from './mount.js';
import { newCall } from './new-call.js';
import { hasWellFormedIds } from './path-ids.js';
import type { Call, Route } from './route.js';

type ReadAheadOptions = Pick<MountOptions, 'clients' | 'deadlineMs' | 'maxUploadBytes' | 'publicUrl' | 'isSpent'>;

/**
 * Lets the route's read begin in the organization where the session was last seen. The checks of the call come after it
 * and are as they were: what they would refuse is not begun here, and a reply counts only for the organization that the
 * call turns out to work in.
 */
export function readAhead(one: Route, request: Request, context: RequestContext, options: ReadAheadOptions): void {
  context.readAhead = (organizationId) => {
    const call = callIn(organizationId, one, request, context, options);
    if (!call) return;
    const reply = one.handle(call as Parameters<typeof one.handle>[0]);
    // A failure is told with the reply; when the call works elsewhere nobody asks for it.
    reply.catch(() => undefined);
    context.ahead = { organizationId, reply };
  };
}

/** The call as it would run in the organization; undefined when it would be refused. */
function callIn(
  organizationId: string,
  one: Route,
  request: Request,
  context: RequestContext,
  options: ReadAheadOptions,
): Call<unknown, unknown, unknown> | undefined {
  const { identity, budget } = context;
  if (!identity || one.access === 'public' || options.isSpent(identity, budget) || !hasWellFormedIds(request))
    return undefined;
  try {
    checkAccess(one.access, identity);
    const from = callFor(context, organizationId);
    from.deadlineAt = performance.now() + options.deadlineMs;
    const call = newCall(request, context, from, options);
    if (one.query) call.query = validate(one.query, givenParameters(request.query));
    return call;
  } catch (error) {
    if (error instanceof AppError) return undefined;
    throw error;
  }
}
