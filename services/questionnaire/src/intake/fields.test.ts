import { describe, expect, it } from '@jest/globals';
import { fieldErrors } from './fields.js';

describe('a deal value', () => {
  it('is told wrong by its name, and read by the rule that the gateway reads it by', () => {
    for (const dealValue of ['', '0', '25000.50', '+3.', '.5', '1e3', '1e0003'])
      expect(fieldErrors({ dealValue })).toEqual([]);
    for (const dealValue of ['-1', '.', '1,5', '1e', 'x', '1e999', '-1e-400'])
      expect(fieldErrors({ dealValue })).toMatchObject([{ path: 'deal_value' }]);
  });

  it('of a million digits is refused at once', () => {
    const before = performance.now();
    expect(fieldErrors({ dealValue: `${'0'.repeat(1_000_000)}x` })).toHaveLength(1);
    expect(performance.now() - before).toBeLessThan(100);
  });
});
