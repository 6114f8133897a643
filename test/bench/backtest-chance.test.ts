import { describe, expect, it } from '@jest/globals';
import { answersNeeded, expectedOf, withinByChance } from './backtest-chance.js';

describe('what half of a past says of the other half', () => {
  it('comes with an interval in whole answers, the wider the fewer there are', () => {
    expect(expectedOf({ count: 51, of: 54 }, 56)).toEqual({ least: 44, most: 56 });
    expect(expectedOf({ count: 510, of: 540 }, 560)).toEqual({ least: 510, most: 541 });
    expect(expectedOf({ count: 0, of: 0 }, 7)).toEqual({ least: 0, most: 7 });
  });

  it('is told beside what chance alone makes of two halves', () => {
    // Of four answers one is wrong: whichever half it falls into, the halves are 50 points apart.
    expect(withinByChance({ count: 2, of: 2 }, { count: 1, of: 2 })).toBe(0);
    expect(withinByChance({ count: 20, of: 20 }, { count: 20, of: 20 })).toBe(1);
    expect(withinByChance({ count: 51, of: 54 }, { count: 50, of: 56 })).toBeCloseTo(0.51, 2);
  });

  it('needs some two hundred answers a half to be within five points', () => {
    expect(answersNeeded({ count: 93, of: 100 })).toBe(201);
    expect(answersNeeded({ count: 10, of: 10 })).toBeUndefined();
  });
});
