import { expect, it } from '@jest/globals';
import type { ReviewedQuestionDocument } from '../store/review-documents.js';
import { libraryAnswers } from './approval-completion.js';

const approved = (text: string, answer: string): ReviewedQuestionDocument =>
  ({ text, answer, comment: '', approvedBy: 'user:ada' }) as ReviewedQuestionDocument;

it('keeps no placeholder as an answer, also of a question that was stored as answered by it', () => {
  const kept = libraryAnswers([
    approved('Is the lift of the house tested?', 'Yes, every year.'),
    approved('Is the alarm of the house tested?', 'Response:'),
    approved('Is the roof of the house inspected?', 'TBC'),
    approved('Is the cellar of the house dry?', '{{answer}}'),
    approved('Is the gate of the house locked?', 'Yes / No'),
  ]);
  expect(kept).toEqual([{ question: 'Is the lift of the house tested?', answer: 'Yes, every year.', ownerId: 'ada' }]);
});
