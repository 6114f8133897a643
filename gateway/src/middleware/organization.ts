import { AppError, invalid, notFound, type CallFor } from '@candor/runtime';
import type { RequestHandler } from 'express';
import { contextOf, type KeyIdentity, type RequestContext } from '../http/context.js';
import { coalesce } from '../clients/coalesce.js';

export interface OrganizationRequest {
  identity: KeyIdentity;
  sessionId: string;
  /** From X-Organization-Id; '' when not sent. */
  requestedId: string;
}

export type ResolveOrganization = (request: OrganizationRequest, from: CallFor) => Promise<string>;

/** Sessions whose organization is remembered. */
const MOST_REMEMBERED = 10_000;
const SESSION = /^[\x20-\x7e]{1,128}$/;
const ID = /^[\x21-\x7e]{1,128}$/;

const nameOf = ({ identity, sessionId, requestedId }: OrganizationRequest): string =>
  JSON.stringify([identity.keyId, sessionId, requestedId]);

/**
 * Finds the organization that the call works in: the one of X-Organization-Id, else the session's, else the key's own.
 * It is asked for on every call, because another replica may have moved the session; a route that reads ahead begins
 * meanwhile where the session was last. A failure that is the caller's is kept for the access check to tell, because a 403
 * comes before it.
 */
export function organization(resolve: ResolveOrganization): RequestHandler {
  // Not bound to one request's signal: others may wait for the same answer.
  const organizationOf = coalesce<OrganizationRequest & { requestId: string; deadlineAt: number }, string>(
    nameOf,
    ({ requestId, deadlineAt, ...asked }) => resolve(asked, { requestId, deadlineAt }),
  );
  const lastSeen = new Map<string, string>();
  const remember = (name: string, organizationId: string | undefined): void => {
    if (lastSeen.get(name) === organizationId) return;
    lastSeen.delete(name);
    if (organizationId !== undefined) lastSeen.set(name, organizationId);
    const oldest = lastSeen.keys().next();
    if (lastSeen.size > MOST_REMEMBERED && !oldest.done) lastSeen.delete(oldest.value);
  };

  const find = async (asked: OrganizationRequest, context: RequestContext): Promise<string> => {
    const name = nameOf(asked);
    const last = lastSeen.get(name);
    const { readAhead } = context;
    // Not kept: a context that leads back to its request makes V8 keep both for longer than the call.
    context.readAhead = undefined;
    if (last !== undefined) readAhead?.(last);
    const { requestId, deadlineAt } = context;
    try {
      const organizationId = await organizationOf({ ...asked, requestId, deadlineAt });
      remember(name, organizationId);
      return organizationId;
    } catch (error) {
      remember(name, undefined);
      throw error;
    }
  };

  return async (request, response, next) => {
    const context = contextOf(response);
    const { identity } = context;
    if (!identity) throw new Error('the API key has not been checked');
    const requestedId = request.get('x-organization-id')?.trim().toLowerCase() ?? '';
    const sessionId = request.get('x-session-id') ?? '';
    try {
      if (sessionId !== '' && !SESSION.test(sessionId)) {
        throw invalid([{ path: 'X-Session-Id', message: 'must be 1 to 128 printable characters' }]);
      }
      context.sessionId = sessionId;
      if (requestedId !== '' && !ID.test(requestedId)) throw notFound('organization');
      context.organizationId = await find({ identity, sessionId, requestedId }, context);
      response.setHeader('X-Organization-Id', context.organizationId);
    } catch (error) {
      if (!(error instanceof AppError) || error.kind === 'unavailable' || error.kind === 'internal') throw error;
      context.organizationError = error;
    }
    next();
  };
}
