import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { isRunning, steadyOf, systemClock } from './clock.js';

afterEach(() => void jest.restoreAllMocks());

describe('a clock that is set back', () => {
  const DAY = 86_400_000;

  it('does not move what a process remembers', () => {
    const steady = steadyOf(systemClock);
    const before = steady.now();
    jest.spyOn(Date, 'now').mockReturnValue(Date.now() - 2 * DAY);
    expect(steady.now()).toBeGreaterThanOrEqual(before);
    expect(steady.now() - before).toBeLessThan(60_000);
  });

  it('ends what would run longer than it was to', () => {
    expect(isRunning(100 + 60, 100, 60)).toBe(true);
    expect(isRunning(100, 100, 60)).toBe(false);
    expect(isRunning(100 + 61, 100, 60)).toBe(false);
  });

  it('leaves a test its own clock', () => {
    const own = { now: () => 7 };
    expect(steadyOf(own)).toBe(own);
  });
});
