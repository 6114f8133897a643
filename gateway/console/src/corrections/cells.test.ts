import { describe, expect, it } from '@jest/globals';
import type { AccountEntry } from '../api/types.js';
import { question } from '../review/question.fixture.js';
import { area } from './area.fixture.js';
import { cellsOf, columnNumber, foundOf, lettersOf } from './cells.js';
import { movedBy } from './grid-moves.js';
import { keyOf } from '../review/layout.js';

const entry = (location: AccountEntry['location'], text = 'text'): AccountEntry => ({
  sheet_id: 'one',
  class: 'skipped',
  reason: 'because',
  location,
  text,
});
const cell = (name: string) => ({ sheet: 'Controls', cell: name });
const labels = (cells: ReturnType<typeof cellsOf>): string[] => cells.rows.map(({ label }) => label);

describe('the cells of a sheet', () => {
  it('stand in a grid with blank cells among them, one row and one column more than are used', () => {
    const cells = cellsOf(area({ row_count: 4, column_count: 2 }), [entry(cell('A2')), entry(cell('B4'), 'far')]);
    expect(cells.columns).toEqual(['A', 'B', 'C']);
    expect(labels(cells)).toEqual(['1', '2', '3', '4', '5']);
    expect(cells.rows[3]?.cells[1]).toMatchObject({ text: 'far', place: cell('B4'), class: 'skipped' });
    expect(cells.rows[4]?.cells[2]).toEqual({ text: '', place: cell('C5'), class: undefined });
  });

  it('leave out the blank rows when they are many, and the columns far at the right', () => {
    const cells = cellsOf(area({ row_count: 9000, column_count: 9000 }), [entry(cell('A1')), entry(cell('A8000'))]);
    expect(labels(cells)).toEqual(['1', '8000']);
    expect(cells.columns).toHaveLength(60);
  });

  it('make the columns of sentences wide, and no column by a title alone in its row', () => {
    const sentence = 'Describe how the recovery of the service is tested, and by whom.';
    const { widths } = cellsOf(area({ column_count: 3 }), [
      entry(cell('A1'), sentence.repeat(3)),
      entry(cell('A2'), '1'),
      entry(cell('B2'), sentence),
    ]);
    expect(widths[0]).toBeLessThan(widths[1] ?? 0);
  });

  it('are those of the table alone, when it is one of a text, and of no table when it is the text', () => {
    const entries = [
      entry({ paragraph: 1 }, 'Title'),
      entry({ table: 1, row: 1, column: 1 }, 'other'),
      entry({ table: 2, row: 2, column: 2 }, 'Password rules'),
    ];
    const table = cellsOf(area({ sheet: '', table: 2, row_count: 2, column_count: 2 }), entries);
    expect([table.columns, labels(table)]).toEqual([
      ['A', 'B'],
      ['1', '2'],
    ]);
    expect(table.rows[1]?.cells[1]?.text).toBe('Password rules');
    const text = cellsOf(area({ sheet: '', row_count: 0, column_count: 0 }), entries);
    expect(text.columns).toEqual(['']);
    expect(text.rows.map(({ cells }) => cells[0]?.text)).toEqual(['Title']);
  });
});

describe('letters of columns', () => {
  it('count as spreadsheets do', () => {
    for (const [number, letters] of [
      [1, 'A'],
      [26, 'Z'],
      [27, 'AA'],
      [703, 'AAA'],
    ] as const)
      expect([lettersOf(number), columnNumber(letters)]).toEqual([letters, number]);
  });
});

describe('what was found', () => {
  it('is known by its place', () => {
    const found = foundOf([question({ location: cell('C2'), answer_location: cell('E2') })]);
    expect(found.questions.get(keyOf(cell('C2')))?.id).toBe('q');
    expect(found.answers.has(keyOf(cell('E2')))).toBe(true);
  });
});

describe('the keys of the grid', () => {
  it('move by a cell, to the ends of a row, by ten rows, and never out of it', () => {
    const from = { row: 1, column: 1 };
    expect(movedBy('ArrowDown', from, 3, 4)).toEqual({ row: 2, column: 1 });
    expect(movedBy('ArrowLeft', { row: 0, column: 0 }, 3, 4)).toEqual({ row: 0, column: 0 });
    expect(movedBy('End', from, 3, 4)).toEqual({ row: 1, column: 3 });
    expect(movedBy('Home', from, 3, 4)).toEqual({ row: 1, column: 0 });
    expect(movedBy('PageDown', from, 30, 4)).toEqual({ row: 11, column: 1 });
    expect(movedBy('a', from, 3, 4)).toBeUndefined();
  });
});
