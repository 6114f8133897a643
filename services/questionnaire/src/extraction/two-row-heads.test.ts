import { describe, expect, it } from '@jest/globals';
import { askedIn, rowsOf } from './asked.fixture.js';
import { sheetOf, type Value } from './sheet.fixture.js';

const TEXTS = [
  'Is access to the harbour office locked at night?',
  'Is there a list of all keys, and who has them?',
  'Are the boats counted every evening?',
  'Do visitors sign a book?',
  'Is the book kept for a year?',
];
const marked = (text: string, i: number): Value[] => [i + 1, text, 'X', '-', 'X', 'X', '-'];
const HEADS: Value[][] = [
  ['Nr', 'Volmar:\n\nTesk', 'Onderi', null, null, 'Pulat', null, 'Bresti'],
  [null, null, 'Kemte', 'Undra', 'Selto', 'Vrani', 'Makud'],
];
const MERGES = ['A1:A2', 'B1:B2', 'H1:H2', 'C1:E1', 'F1:G1'];

describe('a bold heading of two rows that no word gives away', () => {
  it('asks nothing itself, and the open column that it heads takes the answers, also where a remark stands in it', () => {
    const rows = TEXTS.map(marked);
    const sheet = (body: Value[][]): string[] =>
      askedIn(sheetOf([...HEADS, ...body], { merges: MERGES, boldRows: [1, 2] }));
    expect(sheet(rows)).toEqual(rowsOf('B', 'H', [3, 7]));
    const long = [...rows, ...rows.map((row, i) => row.with(0, i + 6).with(1, `And is it told to the board? ${i}`))];
    const remark = long.map((row, i) => (i === 3 ? [...row, 'See the drawing of the wall'] : row));
    expect(sheet(remark)).toEqual(rowsOf('B', 'H', [3, 12]));
  });

  it('is none where the rows below are bold as well: then every row of a merged question asks', () => {
    const rows: Value[][] = [
      [1, 'How are boats kept safe?', 'By day', null],
      [null, null, 'By night', null],
      [2, 'How are nets kept dry?', 'In summer', null],
      [null, null, 'In winter', null],
    ];
    const merges = ['A2:A3', 'B2:B3', 'A4:A5', 'B4:B5'];
    const found = askedIn(
      sheetOf([['No', 'Question', 'Aspect', 'Answer'], ...rows], { merges, boldRows: [1, 2, 3, 4, 5] }),
    );
    expect(found).toEqual(rowsOf('C', 'D', [2, 5]));
  });
});
