import { expect, it } from '@jest/globals';
import { byReason } from './drafting-reasons.js';

it('counts rejected drafts by what people tell apart, the most frequent first', () => {
  const rejected = [
    { reason: 'name_not_in_evidence', count: 1 },
    { reason: 'citation_missing', count: 2 },
    { reason: 'quote_not_in_evidence', count: 3 },
    { reason: 'answer_too_long', count: 2 },
  ];
  expect(byReason({ rejected_drafts: rejected })).toEqual([
    ['A quote that is not in the evidence', 5],
    ['Not in the form that was asked for', 2],
    ['A name that the evidence does not say', 1],
  ]);
});
