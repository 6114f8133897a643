import { describe, expect, it } from '@jest/globals';
import { decimalOf, MOST_DECIMAL } from './decimals.js';

describe('a decimal', () => {
  it.each([
    ['12345678901234567890.12', '12345678901234567890.12'],
    ['0.10', '0.10'],
    [' 5 ', '5'],
    ['+5.', '5'],
    ['.5', '0.5'],
    ['007', '7'],
    ['1E+003', '1e3'],
    ['1e0', '1'],
    ['1e308', '1e308'],
    ['1e-400', '1e-400'],
    ['-0', '0'],
    ['-0.00e5', '0'],
    ['0e99999', '0'],
  ])('%s is kept as %s', (given, kept) => {
    expect(decimalOf(given)).toBe(kept);
    // What is kept is kept again.
    expect(decimalOf(kept)).toBe(kept);
  });

  it.each([
    '',
    ' ',
    '.',
    'e5',
    '-1',
    '-1e-400',
    '1e400',
    '1,5',
    '0x10',
    '1_000',
    'Infinity',
    'NaN',
    '1e',
    '--1',
    '1.2.3',
  ])('"%s" is none', (given) => {
    expect(decimalOf(given)).toBeUndefined();
  });

  it('of many digits is refused before anything looks at it', () => {
    expect(decimalOf('9'.repeat(MOST_DECIMAL))).toBe('9'.repeat(MOST_DECIMAL));
    expect(decimalOf(`${'0'.repeat(MOST_DECIMAL)}1`)).toBeUndefined();
    const before = performance.now();
    expect(decimalOf(`${'0'.repeat(1_000_000)}x`)).toBeUndefined();
    expect(performance.now() - before).toBeLessThan(100);
  });
});
