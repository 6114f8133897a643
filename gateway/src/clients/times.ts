import { isoTime } from '@candor/runtime';

/** Microseconds since the epoch as ISO 8601 in UTC; null when there is no such time. */
export const isoTimeOrNull = (micros: number | undefined): string | null =>
  micros === undefined ? null : isoTime(micros);
