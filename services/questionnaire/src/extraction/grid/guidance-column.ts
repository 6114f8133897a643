import { share } from './columns.js';
import type { ColumnProfile } from './columns.js';
import type { ColumnLabel } from './headers.js';

/** Share of sentences from which on a column says something, and words that a title of them has at most. */
const TELLS = 0.5;
const TITLE_WORDS = 3;

/**
 * The column "Guidance" is what is asked where answers are expected and nothing else could be: no heading says question, and
 * what stands beside it are names. Its heading then counts as a description.
 */
export function withAskedGuidance(
  labels: Map<number, ColumnLabel>,
  profiles: ReadonlyMap<number, ColumnProfile>,
): Map<number, ColumnLabel> {
  const all = [...labels.values()];
  const answered = all.some(({ role }) => role === 'answer' || role === 'status' || role === 'choice');
  const guidance = all.filter(({ role, column }) => role === 'guidance' && tells(profiles.get(column)));
  const [only] = guidance;
  if (!answered || only === undefined || guidance.length > 1) return labels;
  const asks = [...profiles.values()].some((profile) => {
    const role = labels.get(profile.column)?.role;
    if (profile.column === only.column || role === 'answer' || role === 'status' || role === 'comment') return false;
    return role === 'question' || tells(profile) || profile.words / Math.max(1, profile.sampled) > TITLE_WORDS;
  });
  if (asks) return labels;
  return new Map(labels).set(only.column, { ...only, role: 'description', strength: 1 });
}

function tells(profile: ColumnProfile | undefined): boolean {
  if (profile === undefined || profile.sampled === 0) return false;
  return share(profile.statements + profile.requests + profile.questions, profile) >= TELLS;
}
