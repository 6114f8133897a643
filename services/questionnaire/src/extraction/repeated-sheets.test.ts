import { describe, expect, it } from '@jest/globals';
import { extractQuestions } from './extract.js';
import { sheetOf, workbookOf } from './sheet.fixture.js';
import type { SheetModel } from '../documents/model.js';

const ASKED = [
  'Do all pictures have a description?',
  'Is each frame named?',
  'Can every page be used with the keyboard?',
  'Are links told apart from other text?',
  'Does each field have a label?',
  'Are tables headed?',
];
const STATES = ['Met', 'Not met', 'Open'];
const audit = (name: string): SheetModel =>
  sheetOf([['No.', 'Criterion', 'State', 'Comment'], ...ASKED.map((text, i) => [i + 1, text, null, null])], {
    name,
    lists: { 'C2:C7': STATES },
  });
/** The same texts in other columns, over results of several pages. */
const summary = sheetOf(
  [
    ['Site', null, null, null],
    ['Topic', 'No.', 'Criterion', 'Column1', 'Column2'],
    ...ASKED.map((text, i) => ['Pages', i + 1, text, null, null]),
  ],
  { name: 'Results', lists: { 'D3:E8': STATES } },
);
const counts = (...sheets: SheetModel[]): number[] =>
  extractQuestions(workbookOf(...sheets)).sheets.map(({ questions }) => questions.length);

describe('a sheet that types the questions of another once more', () => {
  it('asks nothing where it has a layout of its own', () => {
    expect(counts(audit('Pages'), summary)).toEqual([6, 0]);
    const [, repeated] = extractQuestions(workbookOf(audit('Pages'), summary)).sheets;
    expect(repeated?.account.filter(({ reason }) => reason === 'echo_of_other_sheet')).toHaveLength(6);
  });

  it('asks again where it is a copy of the form, for another thing', () => {
    expect(counts(audit('Shop'), audit('App'))).toEqual([6, 6]);
  });

  it('asks what the other does not', () => {
    const other = sheetOf(
      [['No.', 'Question', 'Answer'], ...ASKED.map((text, i) => [i + 1, `${text} Why ${i}?`, null])],
      {
        name: 'More',
      },
    );
    expect(counts(audit('Pages'), other)).toEqual([6, 6]);
  });
});
