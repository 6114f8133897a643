import type { Scope } from '../middleware/access.js';

/** What an agent may be allowed, by the word that OAuth knows it by (a scope there has no blank). */
export const AGENT_SCOPES: Readonly<Record<string, Scope>> = {
  'insights:ask': 'Insights: ask',
  'knowledge:read': 'Knowledge: read',
  'questionnaires:read': 'Questionnaires: read',
  'questionnaires:write': 'Questionnaires: write',
};

export const SCOPE_WORDS: readonly string[] = Object.keys(AGENT_SCOPES);

/** The words of OAuth that a client asks for; all when it asks for none that is known here. */
export function askedScopes(scope: string): string[] {
  const asked = scope.split(' ');
  const known = SCOPE_WORDS.filter((word) => asked.includes(word));
  return known.length > 0 ? known : [...SCOPE_WORDS];
}

/** Scopes of keys, as OAuth says them. */
export const wordsOf = (scopes: readonly string[]): string =>
  SCOPE_WORDS.filter((word) => scopes.includes(AGENT_SCOPES[word] ?? '')).join(' ');
