import { describe, expect, it } from '@jest/globals';
import { placeName, questionsOf } from './asked.fixture.js';
import { sheetOf, workbookOf } from './sheet.fixture.js';
import type { Value } from './sheet.fixture.js';
import { documentOf } from './text.fixture.js';
import type { DocumentModel } from '../documents/model.js';

const seen = (model: DocumentModel): string[] =>
  questionsOf(model).map(({ location, answerLocation, section, existingAnswer }) =>
    [placeName(location), placeName(answerLocation), section, existingAnswer].join(' | '),
  );

describe('answers below the questions', () => {
  const labelled = (given: (row: number) => Value): DocumentModel =>
    workbookOf(
      sheetOf(
        [
          ['Request for information: parking'],
          [],
          ['1', 'Operation'],
          ['1.1', 'Describe how barriers are repaired.'],
          ['Response:', given(5)],
          ['1.2', 'Who collects the money?'],
          ['Response:', given(7)],
          ['2', 'Prices'],
          ['2.1', 'List your fees.'],
          ['Response:', given(10)],
        ],
        { merges: ['B4:E4', 'B5:E5', 'B6:E6', 'B7:E7', 'B9:E9', 'B10:E10'] },
      ),
    );

  it('go beside their labels, row by row', () => {
    const rows = [
      ['B4 | B5 | Operation', 5],
      ['B6 | B7 | Operation', 7],
      ['B9 | B10 | Prices', 10],
    ] as const;
    expect(seen(labelled(() => null))).toEqual(rows.map(([row]) => `${row} | `));
    expect(seen(labelled((row) => `In use since ${row} years.`))).toEqual(
      rows.map(([row, at]) => `${row} | In use since ${at} years.`),
    );
  });

  it('go beside their labels in a table of a text document', () => {
    const table = (given: string): DocumentModel =>
      documentOf([
        [
          ['1', 'Which barriers exist?'],
          ['Answer', given],
          ['2', 'How is the ramp lit?'],
          ['Answer', given],
        ],
      ]);
    expect(seen(table(''))).toEqual(['t1r1c2 | t1r2c2 |  | ', 't1r3c2 | t1r4c2 |  | ']);
    expect(seen(table('As the plan shows.'))).toEqual([
      't1r1c2 | t1r2c2 |  | As the plan shows.',
      't1r3c2 | t1r4c2 |  | As the plan shows.',
    ]);
  });

  it('go into rows that are merged as their questions are, some answered and some not', () => {
    const form = (given: Value): DocumentModel =>
      workbookOf(
        sheetOf(
          [
            ['Interview'],
            [],
            ['Parking'],
            ['1. How many places are there?'],
            [given],
            ['2. Who may park?'],
            [],
            [],
            ['Lighting'],
            ['1. When are lamps replaced?'],
            [given],
          ],
          { merges: ['A4:F4', 'A5:F5', 'A6:F6', 'A7:F7', 'A10:F10', 'A11:F11'] },
        ),
      );
    const places = (given: string): string[] => [
      `A4 | A5 | Interview > Parking | ${given}`,
      'A6 | A7 | Interview > Parking | ',
      `A10 | A11 | Interview > Lighting | ${given}`,
    ];
    expect(seen(form(null))).toEqual(places(''));
    expect(seen(form('As our plan of 2023 says.'))).toEqual(places('As our plan of 2023 says.'));
  });
});
