import type { Scope } from '../middleware/access.js';

/** What an agent may be allowed, by the word that OAuth knows it by (a scope there has no blank). */
export const AGENT_SCOPES: Readonly<Record<string, Scope>> = {
  'insights:ask': 'Insights: ask',
  'knowledge:read': 'Knowledge: read',
  'questionnaires:read': 'Questionnaires: read',
  'questionnaires:write': 'Questionnaires: write',
};

export const SCOPE_WORDS: readonly string[] = Object.keys(AGENT_SCOPES);

/** What changes something: an administrator's to allow, and never without their own tick. */
export const isWriting = (word: string): boolean => word.endsWith(':write');

/** The words of OAuth that a client asks for; those that read when it asks for none that is known here. */
export function askedScopes(scope: string): string[] {
  const asked = scope.split(' ');
  const known = SCOPE_WORDS.filter((word) => asked.includes(word));
  return known.length > 0 ? known : SCOPE_WORDS.filter((word) => !isWriting(word));
}

/** Scopes of keys, as OAuth says them. */
export const wordsOf = (scopes: readonly string[]): string =>
  SCOPE_WORDS.filter((word) => scopes.includes(AGENT_SCOPES[word] ?? '')).join(' ');
