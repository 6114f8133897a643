import { invalid } from '@candor/runtime';

/** Ten years. */
export const MOST_DAYS = 3650;
const DAY_US = 86_400e6;

interface Reviewed {
  expiresAt?: number;
  reviewEveryDays?: number;
  lastVerifiedAt?: number;
}

/**
 * What a change of expiry or review cycle makes of an entry: one that gets a cycle and no expiry expires that many days after it
 * was last verified, or from `now` on (microseconds). Whoever answers for it is told of the new end anew.
 */
export function cycleChange(
  before: Reviewed,
  { expiresAt, reviewEveryDays }: Pick<Reviewed, 'expiresAt' | 'reviewEveryDays'>,
  now: number,
): Reviewed & { reminded?: boolean } {
  if (reviewEveryDays !== undefined) checkDays(reviewEveryDays);
  const begins = reviewEveryDays !== undefined && reviewEveryDays > 0 && !(expiresAt ?? before.expiresAt);
  const ends = begins ? endOf(before.lastVerifiedAt || now, reviewEveryDays) : expiresAt;
  return {
    ...(reviewEveryDays === undefined ? {} : { reviewEveryDays }),
    ...(ends === undefined || ends === before.expiresAt ? {} : { expiresAt: ends, reminded: false }),
  };
}

/** What a verification at `now` (microseconds) makes of an entry: a review cycle begins anew, any other expiry stays. */
export function verified({ reviewEveryDays = 0 }: Reviewed, now: number): Reviewed & { reminded?: boolean } {
  if (reviewEveryDays === 0) return { lastVerifiedAt: now };
  return { lastVerifiedAt: now, expiresAt: endOf(now, reviewEveryDays), reminded: false };
}

const endOf = (from: number, days: number): number => from + days * DAY_US;

function checkDays(days: number): void {
  if (Number.isInteger(days) && days >= 0 && days <= MOST_DAYS) return;
  const message = `review_every_days must be a whole number from 0 (no review cycle) to ${MOST_DAYS}.`;
  throw invalid([{ path: 'review_every_days', message }]);
}
