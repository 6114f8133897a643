import { describe, expect, test } from '@jest/globals';
import { NEAR_SIGNALS, nearnessOf, shippedNearness, type NearSignals } from './nearness.js';

const all = (value: number): NearSignals => ({
  score: value,
  answers: value,
  words: value,
  subject: value,
  statement: value,
  answer: value,
});

describe('how near a draft is to its question', () => {
  test('what nothing speaks for is refused, what all speaks for is kept', () => {
    expect(nearnessOf(all(0))).toBeLessThan(0);
    expect(nearnessOf(all(1))).toBeGreaterThan(0);
  });

  test.each(NEAR_SIGNALS)('more of "%s" never makes a draft farther', (name) => {
    expect(nearnessOf({ ...all(0.5), [name]: 1 })).toBeGreaterThan(nearnessOf(all(0.5)));
  });

  test('the cut moves what is refused by as much', () => {
    const shipped = shippedNearness();
    const stricter = { ...shipped, least: shipped.least + 1 };
    expect(nearnessOf(all(0.5), stricter)).toBeCloseTo(nearnessOf(all(0.5)) - 1);
  });
});
