/** Injected wherever time matters, so that tests can hold it. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
}

export const systemClock: Clock = { now: () => Date.now() };

/** Microseconds since the epoch, as every `*_at` is stored and sent (fits in 2^53 until the year 2255). */
export const micros = (clock: Clock): number => clock.now() * 1000;
