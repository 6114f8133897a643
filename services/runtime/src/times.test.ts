import { describe, expect, it } from '@jest/globals';
import { expiry, isoTime, isTakenTime, LATEST } from './times.js';

describe('a time', () => {
  it.each([
    [0, true],
    [Date.parse('2200-12-31T23:59:59.999Z') * 1000, true],
    [-1, false],
    [Date.parse('2201-01-01T00:00:00Z') * 1000, false],
    [Date.parse('0001-01-01T00:00:00Z') * 1000, false],
    [1.5, false],
    [NaN, false],
    [Infinity, false],
  ])('of %s microseconds is taken: %s', (at, taken) => {
    expect(isTakenTime(at)).toBe(taken);
  });

  it.each([NaN, Infinity, -Infinity, 2 ** 63, -(2 ** 63), Date.parse('9999-12-31T00:00:00Z') * 1000])(
    'of %s microseconds can be shown all the same',
    (at) => {
      expect(isoTime(at)).toMatch(/^\d{4}-\d\d-\d\dT/);
    },
  );

  it('is shown as it is stored', () => {
    expect(isoTime(1_893_456_000_123_456)).toBe('2030-01-01T00:00:00.123Z');
  });

  it('that is farther than the last year means never, as an expiry', () => {
    expect(expiry(LATEST + 1)).toBeUndefined();
    expect(expiry(LATEST)).toBe(LATEST);
    expect(expiry(undefined)).toBeUndefined();
  });
});
