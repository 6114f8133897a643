import { expect, it } from '@jest/globals';
import { question } from '../review/question.fixture.js';
import { counted } from './export-counts.js';

it('an export counts what is approved, answered only, and open', () => {
  const none = { approved: 0, unapproved: 0, open: 0 };
  const counts = counted(none, [
    question({ approved_at: 1 }),
    question({ answer: null, answer_status: 'NOT_APPLICABLE' }),
    question({ answer_status: 'AI_ANSWERED' }),
    question({ answer: null, answer_status: 'UNANSWERED' }),
    question({ answer: ' ', answer_status: 'NEEDS_INFO' }),
  ]);
  expect(counts).toEqual({ approved: 2, unapproved: 1, open: 2 });
  expect(counted(counts, [question()])).toEqual({ approved: 2, unapproved: 2, open: 2 });
});
