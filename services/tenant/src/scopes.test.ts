import { describe, expect, it } from '@jest/globals';
import { covers } from './scopes.js';

describe('scopes', () => {
  it.each([
    { held: [], wanted: [], covered: true },
    { held: [], wanted: ['API keys: write'], covered: true },
    { held: ['Knowledge: write'], wanted: [], covered: false },
    { held: ['Knowledge: write'], wanted: ['Knowledge: read'], covered: true },
    { held: ['Knowledge: read'], wanted: ['Knowledge: write'], covered: false },
    { held: ['Insights: read'], wanted: ['Insights: ask'], covered: false },
    { held: ['Knowledge: write', 'Insights: ask'], wanted: ['Insights: ask', 'Knowledge: read'], covered: true },
  ])('$held gives $wanted: $covered', ({ held, wanted, covered }) => {
    expect(covers(held, wanted)).toBe(covered);
  });
});
