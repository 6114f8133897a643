import { describe, expect, it } from '@jest/globals';
import type { AnswerToWrite } from './model.js';
import { writesOf } from './writes.js';

const points = (answer: string): AnswerToWrite => ({
  questionId: 'q',
  location: { sheet: 'S', cell: 'A2' },
  answerLocation: { sheet: 'S', cell: 'B2' },
  commentLocation: { sheet: 'S', cell: 'C2' },
  optionLocations: [],
  answer,
  comment: '',
  answerType: 'number',
  options: [],
  text: 'Backups',
  existingAnswer: '',
});

const written = (answer: string): string[] =>
  writesOf(points(answer)).writes.map(({ kind, text }) => `${kind}: ${text}`);

describe('a cell for points with a column for words beside it', () => {
  it.each([
    'Примерно 3 раза в год',
    'Περίπου 3 φορές',
    'نحو 3 مرات',
    '大约 3 次',
    'כ-3 פעמים',
    '約3回',
    'About 3 times',
    'Étapes : 3',
  ])('gives %j to the words, whatever its script', (answer) => {
    expect(written(answer)).toEqual([`comment: ${answer}`]);
  });

  it.each(['3', '≈ 3', '(3)', '-3', '٣', '３', '3 из 5'])('takes %j as points', (answer) => {
    expect(written(answer)).toEqual([`answer: ${answer}`]);
  });
});
