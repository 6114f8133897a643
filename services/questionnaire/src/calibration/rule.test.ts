import { describe, expect, it } from '@jest/globals';
import type { ScoredAnswers } from '../store/backtest-answers.js';
import { measuredOf } from './rule.js';

/** `right` answers that agree and `wrong` ones that contradict, all with one score. */
const scored = (score: number, right: number, wrong: number): ScoredAnswers[] => [
  { score, agreed: true, count: right },
  { score, agreed: false, count: wrong },
];

describe('the bands that a backtest speaks for', () => {
  it('start where they ship while the interval holds the promise', () => {
    // 92 of 100: the interval ends at 96.
    const { high, medium } = measuredOf([...scored(0.96, 92, 8), ...scored(0.7, 30, 15)]);
    expect(high).toMatchObject({ outcome: 'KEPT', from: 0.95, promise: 95, before: { percent: 92 } });
    expect(medium).toMatchObject({ outcome: 'KEPT', from: 0.65, promise: 66.67, before: { count: 30, of: 45 } });
  });

  it('start at the lowest score from which at least 20 comparisons keep the promise', () => {
    const { high } = measuredOf([...scored(0.95, 20, 10), ...scored(0.97, 19, 1), ...scored(0.99, 30, 1)]);
    expect(high).toMatchObject({ outcome: 'RAISED', from: 0.97, before: { of: 81 }, after: { count: 49, of: 51 } });
  });

  it('never start at a score above which too few were compared', () => {
    const { high } = measuredOf([...scored(0.95, 20, 10), ...scored(0.99, 19, 0)]);
    expect(high).toMatchObject({ outcome: 'RAISED', from: null, after: { of: 0 } });
  });

  it('stay as they are where too few answers could be compared', () => {
    const { high, medium } = measuredOf([...scored(0.99, 0, 19), ...scored(0.7, 0, 19)]);
    expect(high).toMatchObject({ outcome: 'TOO_FEW', from: 0.95 });
    expect(medium).toMatchObject({ outcome: 'TOO_FEW', from: 0.65 });
    expect(measuredOf([]).high).toMatchObject({ outcome: 'TOO_FEW', before: { of: 0 } });
  });

  it('count among MEDIUM what is HIGH no longer, and never start below what ships', () => {
    const { high, medium } = measuredOf([
      ...scored(0.97, 20, 8),
      ...scored(0.99, 40, 0),
      ...scored(0.8, 20, 5),
      ...scored(0.7, 2, 40),
      ...scored(0.6, 50, 0),
    ]);
    expect(high.from).toBe(0.99);
    expect(medium).toMatchObject({ outcome: 'RAISED', from: 0.8, before: { of: 95 }, after: { count: 40, of: 53 } });
  });
});
