import { describe, expect, it } from '@jest/globals';
import { askedIn, rowsOf } from './asked.fixture.js';
import { sheetOf, type SheetOptions, type Value } from './sheet.fixture.js';
import { placesOf } from './text.fixture.js';

/** Points of a check list in a language that nobody speaks: no list of words knows any of it. */
const POINTS = [
  'Volmar tesk onderi pulat',
  'Bresti noval kemte undra sol',
  'Harvik dolm entari',
  'Selto vrani makud pertin',
  'Ombra telkis varde nuli',
  'Gretin solva pamkor dest',
];
const counted = (texts: readonly string[], ...others: Value[]): Value[][] =>
  texts.map((text, i) => [i + 1, text, ...others]);
const asked = (rows: Value[][], options: SheetOptions = {}): string[] => askedIn(sheetOf(rows, options));

describe('a sheet in a language that nobody knows', () => {
  it('is asked beside the empty columns that its heading names', () => {
    const heading = ['Nur', 'Pelkat', 'Vestin', 'Umrak'];
    expect(asked([heading, ...counted(POINTS)])).toEqual(rowsOf('B', 'C', [2, 7]));
  });

  it('is asked below a title and a remark, and names what stands before it as section', () => {
    const heading = ['Nur', 'Pelkat', 'Vestin'];
    const rows = [['Grot pelkat'], [], heading, ...counted(POINTS)];
    expect(asked(rows, { boldRows: [1, 3] })).toEqual(rowsOf('B', 'C', [4, 9]));
  });

  it('is asked beside drop-downs, with a heading or without', () => {
    const lists = { 'C1:C7': ['Da', 'Ne', 'Mor'] };
    expect(asked(counted(POINTS), { lists })).toEqual(rowsOf('B', 'C', [1, 6]));
    expect(asked([['Nur', 'Pelkat', 'Vestin'], ...counted(POINTS)], { lists })).toEqual(rowsOf('B', 'C', [2, 7]));
  });

  it('is asked where somebody has chosen among a few values', () => {
    const values = ['Da', 'Ne', 'Da', 'Mor', 'Da', 'Ne'];
    const rows = POINTS.map((text, i) => [`K-${i + 1}`, text, values[i]!, 'Tolma dri vesk']);
    expect(asked([['Kod', 'Pelkat', 'Vestin', 'Umrak'], ...rows])).toEqual(rowsOf('B', 'C', [2, 7]));
  });

  it('is asked for the points and not for what explains them', () => {
    const rows = POINTS.map((text, i) => [i + 1, text, `${POINTS[(i + 1) % 6]!} ${POINTS[(i + 2) % 6]!}`]);
    expect(asked([['Nur', 'Pelkat', 'Ombrat', 'Vestin'], ...rows])).toEqual(rowsOf('B', 'D', [2, 7]));
  });

  it('is asked once where its heading comes again', () => {
    const heading = ['Nur', 'Pelkat', 'Vestin'];
    const rows = [heading, ...counted(POINTS.slice(0, 3)), heading, ...counted(POINTS.slice(3))];
    expect(asked(rows)).toEqual(rowsOf('B', 'C', [2, 4], [6, 8]));
  });
});

describe('a form that is laid out across', () => {
  const labels = ['Volmar', 'Tesk onderi', 'Pulat', 'Bresti noval', 'Kemte'];

  it('is asked below each label, where one row of cells is drawn there', () => {
    const places = ['A1>A2', 'B1>B2', 'C1>C2', 'D1>D2', 'E1>E2'];
    expect(asked([labels], { framed: ['A2:E2'] })).toEqual(places);
    const parts = [
      ['Grot', '', ...labels.slice(2)],
      ['Volmar', 'Tesk onderi'],
    ];
    const merges = ['A1:B1', 'C1:C2', 'D1:D2', 'E1:E2'];
    expect(asked(parts, { framed: ['A3:E3'], merges })).toEqual(['C1>C3', 'D1>D3', 'E1>E3', 'A2>A3', 'B2>B3']);
  });

  it('asks nothing where more rows are drawn, or none', () => {
    expect(asked([labels], { framed: ['A2:E9'] })).toEqual([]);
    expect(asked([labels])).toEqual([]);
  });
});

describe('a table of a document in such a language', () => {
  it('is asked beside its empty cells', () => {
    const rows = [['Pelkat', 'Vestin', 'Umrak'], ...POINTS.map((text) => [text, '', ''])];
    expect(placesOf(['Grot pelkat', rows])).toEqual(POINTS.map((_, i) => `t1r${i + 2}c1>t1r${i + 2}c2`));
  });
});

describe('what tells and asks nothing', () => {
  it.each<[string, Value[][]]>([
    ['prices', [['Pelkat', 'Vestin', 'Umrak'], ...POINTS.map((text, i) => [text, i + 3, (i + 3) * 7])]],
    [
      'stock',
      [
        ['Item', 'Serial', 'Bought', 'Price'],
        ...POINTS.map((text, i) => [text, `S-${i}9`, `2030-0${i + 1}-01`, 12.5 * i]),
      ],
    ],
    ['terms', [['Term', 'Meaning'], ...POINTS.map((text, i) => [`Term${i}`, `${text} is what it says here.`])]],
    ['people', POINTS.map((_, i) => [`Person ${i}`, `p${i}@brook.example`, `+49 30 12${i}`])],
    ['a report', POINTS.map((text) => [`${text}. It was seen in the year before and told to the board.`])],
  ])('%s', (_, rows) => {
    expect(asked(rows)).toEqual([]);
  });

  it('is left alone beside a sheet that asks', () => {
    const questions = sheetOf([['Question', 'Answer'], ...POINTS.map((text) => [`Do you keep ${text}?`])]);
    const list = sheetOf([['Nur', 'Pelkat', 'Vestin'], ...counted(POINTS)], { name: 'Lists' });
    expect(askedIn(questions, list)).toEqual(rowsOf('A', 'B', [2, 7]));
  });
});
