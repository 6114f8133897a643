import { describe, expect, it } from '@jest/globals';
import { askedIn, rowsOf } from './asked.fixture.js';
import { sheetOf } from './sheet.fixture.js';
import { placesOf } from './text.fixture.js';

describe('a table of a document whose cells are all questions', () => {
  it('asks each of them in its own cell', () => {
    const rows = [
      ['Do you row?', 'When did you begin?'],
      ['Which boats do you row?', 'Who taught you?'],
      ['Where do you row?', 'What did it cost?'],
    ];
    const places = [1, 2, 3].flatMap((row) => [1, 2].map((column) => `t1r${row}c${column}>t1r${row}c${column}`));
    expect(placesOf([rows])).toEqual(places);
  });
});

describe('a column for marks that whoever answers gives', () => {
  it.each([[null], [1]])('takes the answers, beside the marks that are to be had: %p', (mark) => {
    const points = [
      'The charter follows the template',
      'The plan names who does what',
      'The costs are explained',
      'The risks are treated',
    ];
    const rows = [
      ['Task', 'Criterion', 'Assigned mark', 'Your self-assessed mark', 'Assigned by the marker', 'Comments'],
      ...points.map((point, i) => [`Part ${i + 1}`, point, 2, mark, null, null]),
    ];
    expect(askedIn(sheetOf(rows, { boldRows: [1] }))).toEqual(rowsOf('B', 'D', [2, 5]));
  });
});
