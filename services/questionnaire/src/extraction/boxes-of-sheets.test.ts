import { describe, expect, it } from '@jest/globals';
import { askedIn, rowsOf } from './asked.fixture.js';
import { sheetOf, type Value } from './sheet.fixture.js';

const ITEMS = ['Oars', 'Life jackets', 'Rope', 'First aid kit', 'Flags'];

describe('cells that a sheet shows as boxes', () => {
  it('take the answers beside short items where they hold TRUE or FALSE', () => {
    const sheet = sheetOf([['Yes/No', 'Description'], ...ITEMS.map((item): Value[] => ['FALSE', item])]);
    for (const cell of sheet.cells) if (cell.text === 'FALSE') cell.type = 'boolean';
    expect(askedIn(sheet)).toEqual(rowsOf('B', 'A', [2, 6]));
  });
});

describe('a row with a drop-down of its own', () => {
  it('is asked also where its text looks like a note on the row above', () => {
    const rows = [
      ['Question', 'Answer', 'Meaning for us'],
      ['Which boats do you row?', null, 'Boats to keep free'],
      ['Choice 1:', null, 'First boat'],
      ['Choice 2:', null, 'Second boat'],
      ['Do you row in winter?', null, 'Heating of the hall'],
    ];
    const lists = { 'B2:B5': ['Single', 'Double', 'Eight'] };
    expect(askedIn(sheetOf(rows, { lists }))).toEqual(rowsOf('A', 'B', [2, 5]));
  });
});
