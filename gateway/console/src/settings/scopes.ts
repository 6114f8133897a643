import type { ApiKey } from '../api/types.js';
import type { Role, Scope } from '../app/session.js';
import type { Tone } from '../ui/badges.js';
import { day } from '../ui/format.js';

/** What a key can be narrowed to, as the API names it, with what it opens and the least role that it opens it for. */
export const SCOPES: readonly (readonly [scope: Scope, words: string, role: Role])[] = [
  ['Questionnaires: read', 'list, read and export questionnaires', 'VIEWER'],
  ['Questionnaires: write', 'upload, review and complete them', 'MEMBER'],
  ['Knowledge: read', 'read the library and the documents', 'VIEWER'],
  ['Knowledge: write', 'change them', 'MEMBER'],
  ['Trust portal: read', 'read updates, categories and subscribers', 'ADMIN'],
  ['Trust portal: write', 'change them and send mails', 'ADMIN'],
  ['Insights: ask', 'ask questions', 'VIEWER'],
  ['Insights: read', 'read what was asked', 'ADMIN'],
  ['Organizations: write', 'organizations, people, webhooks and the audit log', 'ADMIN'],
  ['API keys: write', 'issue and revoke keys', 'ADMIN'],
];

export const ROLES: readonly (readonly [Role, string])[] = [
  ['VIEWER', 'Reader: reads questionnaires and evidence, and asks'],
  ['MEMBER', 'Member: also uploads, reviews and changes the evidence'],
  ['ADMIN', 'Administrator: everything'],
];

const ORDER: readonly Role[] = ['VIEWER', 'MEMBER', 'ADMIN'];

/** Those that open something for a key of this role. */
export const scopesFor = (role: Role): typeof SCOPES =>
  SCOPES.filter(([, , least]) => ORDER.indexOf(role) >= ORDER.indexOf(least));

/** Whether a key works. */
export function stateOf({ revoked_at: revoked, expires_at: expires }: ApiKey): readonly [name: string, tone: Tone] {
  if (revoked !== null) return ['Revoked', 'neutral'];
  if (expires === null) return ['Works', 'good'];
  const date = day(expires.slice(0, 10));
  return Date.parse(expires) <= Date.now() ? [`Expired ${date}`, 'bad'] : [`Works until ${date}`, 'good'];
}

/** Whether it still can be given a new secret, or be revoked. */
export const isAlive = ({ revoked_at: revoked, expires_at: expires }: ApiKey): boolean =>
  revoked === null && (expires === null || Date.parse(expires) > Date.now());
