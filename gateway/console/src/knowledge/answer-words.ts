import type { LibraryAnswer } from '../api/types.js';
import type { Tone } from '../ui/badges.js';
import { day, daysUntil } from '../ui/format.js';

export type AnswerStatus = LibraryAnswer['status'];

export const STATUS_NAMES: Readonly<Record<AnswerStatus, string>> = {
  APPROVED: 'In use',
  DRAFT: 'Draft',
  ARCHIVED: 'Archived',
};

const ORIGINS: Readonly<Record<string, string>> = {
  manual: 'Written here',
  import: 'Imported',
  questionnaire: 'From a completed questionnaire',
};
export const originOf = ({ origin }: LibraryAnswer): string => ORIGINS[origin] ?? origin;

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
    return { name: STATUS_NAMES[status], tone: status === 'DRAFT' ? 'attention' : 'neutral', note: 'Answers nothing' };
  }
  if (expires === null) return { name: STATUS_NAMES.APPROVED, tone: 'good', note: undefined };
  const date = expires.slice(0, 10);
  if (Date.parse(expires) <= Date.now()) return { name: 'Expired', tone: 'bad', note: `on ${day(date)}` };
  if (daysUntil(date) <= SOON_DAYS) return { name: 'Expires soon', tone: 'busy', note: `on ${day(date)}` };
  return { name: STATUS_NAMES.APPROVED, tone: 'good', note: `until ${day(date)}` };
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
