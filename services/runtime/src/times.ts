/** The first and the last microsecond that is taken from outside: years 1970 to 2200, all within 2^53. */
export const EARLIEST = 0;
export const LATEST = Date.UTC(2201, 0, 1) * 1000 - 1;

/** What to tell whoever sent a time outside of them. */
export const YEARS_TAKEN = 'years 1970 to 2200 are taken';

/** Whether a time (microseconds) may be stored: one that may not could not be shown again. */
export const isTakenTime = (at: number): boolean => Number.isSafeInteger(at) && at >= EARLIEST && at <= LATEST;

const FARTHEST_MS = Number.MAX_SAFE_INTEGER / 1000;

/** Microseconds since the epoch as ISO 8601 in UTC. Total: what no calendar holds is the nearest time that one does. */
export function isoTime(micros: number): string {
  const ms = Number.isNaN(micros) ? 0 : micros / 1000;
  return new Date(Math.min(FARTHEST_MS, Math.max(-FARTHEST_MS, ms))).toISOString();
}

/** When something expires, microseconds: later than any year that is taken means never (undefined). */
export const expiry = (at: number | undefined): number | undefined =>
  at === undefined || at > LATEST ? undefined : at;
