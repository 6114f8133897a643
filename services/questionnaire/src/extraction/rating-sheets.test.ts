import { describe, expect, it } from '@jest/globals';
import { askedIn, placeName, questionsOf, rowsOf } from './asked.fixture.js';
import type { ExtractedQuestion } from './result.js';
import { sheetOf, workbookOf, type Value } from './sheet.fixture.js';

const asked = (questions: readonly ExtractedQuestion[]): string[] =>
  questions.map(
    ({ text, options, answerLocation }) => `${text} > ${placeName(answerLocation)} {${options.join('; ')}}`,
  );

describe('columns to tick under the steps of a scale in a sheet', () => {
  const POINTS = ['Volmar tesk onderi', 'Bresti noval kemte', 'Harvik dolm entari', 'Selto vrani makud'];
  const sum = (row: number): Value => ({ text: '0', formula: `SUM(D${row}:H${row})` });
  const audit = (steps: Value[]): Value[][] => [
    ['Grot pelkat'],
    [],
    ['', '', '', ...steps, 'Total', 'Umrak'],
    ...POINTS.map((text, i): Value[] => [i + 1, 'Vestin', text, null, null, null, null, null, sum(i + 4)]),
    ['', '', '', '', '', '', '', 'TOTAL', { text: '0', formula: 'SUM(I4:I7)' }],
  ];

  it.each([
    [[0, 1, 2, 3, 4]],
    [[5, 4, 3, 2, 1]],
    [['Deficiente', 'Regular', 'Bueno', 'Muy bueno', 'Excelente']],
    [['Nie', 'Selten', 'Manchmal', 'Oft', 'Immer']],
  ])('are its options, before the total and the remarks, in a language that nobody knows: %j', (steps) => {
    const questions = questionsOf(workbookOf(sheetOf(audit(steps))));
    expect(asked(questions)).toEqual(POINTS.map((text, i) => `${text} > D${i + 4} {${steps.join('; ')}}`));
    expect(questions[0]!.optionLocations.map(({ location }) => placeName(location))).toEqual([
      'D4',
      'E4',
      'F4',
      'G4',
      'H4',
    ]);
  });

  it('leave the form above them as it is', () => {
    const form: Value[][] = [['Company name:'], ['Auditor:'], ['Date:'], []];
    const found = askedIn(sheetOf([...form, ...audit([0, 1, 2, 3, 4])]));
    expect(found).toEqual([...rowsOf('A', 'B', [1, 3]), ...rowsOf('C', 'D', [8, 11])]);
  });

  it('are not the numbers of a cross table, nor the years of a plan', () => {
    expect(askedIn(sheetOf(audit([7, 1, 6, 3, 4])))).toEqual([]);
    expect(askedIn(sheetOf(audit([2031, 2032, 2033, 2034, 2035])))).toEqual([]);
  });
});
