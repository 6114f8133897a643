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
  if (reason.startsWith('number')) return t('questionnaires:drafting.reason.number');
  if (reason.startsWith('name')) return t('questionnaires:drafting.reason.name');
  if (reason.startsWith('polarity')) return t('questionnaires:drafting.reason.polarity');
  if (reason.startsWith('planned')) return t('questionnaires:drafting.reason.planned');
  if (reason.startsWith('question')) return t('questionnaires:drafting.reason.question');
  if (reason.startsWith('quote') || reason.startsWith('citation')) return t('questionnaires:drafting.reason.quote');
  if (reason.startsWith('language')) return t('questionnaires:drafting.reason.language');
  return reason.startsWith('claim')
    ? t('questionnaires:drafting.reason.claim')
    : t('questionnaires:drafting.reason.form');
}
