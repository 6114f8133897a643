import { describe, expect, it } from '@jest/globals';
import { isDealValue } from './fields.js';

describe('the value of a deal', () => {
  it('is a decimal of at least 0', () => {
    for (const text of ['0', '25000.50', '+3.', '.5', '1e3']) expect(isDealValue(text)).toBe(true);
    for (const text of ['', '-1', '.', '1,5', '1e', 'x', '1e999']) expect(isDealValue(text)).toBe(false);
  });

  it('is refused at once when it is endless', () => {
    const started = performance.now();
    expect(isDealValue(`${'0'.repeat(1_000_000)}x`)).toBe(false);
    expect(performance.now() - started).toBeLessThan(200);
  });
});
