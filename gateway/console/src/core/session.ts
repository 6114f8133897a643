import type { Session } from '../api/types.js';

export type Role = Session['role'];
export type Scope = Session['scopes'][number];

const ROLES: readonly Role[] = ['VIEWER', 'MEMBER', 'APPROVER', 'ADMIN'];

/** Whether the key may do what needs this role and scope: the server asks again. A `write` includes its `read`. */
export function may(session: Session, role: Role, scope?: Scope): boolean {
  if (ROLES.indexOf(session.role) < ROLES.indexOf(role)) return false;
  if (scope === undefined || session.scopes.length === 0 || session.scopes.includes(scope)) return true;
  return scope.endsWith(': read') && session.scopes.includes(scope.replace(/read$/, 'write') as Scope);
}
