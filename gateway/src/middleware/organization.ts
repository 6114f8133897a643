import { AppError, invalid, notFound, type CallFor } from '@candor/runtime';
import type { RequestHandler } from 'express';
import { contextOf, type KeyIdentity } from '../http/context.js';
import { coalesce } from '../clients/coalesce.js';

export interface OrganizationRequest {
  identity: KeyIdentity;
  sessionId: string;
  /** From X-Organization-Id; '' when not sent. */
  requestedId: string;
}

export type ResolveOrganization = (request: OrganizationRequest, from: CallFor) => Promise<string>;

const SESSION = /^[\x20-\x7e]{1,128}$/;
const ID = /^[\x21-\x7e]{1,128}$/;

/**
 * Finds the organization that the call works in: the one of X-Organization-Id, else the session's, else the key's own.
 * A failure that is the caller's is kept for the access check to tell, because a 403 comes before it.
 */
export function organization(resolve: ResolveOrganization): RequestHandler {
  // Not bound to one request's signal: others may wait for the same answer.
  const organizationOf = coalesce<OrganizationRequest & { requestId: string; deadlineAt: number }, string>(
    ({ identity, sessionId, requestedId }) => JSON.stringify([identity.keyId, sessionId, requestedId]),
    ({ requestId, deadlineAt, ...asked }) => resolve(asked, { requestId, deadlineAt }),
  );
  return async (request, response, next) => {
    const context = contextOf(response);
    const { identity } = context;
    if (!identity) throw new Error('the API key has not been checked');
    const requestedId = request.get('x-organization-id')?.trim() ?? '';
    const sessionId = request.get('x-session-id') ?? '';
    try {
      if (sessionId !== '' && !SESSION.test(sessionId)) {
        throw invalid([{ path: 'X-Session-Id', message: 'must be 1 to 128 printable characters' }]);
      }
      context.sessionId = sessionId;
      if (requestedId !== '' && !ID.test(requestedId)) throw notFound('organization');
      context.organizationId = await organizationOf({
        identity,
        sessionId,
        requestedId,
        requestId: context.requestId,
        deadlineAt: context.deadlineAt,
      });
      response.setHeader('X-Organization-Id', context.organizationId);
    } catch (error) {
      if (!(error instanceof AppError) || error.kind === 'unavailable' || error.kind === 'internal') throw error;
      context.organizationError = error;
    }
    next();
  };
}
