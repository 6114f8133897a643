const DAY_MS = 86_400_000;

/** What is said of a due date. */
export type DueKind = 'due_tomorrow' | 'overdue';

/** A moment (microseconds), and the date, YYYY-MM-DD, that it is then by the clocks of the organization. */
export interface LocalMoment {
  at: number;
  day: string;
}

/**
 * What is to be said now of a time that something is due at; null: nothing. A day on which nobody could be told of tomorrow
 * is let pass: it would say something wrong.
 */
export function dueKind(due: LocalMoment, now: LocalMoment): DueKind | null {
  if (now.at > due.at) return 'overdue';
  return due.day === tomorrowOf(now.day) ? 'due_tomorrow' : null;
}

const tomorrowOf = (day: string): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + DAY_MS).toISOString().slice(0, 10);

/** The mark that something was reminded of: moved to another date, it is to be told again. */
export const remindedOf = (kind: DueKind, due: number | string): string => `${kind}:${due}`;
