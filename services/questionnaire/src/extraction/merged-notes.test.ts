import { describe, expect, it } from '@jest/globals';
import { askedIn } from './asked.fixture.js';
import { sheetOf } from './sheet.fixture.js';

const ROWS = [
  ['Requirement', 'How it is tested', 'In place', 'Not in place'],
  ['Default passwords are changed before use', 'Look at the settings', '☐', '☐'],
  ['Remarks\nThis holds for all devices, those of partners as well', null, null, null],
  ['Logs are kept for a year at least', 'Look at the archive', '☐', '☐'],
  ['Remarks\nThe last three months stay at hand', null, null, null],
];

describe('a row that spans the question and what explains it', () => {
  it('is a remark on the question above, whatever it says', () => {
    expect(askedIn(sheetOf(ROWS, { merges: ['A3:B3', 'A5:B5'] }))).toEqual(['A2>C2', 'A4>C4']);
  });

  it('asks where it says so', () => {
    const rows = ROWS.map((row, i) => (i === 2 ? ['Which devices are left out?', null, null, null] : row));
    expect(askedIn(sheetOf(rows, { merges: ['A3:B3', 'A5:B5'] }))).toHaveLength(3);
  });
});
