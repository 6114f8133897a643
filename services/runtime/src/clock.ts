/** Injected wherever time matters, so that tests can hold it. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
}

export const systemClock: Clock = { now: () => Date.now() };

/**
 * The time that passed since some moment of this process: it neither goes back nor jumps when somebody sets the machine's clock.
 * For what this process alone remembers, never for what is stored or told.
 */
export const steadyClock: Clock = { now: () => performance.now() };

/** The clock for what a process remembers: the steady one, or a test's own. */
export const steadyOf = (clock: Clock): Clock => (clock === systemClock ? steadyClock : clock);

/**
 * Whether what ends at `until` and was at most `length` long runs at `now`, all in one unit. An end that is farther away was
 * written before the machine's clock was set back, and is over: otherwise it would last as much longer as the clock went back.
 */
export const isRunning = (until: number, now: number, length: number): boolean => until > now && until <= now + length;

/** The same as a condition of a stored end. */
export const running = (now: number, length: number) => ({ $gt: now, $lte: now + length });

/** The opposite for the stored end `field`. */
export const ended = (field: string, now: number, length: number) => ({
  $or: [{ [field]: { $lte: now } }, { [field]: { $gt: now + length } }],
});

/** Microseconds since the epoch, as every `*_at` is stored and sent (fits in 2^53 until the year 2255). */
export const micros = (clock: Clock): number => clock.now() * 1000;
