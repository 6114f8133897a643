/** Every scope that a key can be restricted to. A "write" includes its "read". */
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

export const isScope = (value: string): boolean => (SCOPES as readonly string[]).includes(value);

const WRITE = /: write$/;
export const isWriting = (scope: string): boolean => WRITE.test(scope);

/** The same, reading what they would write. Never fewer: none at all would be everything. */
export const onlyReading = (scopes: readonly string[]): string[] => [
  ...new Set(scopes.map((scope) => scope.replace(WRITE, ': read'))),
];

/** Whether a key with `held` (empty: unrestricted) has all that `wanted` (empty: unrestricted) gives. */
export function covers(held: readonly string[], wanted: readonly string[]): boolean {
  if (held.length === 0) return true;
  if (wanted.length === 0) return false;
  return wanted.every((scope) => held.includes(scope) || held.includes(scope.replace(/: read$/, ': write')));
}
