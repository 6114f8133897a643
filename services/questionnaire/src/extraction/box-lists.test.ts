import { describe, expect, it } from '@jest/globals';
import { placeName, questionsOf } from './asked.fixture.js';
import { sheetOf, workbookOf } from './sheet.fixture.js';
import type { Value } from './sheet.fixture.js';
import { documentOf } from './text.fixture.js';

const offeredIn = (rows: readonly (readonly Value[])[]): string[][] =>
  questionsOf(workbookOf(sheetOf(rows))).map(({ text, optionLocations }) => [
    text,
    ...optionLocations.map(({ option, location }) => `${option} ${placeName(location)}`),
  ]);

describe('lists of words with boxes', () => {
  it('below a question are its options', () => {
    const rows = [
      ['No', 'Question', 'Answer'],
      [1, 'How are backups kept?', ''],
      ['', '☐ On disk', ''],
      ['', '☒ On tape', ''],
      [2, 'Which certificates do you hold?', ''],
      ['', '\uf0a8 ISO 27001', ''],
      ['', '\uf0a8 SOC 2', ''],
    ];
    expect(offeredIn(rows)).toEqual([
      ['How are backups kept?', 'On disk B3', 'On tape B4'],
      ['Which certificates do you hold?', 'ISO 27001 B6', 'SOC 2 B7'],
    ]);
    expect(questionsOf(workbookOf(sheetOf(rows)))[0]?.existingAnswer).toBe('On tape');
  });

  it('beside a question are its options, in the rows below it too', () => {
    const rows = [
      ['Question', 'Answer'],
      ['How are backups kept?', '☐ On disk'],
      ['', '☐ On tape'],
      ['', '☐ In the cloud'],
      ['How often are they tested?', '☐ Weekly'],
      ['', '☐ Monthly'],
    ];
    expect(offeredIn(rows)).toEqual([
      ['How are backups kept?', 'On disk B2', 'On tape B3', 'In the cloud B4'],
      ['How often are they tested?', 'Weekly B5', 'Monthly B6'],
    ]);
  });

  it('offer the entries of a list whose bullets are boxes', () => {
    const pieces = [
      { text: 'How are backups kept?', number: '1.' },
      { text: 'On disk', boxed: true, listLevel: 0 },
      { text: 'On tape', boxed: true, listLevel: 0 },
      { text: 'Where are they kept?', number: '2.' },
    ];
    expect(questionsOf(documentOf(pieces)).map(({ text, options }) => [text, ...options])).toEqual([
      ['How are backups kept?', 'On disk', 'On tape'],
      ['Where are they kept?'],
    ]);
  });
});
