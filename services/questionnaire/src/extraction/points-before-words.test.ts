import { describe, expect, it } from '@jest/globals';
import { askedIn, placeName, questionsOf, rowsOf } from './asked.fixture.js';
import { isAnsweredInWordsBeside } from './question-form.js';
import { sheetOf, workbookOf, type Value } from './sheet.fixture.js';

const RULES = [
  'You must keep a register of all boats and their owners.',
  'You must inspect the harbour wall after each storm.',
  'You should train every harbour master once a year.',
  'You could publish the depth of the water on the web.',
];
const rowsWith = (...behind: Value[]): Value[][] => RULES.map((text, i) => [`${i + 1}.1`, text, ...behind]);

describe('a column for points before the column of words', () => {
  it.each([
    ['Statement', 'Score', 'Response', 'Improvements'],
    ['Requirement', 'Self-score', 'Response', 'Comments'],
    ['Requisito', 'Puntuación', 'Respuesta', 'Mejoras'],
    ['Anforderung', 'Punkte', 'Antwort', 'Bemerkungen'],
    ['確認事項', '点数', '回答', '備考'],
  ])('takes the answer, and words go beside it: %s | %s | %s', (...heads) => {
    const sheet = sheetOf([['No', ...heads], ...rowsWith()], { boldRows: [1] });
    expect(askedIn(sheet)).toEqual(rowsOf('B', 'C', [2, 5]));
    const [first] = questionsOf(workbookOf(sheet));
    expect([first!.answerType, placeName(first!.commentLocation)]).toEqual(['number', 'D2']);
    expect(isAnsweredInWordsBeside(first!)).toBe(true);
  });

  it('is left to the customer where it is behind the words, is full, or is a weight', () => {
    const behind = sheetOf([['No', 'Statement', 'Response', 'Score'], ...rowsWith()], { boldRows: [1] });
    expect(askedIn(behind)).toEqual(rowsOf('B', 'C', [2, 5]));
    const full = sheetOf([['No', 'Statement', 'Score', 'Response'], ...rowsWith(5)], { boldRows: [1] });
    expect(askedIn(full)).toEqual(rowsOf('B', 'D', [2, 5]));
    const weight = sheetOf([['No', 'Statement', 'Weight', 'Response'], ...rowsWith()], { boldRows: [1] });
    expect(askedIn(weight)).toEqual(rowsOf('B', 'D', [2, 5]));
  });
});
