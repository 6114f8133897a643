import { describe, expect, it } from '@jest/globals';
import { canApprove, filtered, NO_FILTER, readFilter, stateOf, writeFilter } from './filters.js';
import { question } from './question.fixture.js';

const high = question({
  id: 'high',
  text: 'Do you encrypt data?',
  answer: 'Yes, AES-256.',
  confidence: { score: 0.97, band: 'HIGH' },
});
const low = question({
  id: 'low',
  number: '3.2',
  section: 'Zugänge',
  answer: 'Maybe.',
  confidence: { score: 0.4, band: 'LOW' },
});
const open = question({ id: 'open', answer: null, answer_status: 'NEEDS_INFO' });
const approved = question({ id: 'approved', answer: 'No.', approved_at: 1, approved_by: 'key:1', sheet_id: 'two' });
const unfit = question({ id: 'unfit', answer: null, answer_status: 'NOT_APPLICABLE' });
const mine = question({
  id: 'mine',
  assignee: { id: 'ann', type: 'USER', name: 'Ann' },
  answer_status: 'MANUALLY_ANSWERED',
  answer: 'Ja',
});
const all = [high, low, open, approved, unfit, mine];
const ids = (change: Partial<typeof NO_FILTER>): string[] =>
  filtered(all, { ...NO_FILTER, ...change }).map(({ id }) => id);

describe('a filter of questions', () => {
  it('lets everything through at first', () => {
    expect(ids({})).toEqual(all.map(({ id }) => id));
  });

  it('puts those first on which most others hang, and leaves the rest as it stands in the file', () => {
    const root = question({ id: 'root', dependents: 2 });
    const part = question({ id: 'part', dependents: 1 });
    const questions = [high, part, low, root];
    const byDependents = filtered(questions, { ...NO_FILTER, order: 'dependents' });
    expect(byDependents.map(({ id }) => id)).toEqual(['root', 'part', 'high', 'low']);
    expect(readFilter(new URLSearchParams(writeFilter({ ...NO_FILTER, order: 'dependents' }, undefined)))).toEqual({
      ...NO_FILTER,
      order: 'dependents',
    });
  });

  it('finds words in any part, whatever their case and accents, and all of them', () => {
    expect(ids({ words: 'aes encrypt' })).toEqual(['high']);
    expect(ids({ words: 'zugange 3.2' })).toEqual(['low']);
    expect(ids({ words: 'encrypt nothing' })).toEqual([]);
  });

  it('narrows by confidence, sheet, assignee and what is left to do', () => {
    expect(ids({ band: 'LOW' })).toEqual(['low']);
    expect(ids({ sheet: 'two' })).toEqual(['approved']);
    expect(ids({ assignee: 'ann' })).toEqual(['mine']);
    expect(ids({ assignee: 'team,ann' })).toEqual(['mine']);
    expect(ids({ assignee: 'nobody' })).not.toContain('mine');
    expect(ids({ shown: 'to-review' })).toEqual(['high', 'low', 'mine']);
    expect(ids({ shown: 'open' })).toEqual(['open']);
    expect(ids({ shown: 'approved' })).toEqual(['approved']);
    expect(ids({ shown: 'not-applicable' })).toEqual(['unfit']);
    expect(ids({ shown: 'by-people', words: 'ja' })).toEqual(['mine']);
  });

  it('stands in the address and comes back from it', () => {
    const filter = { ...NO_FILTER, band: 'HIGH' as const, shown: 'open' as const, words: 'a & b' };
    const text = writeFilter(filter, 'q1');
    expect(readFilter(new URLSearchParams(text))).toEqual(filter);
    expect(new URLSearchParams(text).get('question')).toBe('q1');
    expect(writeFilter(NO_FILTER, undefined)).toBe('');
    expect(readFilter(new URLSearchParams('show=nonsense&band=HUGE'))).toEqual(NO_FILTER);
  });
});

describe('what is left to do', () => {
  it('is told of each question', () => {
    expect(all.map(stateOf)).toEqual(['to-review', 'to-review', 'open', 'approved', 'not-applicable', 'to-review']);
  });

  it('is to approve what has an answer or does not apply', () => {
    expect(all.filter(canApprove).map(({ id }) => id)).toEqual(['high', 'low', 'unfit', 'mine']);
  });
});
