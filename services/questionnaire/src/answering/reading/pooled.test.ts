import { describe, expect, it } from '@jest/globals';
import { pooled, VERDICTS, type Verdicts } from './reader.js';

const verdicts = (told: Partial<Verdicts>): Verdicts => {
  const rest = (1 - Object.values(told).reduce((a, b) => a + b, 0)) / (VERDICTS.length - Object.keys(told).length);
  return Object.fromEntries(VERDICTS.map((v) => [v, told[v] ?? rest])) as Verdicts;
};

describe('what two judges say together', () => {
  it('adds up to one and is what both say when they agree', () => {
    const both = pooled(verdicts({ yes: 0.9 }), verdicts({ yes: 0.9 }));
    expect(Object.values(both).reduce((a, b) => a + b, 0)).toBeCloseTo(1, 5);
    expect(both.yes).toBeCloseTo(0.9, 5);
  });

  it('is nearer to the second, and between them', () => {
    const { none } = pooled(verdicts({ none: 0.95 }), verdicts({ none: 0.1 }));
    expect(none).toBeGreaterThan(0.1);
    expect(none).toBeLessThan(0.5);
  });

  it('is not decided by a zero of one of them', () => {
    const { yes } = pooled(verdicts({ yes: 0, none: 1 }), verdicts({ yes: 0.99 }));
    expect(yes).toBeGreaterThan(0.8);
  });
});
