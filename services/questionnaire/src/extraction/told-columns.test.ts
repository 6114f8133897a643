import { describe, expect, it } from '@jest/globals';
import { askedIn } from './asked.fixture.js';
import { sheetOf } from './sheet.fixture.js';
import { textsOf } from './text.fixture.js';

describe('what tells and asks nothing', () => {
  it('is a column of how many questions there are elsewhere', () => {
    const rows = [
      ['Domain', 'Questions', 'Key areas'],
      ['Doors', '5 questions', 'Locks, keys'],
      ['Windows', '7 questions', 'Glass, frames'],
      ['Roof', '5 questions', 'Tiles, gutters'],
    ];
    expect(textsOf(['The whole list is kept elsewhere.', rows])).toEqual([]);
  });

  it('is a list of what was found and what has to be done about it', () => {
    const rows = [
      ['Supplier', 'Risk Finding', 'Required Remediation', 'Owner', 'Target Date', 'Status'],
      [
        'Locks Ltd',
        'The back door has no lock',
        'Fit a lock to the back door before winter',
        'Caretaker',
        'May',
        'Open',
      ],
      ['Glass Ltd', 'The panes are thin', 'Fit panes of twice the thickness', 'Supplier', 'June', 'In Progress'],
      ['Tiles Ltd', 'Tiles are loose', 'Fix the loose tiles of the roof', 'Supplier', 'June', 'Open'],
    ];
    expect(askedIn(sheetOf(rows))).toEqual([]);
  });

  it('is a heading that begins as a request does, over a text that tells what it names', () => {
    const told = 'Access to records is restricted to those who keep the house, and nobody else may change them.';
    expect(
      textsOf(['# Locks', told, '# Document and Record Management', null, told, '# Windows', told, '# Roof', told]),
    ).toEqual([]);
  });
});
