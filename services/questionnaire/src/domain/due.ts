import { dayAfter, dayIn } from '@candor/runtime';

/** What is said of a due date. */
export type DueKind = 'due_tomorrow' | 'overdue';

/**
 * What is to be said now of a time that something is due at (both microseconds); null: nothing. Days are those of the
 * organization's time zone. A day on which nobody could be told of tomorrow is let pass: it would say something wrong.
 */
export function dueKind(dueAt: number, now: number, timeZone: string): DueKind | null {
  if (now > dueAt) return 'overdue';
  return dayIn(dueAt, timeZone) === dayAfter(dayIn(now, timeZone)) ? 'due_tomorrow' : null;
}

/** The mark that something was reminded of: moved to another date, it is to be told again. */
export const remindedOf = (kind: DueKind, due: number | string): string => `${kind}:${due}`;
