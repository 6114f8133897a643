import type { Overview } from '../api/types.js';
import { t } from '../words/words.js';

type Usage = NonNullable<Overview['drafting']>;

/** Counts by what people tell apart, the most frequent first. */
export function byReason({ rejected_drafts: drafts }: Pick<Usage, 'rejected_drafts'>): [string, number][] {
  const counts = new Map<string, number>();
  for (const { reason, count } of drafts) {
    const words = reasonWords(reason);
    counts.set(words, (counts.get(words) ?? 0) + count);
  }
  return [...counts].sort(([, a], [, b]) => b - a);
}

function reasonWords(reason: string): string {
  if (reason.startsWith('number')) return t('drafting:reason.number');
  if (reason.startsWith('name')) return t('drafting:reason.name');
  if (reason.startsWith('polarity')) return t('drafting:reason.polarity');
  if (reason.startsWith('planned')) return t('drafting:reason.planned');
  if (reason.startsWith('question')) return t('drafting:reason.question');
  if (reason.startsWith('quote') || reason.startsWith('citation')) return t('drafting:reason.quote');
  if (reason.startsWith('language')) return t('drafting:reason.language');
  return reason.startsWith('claim') ? t('drafting:reason.claim') : t('drafting:reason.form');
}
