import { describe, expect, it } from '@jest/globals';
import { Breaker, BREAKER_LIMITS } from './breaker.js';

function at(slots = 8) {
  const clock = { ms: 0 };
  const rests: [string, number][] = [];
  const breaker = new Breaker(
    BREAKER_LIMITS,
    slots,
    (reason, ms) => rests.push([reason, ms]),
    () => clock.ms,
  );
  const fail = (ms: number, times = 1): void => {
    for (let n = 0; n < times; n++) breaker.failed(breaker.enter(), 'timeout', ms);
  };
  return { clock, breaker, rests, fail };
}

describe('a breaker', () => {
  it('opens after failures in a row, and not after as many among good calls that cost nothing', () => {
    const { breaker, rests, fail } = at();
    for (let n = 0; n < 50; n++) {
      fail(10, BREAKER_LIMITS.failures - 1);
      breaker.succeeded(breaker.enter());
    }
    expect(rests).toEqual([]);
    fail(10, BREAKER_LIMITS.failures);
    expect(rests).toEqual([['timeout', 30_000]]);
    expect(breaker.enter()).toBe('refused');
  });

  it('opens when failing calls among good ones take too much of a run', () => {
    const { breaker, rests, clock, fail } = at();
    let calls = 0;
    while (rests.length === 0 && calls < 100) {
      calls++;
      fail(30_000);
      for (let n = 0; n < 20; n++) breaker.succeeded(breaker.enter());
      clock.ms += 4_000;
    }
    expect(calls).toBe(3);
  });

  it('bears a call in a minute that fails', () => {
    const { breaker, rests, clock, fail } = at();
    for (let n = 0; n < 100; n++) {
      fail(10_000);
      breaker.succeeded(breaker.enter());
      clock.ms += 60_000;
    }
    expect(rests).toEqual([]);
  });

  it('lets one call try after the rest, rests twice as long after each that fails, and closes when one works', () => {
    const { breaker, rests, clock, fail } = at();
    fail(10, BREAKER_LIMITS.failures);
    for (const wanted of [60_000, 120_000, 240_000, 480_000, 600_000, 600_000]) {
      clock.ms += rests.at(-1)![1];
      expect([breaker.enter(), breaker.enter()]).toEqual(['try', 'refused']);
      breaker.failed('try', 'timeout', 10);
      expect(rests.at(-1)).toEqual(['timeout', wanted]);
    }
    clock.ms += 600_000;
    breaker.succeeded(breaker.enter());
    expect(breaker.enter()).toBe('pass');
    fail(10, BREAKER_LIMITS.failures);
    expect(rests.at(-1)).toEqual(['timeout', 30_000]);
  });

  it('opens at once for as long as the endpoint asks, up to ten minutes', () => {
    const { breaker, rests } = at();
    breaker.failed(breaker.enter(), 'rate_limited', 5, 45_000);
    expect(rests).toEqual([['rate_limited', 45_000]]);
    const other = at();
    other.breaker.failed(other.breaker.enter(), 'rate_limited', 5, 3_600_000);
    expect(other.rests).toEqual([['rate_limited', 600_000]]);
  });

  it('closes when the try is refused for its question alone: the endpoint lives', () => {
    const { breaker, clock, fail } = at();
    fail(10, BREAKER_LIMITS.failures);
    clock.ms += 30_000;
    breaker.refusedOne(breaker.enter(), 'http_400', 10);
    expect(breaker.enter()).toBe('pass');
  });
});
