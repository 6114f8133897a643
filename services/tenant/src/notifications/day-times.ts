import { localOf } from '@candor/runtime';

const QUARTER = 15 * 60_000;
/** Quarters of an hour in two days, more than lie between any hour and its next. */
const MOST_STEPS = 2 * 96;

/**
 * When it is next `hour` o'clock in a time zone, after `now` (microseconds), and the local date then. An hour that daylight
 * saving skips is the first moment after the gap; one that occurs twice is the first of both. Zones differ by quarters of an
 * hour, so quarters are looked at.
 */
export function nextHour(now: number, hour: number, timeZone: string): { at: number; day: string } {
  const first = (Math.floor(now / 1000 / QUARTER) + 1) * QUARTER;
  let before = localOf(first - QUARTER, timeZone);
  for (let step = 0; step < MOST_STEPS; step++) {
    const at = first + step * QUARTER;
    const local = localOf(at, timeZone);
    const reached = local.hour >= hour && (before.day !== local.day || before.hour < hour);
    if (reached) return { at: at * 1000, day: local.day };
    before = local;
  }
  throw new Error('every day has every hour, or a moment after it');
}
