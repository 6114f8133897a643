import { describe, expect, it } from '@jest/globals';
import { askedIn, rowsOf } from './asked.fixture.js';
import { sheetOf } from './sheet.fixture.js';
import { placesOf, textsOf } from './text.fixture.js';

const ITEMS = ['First aid kit', 'Torch', 'Fire extinguisher', 'Spare wheel', 'Warning triangle', 'Road map'];

describe('a list that somebody goes through', () => {
  it('is ticked in the drawn cell between the quantity and the item', () => {
    const rows = [['VEHICLE'], ...ITEMS.map((item, i) => [i === 2 ? 2 : 1, null, item])];
    expect(askedIn(sheetOf(rows, { framed: ['B2:B7'] }))).toEqual(rowsOf('C', 'B', [2, 7]));
  });

  it('has sections, and items without a quantity, in tables of documents', () => {
    const rows = [['DRIVER', '', ''], ...ITEMS.map((item, i) => [i === 4 ? '' : '1', '', item])];
    expect(placesOf([rows])).toEqual(ITEMS.map((_, i) => `t1r${i + 2}c3>t1r${i + 2}c2`));
  });

  it('asks nothing where nothing is drawn in front of the items, or where they have no number', () => {
    const rows = ITEMS.map((item, i) => [i + 1, null, item]);
    expect(askedIn(sheetOf(rows))).toEqual([]);
    expect(textsOf([ITEMS.map((item) => ['', '', item])])).toEqual([]);
  });

  it('asks nothing where the rows go on behind the texts', () => {
    const rows = ITEMS.map((item, i) => [i + 1, null, item, `${i + 4} EUR`]);
    expect(askedIn(sheetOf(rows, { framed: ['B1:B6'] }))).toEqual([]);
  });
});
