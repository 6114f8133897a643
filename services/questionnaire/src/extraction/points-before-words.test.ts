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

  it('belongs to whoever answers where its heading says so: on the left, full, and with words beside', () => {
    const heads = ['Bidder scoring', 'Criterion', 'Bidder comments'];
    const sheet = (...given: Value[]): Value[][] => [heads, ...RULES.map((text, i) => [given[i] ?? null, text, null])];
    for (const rows of [sheet(), sheet(5, 2, 0, 5)]) {
      const questions = questionsOf(workbookOf(sheetOf(rows, { boldRows: [1] })));
      expect(questions.map(({ answerLocation }) => placeName(answerLocation))).toEqual(['A2', 'A3', 'A4', 'A5']);
      const [first] = questions;
      expect([first!.answerType, placeName(first!.commentLocation)]).toEqual(['number', 'C2']);
    }
  });

  it('takes words where the heading lists words to choose from', () => {
    const heads = ['Criterion', 'Supplier rating (Full / Partial / None)', 'Comments'];
    const [first] = questionsOf(workbookOf(sheetOf([heads, ...RULES.map((text) => [text])], { boldRows: [1] })));
    expect([placeName(first!.answerLocation), first!.answerType]).not.toContain('number');
    expect(placeName(first!.answerLocation)).toBe('B2');
  });
});
