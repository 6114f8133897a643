import { expect, it } from '@jest/globals';
import { answeredBy } from './answered-by.js';

const question = { answerStatus: 'MANUALLY_ANSWERED' as const, answer: 'Yes.', existingAnswer: '' };

it.each([
  ['FILE', 'came with the file', { existingAnswer: 'Yes.' }],
  ['PERSON', 'was written by somebody', {}],
  ['PERSON', 'was written over what came with the file', { existingAnswer: 'No.' }],
  ['AI', 'was made by an engine, whatever the file said', { answerStatus: 'AI_ANSWERED', existingAnswer: 'Yes.' }],
  ['PERSON', 'says that it does not apply', { answerStatus: 'NOT_APPLICABLE', answer: '' }],
  [
    'AI',
    'follows from another answer',
    { answerStatus: 'NOT_APPLICABLE', answer: '', reviewNote: 'Question 3 says no.' },
  ],
  ['', 'is not there', { answerStatus: 'NEEDS_INFO', answer: '', existingAnswer: 'TBD' }],
] as const)('%s: an answer that %s', (by, _which, change) => {
  expect(answeredBy({ ...question, ...change })).toBe(by);
});
