import type { LibraryAnswer } from '../api/types.js';
import type { Tone } from '../ui/badges.js';
import { ago, day, daysUntil } from '../ui/format.js';
import { t } from '../words/words.js';

export type AnswerStatus = LibraryAnswer['status'];

/** All of them, the usual first. */
export const STATUSES: readonly AnswerStatus[] = ['APPROVED', 'DRAFT', 'ARCHIVED'];

export const statusName = (status: AnswerStatus): string => t(`knowledge:answerStatus.${status}`);

/** Where an entry came from: "Imported". */
export const originOf = ({ origin }: Pick<LibraryAnswer, 'origin'>): string =>
  t(`knowledge:origin.${origin}`, { defaultValue: origin });

/** "Verified 3 days ago". */
export const verifiedWords = ({ last_verified_at: verified }: Pick<LibraryAnswer, 'last_verified_at'>): string =>
  verified === null ? t('knowledge:neverVerified') : t('knowledge:verifiedAgo', { ago: ago(verified) });

/** Days before its end from which on an answer is said to expire soon. */
const SOON_DAYS = 30;

export interface State {
  name: string;
  tone: Tone;
  /** What follows from it; undefined: nothing to say. */
  note: string | undefined;
}

/** Whether answers are drawn from it now, and for how long still. */
export function stateOf({ status, expires_at: expires }: Pick<LibraryAnswer, 'status' | 'expires_at'>): State {
  if (status !== 'APPROVED') {
    return {
      name: statusName(status),
      tone: status === 'DRAFT' ? 'attention' : 'neutral',
      note: t('knowledge:notUsed'),
    };
  }
  if (expires === null) return { name: statusName('APPROVED'), tone: 'good', note: undefined };
  const date = expires.slice(0, 10);
  const ends = t('knowledge:onDay', { day: day(date) });
  if (Date.parse(expires) <= Date.now()) return { name: t('knowledge:expired'), tone: 'bad', note: ends };
  if (daysUntil(date) <= SOON_DAYS) return { name: t('knowledge:expiresSoon'), tone: 'busy', note: ends };
  return { name: statusName('APPROVED'), tone: 'good', note: t('knowledge:untilDay', { day: day(date) }) };
}

/** "a, b" as tags: each once, none empty. */
export const tagsIn = (text: string): string[] => [
  ...new Set(
    text
      .split(/[,;\n]/)
      .map((tag) => tag.trim())
      .filter(Boolean),
  ),
];
