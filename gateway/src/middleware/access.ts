import { AppError, ROLES, type Role } from '@candor/runtime';
import type { RequestHandler } from 'express';
import { contextOf, type KeyIdentity } from '../http/context.js';

export const SCOPES = [
  'Questionnaires: read',
  'Questionnaires: write',
  'Knowledge: read',
  'Knowledge: write',
  'Trust portal: read',
  'Trust portal: write',
  'Organizations: write',
  'Insights: read',
  'Insights: ask',
  'API keys: write',
  'Users: write',
] as const;
export type Scope = (typeof SCOPES)[number];

/**
 * What a route asks of a key: the lowest role that may call it, and the scope that a restricted key needs; of several, one
 * suffices; undefined when every restricted key may call it.
 */
export interface Access {
  role: Role;
  scope: Scope | readonly Scope[] | undefined;
}

/** Code of the refusal of a session whose organization was deleted. */
const DELETED = 'session_organization_deleted';

/**
 * Refuses keys that may not call the route, naming what is missing; then tells why there is no organization, if so. A route
 * that `leadsOut` is called from the key's own organization when the session's was deleted.
 */
export function access(needed: Access, leadsOut = false): RequestHandler {
  return (_request, response, next) => {
    const context = contextOf(response);
    const { identity, organizationError } = context;
    if (!identity) throw new Error('the API key has not been checked');
    checkAccess(needed, identity);
    if (organizationError && !(leadsOut && organizationError.code === DELETED)) throw organizationError;
    if (context.organizationId === undefined) {
      context.organizationId = identity.organizationId;
      response.setHeader('X-Organization-Id', identity.organizationId);
    }
    next();
  };
}

export function checkAccess({ role, scope }: Access, identity: KeyIdentity): void {
  if (ROLES.indexOf(identity.role) < ROLES.indexOf(role)) {
    throw new AppError(
      'forbidden',
      'insufficient_role',
      `This needs the role ${role}; the key's role is ${identity.role}.`,
      { data: { required_role: role } },
    );
  }
  if (scope === undefined || identity.scopes.length === 0) return;
  const sufficient = typeof scope === 'string' ? [scope] : scope;
  if (sufficient.some((one) => covers(identity.scopes, one))) return;
  const named = sufficient.map((one) => `"${one}"`).join(', ');
  const what = sufficient.length === 1 ? `the scope ${named}` : `one of the scopes ${named}`;
  throw new AppError('forbidden', 'insufficient_scope', `This needs ${what}, which the key lacks.`, {
    data: { required_scope: sufficient.join(', ') },
  });
}

/** A `write` includes its `read`. */
const covers = (held: readonly string[], scope: Scope): boolean =>
  held.includes(scope) || (scope.endsWith(': read') && held.includes(scope.replace(/read$/, 'write')));
