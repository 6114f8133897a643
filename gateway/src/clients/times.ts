/** Microseconds since the epoch as ISO 8601 in UTC; null when there is no such time. */
export const isoTime = (micros: number | undefined): string | null =>
  micros === undefined ? null : new Date(micros / 1000).toISOString();
