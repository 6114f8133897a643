import type { ApiKey } from '../api/types.js';
import type { Role, Scope } from '../core/session.js';
import type { Tone } from '../ui/badges.js';
import { day } from '../ui/format.js';
import type { settings } from '../words/en/settings.js';
import { t } from '../words/words.js';

/** What a key can be narrowed to, as the API names it, with its words in the catalogue and the least role that it opens it for. */
export const SCOPES: readonly (readonly [scope: Scope, words: keyof typeof settings.scope, role: Role])[] = [
  ['Questionnaires: read', 'questionnairesRead', 'VIEWER'],
  ['Questionnaires: write', 'questionnairesWrite', 'MEMBER'],
  ['Knowledge: read', 'knowledgeRead', 'VIEWER'],
  ['Knowledge: write', 'knowledgeWrite', 'MEMBER'],
  ['Trust portal: read', 'portalRead', 'ADMIN'],
  ['Trust portal: write', 'portalWrite', 'ADMIN'],
  ['Insights: ask', 'insightsAsk', 'VIEWER'],
  ['Insights: read', 'insightsRead', 'ADMIN'],
  ['Organizations: write', 'organizationsWrite', 'ADMIN'],
  ['API keys: write', 'keysWrite', 'ADMIN'],
  ['Users: write', 'usersWrite', 'ADMIN'],
];

const ORDER: readonly Role[] = ['VIEWER', 'MEMBER', 'APPROVER', 'ADMIN'];

/** The roles, with what each may do. */
export const roles = (): (readonly [Role, string])[] => ORDER.map((role) => [role, t(`settings:roleHelp.${role}`)]);

/** Those that open something for a key of this role. */
export const scopesFor = (role: Role): typeof SCOPES =>
  SCOPES.filter(([, , least]) => ORDER.indexOf(role) >= ORDER.indexOf(least));

/** Whether a key works. */
export function stateOf({ revoked_at: revoked, expires_at: expires }: ApiKey): readonly [name: string, tone: Tone] {
  if (revoked !== null) return [t('settings:key.revoked'), 'neutral'];
  if (expires === null) return [t('settings:key.active'), 'good'];
  const date = day(expires.slice(0, 10));
  return Date.parse(expires) <= Date.now()
    ? [t('settings:key.expired', { date }), 'bad']
    : [t('settings:key.activeUntil', { date }), 'good'];
}
