import type { Fact, Interview } from '../api/types.js';
import { t } from '../words/words.js';

/** "9 questions to people: 12 minutes, coverage 44 % → 81 %". */
export function promiseOf(one: Interview): string {
  const { promised, minutes, facts, answered_before: before, total_questions: total } = one;
  const share = (count: number): number => (total === 0 ? 0 : Math.min(1, count / total));
  const asked = facts.filter(({ state }) => state !== 'LEFT_OUT').length;
  return t('interview:promise', {
    facts: t('interview:facts', { count: asked }),
    minutes: t('interview:minutes', { count: Math.ceil(minutes) }),
    before: share(before),
    after: share(before + promised),
  });
}

/** "Usual questions: 47 of 150 answered, 16.4 more promised, 14 gained"; undefined where they were not asked for. */
export function usualOf({ standard_set: set }: Interview): string | undefined {
  if (set === null) return undefined;
  const { answered_before: answered, total, promised, real } = set;
  return t('usual:gain', { answered, total, promised, real });
}

/** "Coverage now: 60 %". */
export const coverageOf = ({ answered_now: now, total_questions: total }: Interview): string =>
  t('interview:coverageNow', { now: total === 0 ? 0 : now / total });

/** "Answered: 8 of 8.6 promised". */
export const gainOf = ({ real, promised }: Pick<Interview, 'real' | 'promised'>): string =>
  t('interview:gain', { real, promised });

/** "Usual questions answered: 1 of 1.7 promised". */
export const usualGainOf = ({ standard_promised: promised, standard_real: real }: Fact): string =>
  t('usual:gainOfFact', { real, promised });
