import { t } from '../words/words.js';
import { useApp } from './context.js';
import type { Role, Scope } from './session.js';

/** The name of a role. */
export const roleName = (role: Role): string => t(`role.${role}`);

/** Why the key may not do what needs this role and scope, for people; undefined: it may. */
export function useRefusal(role: Role, scope?: Scope): string | undefined {
  const { session, may } = useApp();
  if (may(role, scope)) return undefined;
  if (!may(role)) {
    return t(role === 'ADMIN' ? 'needsAdministrator' : 'needsMember', { yours: roleName(session.role) });
  }
  return t('needsScope', { scope: scope ?? '' });
}
