import { describe, expect, it } from '@jest/globals';
import { askedIn, rowsOf } from './asked.fixture.js';
import { namesAnswerBank } from './language/bank-words.js';
import { sheetOf } from './sheet.fixture.js';
import type { Value } from './sheet.fixture.js';

const QUESTIONS = ['Do you encrypt data?', 'Do you test your backups?', 'Is access reviewed?', 'Are logs kept?'];
const table = (answer: (row: number) => string): Value[][] => [
  ['Question', 'Answer'],
  ...QUESTIONS.map((text, row) => [text, answer(row)]),
];
const filled = table((row) => `We do, as policy ${row + 1} says.`);

describe('a sheet that is called a collection of answers', () => {
  it('asks nothing when all is answered, whether its name says so or its title', () => {
    const open = sheetOf(
      table(() => ''),
      { name: 'Security' },
    );
    for (const name of ['Answer Library', 'FAQ', 'Antwortkatalog', 'Banco de respuestas', '常见问题'])
      expect(askedIn(open, sheetOf(filled, { name }))).toEqual(rowsOf('A', 'B', [2, 5]));
    expect(askedIn(sheetOf([['Knowledge base of the bid team'], [], ...filled]))).toEqual([]);
  });

  it('is asked while answers are missing, or are only placeholders', () => {
    const all = rowsOf('A', 'B', [2, 5]);
    expect(
      askedIn(
        sheetOf(
          table((row) => (row < 2 ? 'Yes.' : '')),
          { name: 'FAQ' },
        ),
      ),
    ).toEqual(all);
    expect(
      askedIn(
        sheetOf(
          table(() => 'TBC'),
          { name: 'FAQ' },
        ),
      ),
    ).toEqual(all);
  });

  it('is another than a questionnaire that somebody filled in', () => {
    expect(askedIn(sheetOf(filled, { name: 'Security' }))).toEqual(rowsOf('A', 'B', [2, 5]));
    const title = 'See the answer library of our portal before you call the help desk';
    expect(askedIn(sheetOf([[title], ...filled]))).toEqual(rowsOf('A', 'B', [3, 6]));
  });
});

it('is told by its name from what is only called alike', () => {
  expect(['RFP content library', 'Response_Bank', 'База знаний', 'よくある質問'].every(namesAnswerBank)).toBe(true);
  expect(['Bank', 'Security', 'Librarian', 'Answers', 'Data base security'].some(namesAnswerBank)).toBe(false);
});
