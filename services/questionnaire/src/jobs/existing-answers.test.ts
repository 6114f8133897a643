import { expect, it } from '@jest/globals';
import type { QuestionDocument } from '../store/documents.js';
import { existingAnswersToKeep } from './existing-answers.js';

const stored = (_id: string, existingAnswer: string, options: string[] = []): QuestionDocument =>
  ({ _id, sheetId: 's', existingAnswer, options, answerStatus: 'UNANSWERED' }) as unknown as QuestionDocument;

it('keeps what somebody answered, and no placeholder that was stored as an answer', () => {
  const questions = [
    ...[stored('1', 'Yes, every year.'), stored('2', 'TBC'), stored('3', 'Response:'), stored('4', '')],
    ...[stored('5', 'Pending', ['Pending', 'Done']), stored('6', 'N/A')],
  ];
  expect(existingAnswersToKeep(questions)).toEqual(['1', '5', '6']);
});
