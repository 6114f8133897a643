import { describe, expect, it } from '@jest/globals';
import { assigneeIds } from './list-options.js';

const ids = assigneeIds('whose');
const one = '7C9E6679-7425-40de-944b-e07fc1f90ae7';

describe('ids in a query', () => {
  it('are parted by commas, each once, in lower case', () => {
    expect(ids.parse(` ${one},${one.toLowerCase()} , group_1`)).toEqual([one.toLowerCase(), 'group_1']);
    expect(ids.parse(undefined)).toEqual([]);
  });

  it('are refused when there are more than a list may name, or signs that make an address long', () => {
    expect(ids.safeParse(Array.from({ length: 101 }, (_, i) => `u${i}`).join(',')).success).toBe(false);
    expect(ids.safeParse('問'.repeat(100)).success).toBe(false);
  });
});
