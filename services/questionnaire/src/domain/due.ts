const DAY_US = 86_400e6;

/** What is said of a due date. */
export type DueKind = 'due_tomorrow' | 'overdue';

/**
 * What is to be said now of a time that something is due at (both microseconds); null: nothing. Days are those of UTC. A day
 * on which nobody could be told of tomorrow is let pass: it would say something wrong.
 */
export function dueKind(dueAt: number, now: number): DueKind | null {
  if (now > dueAt) return 'overdue';
  return Math.floor(dueAt / DAY_US) === Math.floor(now / DAY_US) + 1 ? 'due_tomorrow' : null;
}

/** The end of a day given as YYYY-MM-DD (UTC), microseconds. */
export const endOfDay = (day: string): number => Date.parse(`${day}T23:59:59.999Z`) * 1000;

/** The day of UTC, YYYY-MM-DD, so many days from now (microseconds). */
export const dayFrom = (now: number, days: number): string =>
  new Date((now + days * DAY_US) / 1000).toISOString().slice(0, 10);

/** The mark that something was reminded of: moved to another date, it is to be told again. */
export const remindedOf = (kind: DueKind, due: number | string): string => `${kind}:${due}`;
