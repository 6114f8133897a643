import type { ApiKey } from '../api/types.js';
import type { Role, Scope } from '../app/session.js';
import type { Tone } from '../ui/badges.js';
import { day } from '../ui/format.js';

/** What a key can be narrowed to, as the API names it, with what it opens. */
export const SCOPES: readonly (readonly [Scope, string])[] = [
  ['Questionnaires: read', 'list, read and export questionnaires'],
  ['Questionnaires: write', 'upload, review and complete them'],
  ['Knowledge: read', 'read the library and the documents'],
  ['Knowledge: write', 'change them'],
  ['Trust portal: read', 'read updates, categories and subscribers'],
  ['Trust portal: write', 'change them and send mails'],
  ['Insights: ask', 'ask questions'],
  ['Insights: read', 'read what was asked'],
  ['Organizations: write', 'organizations, people, webhooks and the audit log'],
  ['API keys: write', 'issue and revoke keys'],
];

export const ROLES: readonly (readonly [Role, string])[] = [
  ['VIEWER', 'Reader: reads questionnaires and evidence, and asks'],
  ['MEMBER', 'Member: also uploads, reviews and changes the evidence'],
  ['ADMIN', 'Administrator: everything'],
];

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
