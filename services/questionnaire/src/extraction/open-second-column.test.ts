import { describe, expect, it } from '@jest/globals';
import { askedIn, rowsOf } from './asked.fixture.js';
import { gridOfSheet } from './grid/grid.js';
import { Ledger } from './grid/ledger.js';
import { findOpenSecondColumn } from './grid/open-second-column.js';
import { ShapeCache } from './language/text-shape.js';
import { sheetOf } from './sheet.fixture.js';

const LONG =
  'Think about the days before the regatta. What went well? Was there anything that you were missing on the quay?';
const TEXTS = [
  'Team',
  'Time of arrival',
  'How would you rate the boats?',
  LONG,
  'What should we change?',
  'Anything else',
];

describe('a heading over the empty column behind texts', () => {
  it('takes the answers to all of them where some ask, however long they are', () => {
    const rows = [['Topic', 'Remarks'], ...TEXTS.map((text) => [text])];
    expect(askedIn(sheetOf(rows, { boldRows: [1] }))).toEqual(rowsOf('A', 'B', [2, 7]));
  });

  it('takes none where nothing asks', () => {
    const names = ['Anna', 'Bert', 'Carla', 'Dora', 'Emil', 'Fritz'].map((name) => [name]);
    const grid = gridOfSheet(sheetOf([['Rower', 'Boat'], ...names], { boldRows: [1] }));
    expect(findOpenSecondColumn(grid, new ShapeCache(), new Ledger(grid))).toEqual([]);
  });
});
