import { describe, expect, it } from '@jest/globals';
import type { AnswerGroup } from '../store/backtest-answers.js';
import { resultOf, shareOf } from './figures.js';

const group = (verdict: AnswerGroup['verdict'], count: number, more: Partial<AnswerGroup> = {}): AnswerGroup => ({
  verdict,
  count,
  reason: '',
  band: 'HIGH',
  topic: 'Encryption',
  customer: 'Northgate Bank',
  settled: 'OPEN',
  ...more,
});

describe('what a backtest comes to', () => {
  it('tells a share with the interval of Wilson', () => {
    expect(shareOf(95, 100)).toEqual({ count: 95, of: 100, percent: 95, low: 88.82, high: 97.85 });
    expect(shareOf(0, 0)).toEqual({ count: 0, of: 0, percent: 0, low: 0, high: 0 });
  });

  it('counts what agrees among what can be compared, and what is answered among what was answered', () => {
    const result = resultOf(
      [
        group('AGREED', 8),
        group('CONTRADICTED', 1),
        group('CONTRADICTED', 1, { band: 'MEDIUM', settled: 'OLDER', topic: '' }),
        group('OPEN_WHERE_ANSWERED', 3, { band: '' }),
        group('NOT_COMPARABLE', 2, { reason: 'unclear' }),
        group('NOT_COMPARABLE', 5, { reason: 'not_approved' }),
      ],
      4,
    );
    expect(result.coverage).toMatchObject({ count: 12, of: 15 });
    expect(result.agreement).toMatchObject({ count: 8, of: 10 });
    expect(result.agreementAfterReview).toMatchObject({ count: 8, of: 9 });
    expect(result.high).toMatchObject({ count: 8, of: 9 });
    expect(result).toMatchObject({ actionsSaved: 8, minutesSaved: 32, settled: { open: 4, older: 1 } });
    expect(result.byTopic.map(({ name, questions }) => [name, questions])).toEqual([
      ['Encryption', 19],
      ['', 1],
    ]);
  });
});
