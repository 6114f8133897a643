import { describe, expect, it } from '@jest/globals';
import { askedIn, placeName, questionsOf, rowsOf } from './asked.fixture.js';
import { extractQuestions } from './extract.js';
import { sheetOf, workbookOf } from './sheet.fixture.js';
import type { Value } from './sheet.fixture.js';

const TOPIC = [
  'encryption',
  'backups',
  'logging',
  'patching',
  'training',
  'incidents',
  'suppliers',
  'access',
  'keys',
  'networks',
  'devices',
  'privacy',
];

function numbered(count: number, from = 1): Value[][] {
  return Array.from({ length: count }, (_, i) => [
    `${from + i}`,
    `Do you have a documented policy for ${TOPIC[i % TOPIC.length] ?? ''} (${from + i})?`,
    null,
    null,
  ]);
}

function textOf(row: readonly Value[]): string {
  return typeof row[1] === 'string' ? row[1] : '';
}

describe('failures of peers', () => {
  it('finds 57 of 57 over five sheets with preamble, merged title, section rows and a hidden list', () => {
    const part = (name: string, count: number, from: number): ReturnType<typeof sheetOf> => {
      const rows = numbered(count, from);
      const half = Math.ceil(count / 2);
      return sheetOf(
        [
          ['Vendor Security Assessment 2024', null, null, null],
          [
            'Please complete every tab and return the workbook by e-mail. Use the drop-down lists where they are provided.',
          ],
          [],
          ['ID', 'Question', 'Response', 'Comments'],
          [`${name} basics`],
          ...rows.slice(0, half),
          [`${name} details`],
          ...rows.slice(half),
        ],
        {
          name,
          merges: ['A1:D1', 'A2:D2', 'A5:D5', `A${6 + half}:D${6 + half}`],
          lists: { 'C5:C100': ['Yes', 'No', 'N/A'] },
          boldRows: [1, 4, 5, 6 + half],
        },
      );
    };
    const sheets = [
      sheetOf(
        [
          ['Instructions'],
          ['1. Read all tabs before you begin.'],
          ['2. Answer each question with Yes, No or N/A.'],
          ['3. Do you need help? Write to us.'],
        ],
        { name: 'Instructions' },
      ),
      part('Governance', 20, 1),
      part('Technology', 19, 21),
      part('People', 18, 40),
      sheetOf([['Answers'], ['Yes'], ['No'], ['N/A'], ['Partial']], { name: 'Lists', hidden: true }),
    ];
    const found = questionsOf(workbookOf(...sheets));
    expect(found).toHaveLength(57);
    expect(found.map((question) => question.number)).toEqual(Array.from({ length: 57 }, (_, i) => String(i + 1)));
    expect(found[0]).toMatchObject({
      section: 'Governance basics',
      options: ['Yes', 'No', 'N/A'],
      answerType: 'choice',
    });
    expect(found[56]?.section).toBe('People details');
  });

  it('takes questions whose text a formula shows', () => {
    const rows = Array.from({ length: 10 }, (_, i): Value[] => [
      i + 1,
      {
        text: `Does Acme comply with rule ${i + 1} of the policy?`,
        formula: `"Does "&Data!$A$1&" comply with rule ${i + 1} of the policy?"`,
      },
      null,
    ]);
    const sheet = sheetOf([['#', 'Question', 'Answer'], ...rows]);
    const data = sheetOf([['Acme'], ['Example Ltd']], { name: 'Data' });
    expect(askedIn(sheet, data)).toEqual(rowsOf('B', 'C', [2, 11]));
  });

  it('finds a column of questions far to the right', () => {
    const row = (...cells: Value[]): Value[] => [...Array.from({ length: 30 }, (): Value => null), ...cells];
    const sheet = sheetOf([
      row('Question', 'Answer'),
      row('Is data encrypted?', null),
      row('Is access logged?', null),
      row('Are backups tested?', null),
    ]);
    expect(askedIn(sheet)).toEqual(rowsOf('AE', 'AF', [2, 4]));
  });

  it('finds a heading on row 25', () => {
    const preamble = Array.from({ length: 24 }, (_, i): Value[] =>
      i % 3 === 0 ? [`Introductory remark number ${i} about this assessment and how it is used.`] : [],
    );
    const sheet = sheetOf([
      ...preamble,
      ['Ref', 'Requirement', 'Response'],
      ['1', 'Provide your security policy', null],
      ['2', 'Multi-factor authentication', null],
    ]);
    expect(askedIn(sheet)).toEqual(rowsOf('B', 'C', 26, 27));
  });

  it('keeps "If yes, please describe." once for each of three parents', () => {
    const sheet = sheetOf([
      ['No', 'Question', 'Answer'],
      ['1', 'Do you use subprocessors?', null],
      ['1.1', 'If yes, please describe.', null],
      ['2', 'Have you had a breach in the last three years?', null],
      ['2.1', 'If yes, please describe.', null],
      ['3', 'Do you transfer data abroad?', null],
      ['3.1', 'If yes, please describe.', null],
    ]);
    const found = questionsOf(workbookOf(sheet));
    expect(found.map((question) => placeName(question.location))).toEqual(['B2', 'B3', 'B4', 'B5', 'B6', 'B7']);
    expect(found[3]).toMatchObject({
      text: 'If yes, please describe.',
      stem: 'Have you had a breach in the last three years?',
    });
  });

  it('keeps all of 50,000 rows', () => {
    const rows = Array.from({ length: 50_000 }, (_, i): Value[] => [
      `Q-${i + 1}`,
      `Is control number ${i + 1} implemented?`,
      null,
    ]);
    expect(questionsOf(workbookOf(sheetOf([['ID', 'Question', 'Answer'], ...rows])))).toHaveLength(50_000);
  });

  it('keeps a drop-down over the rest of the sheet and 50,000 merges as ranges', () => {
    const merges = Array.from({ length: 50_000 }, (_, i) => `F${2 * i + 1}:G${2 * i + 2}`);
    const sheet = sheetOf([['ID', 'Question', 'Answer'], ...numbered(40)], {
      merges,
      lists: { 'C2:XFD1048576': ['Yes', 'No'] },
    });
    const found = questionsOf(workbookOf(sheet));
    expect(found).toHaveLength(40);
    expect(found[0]).toMatchObject({ answerType: 'boolean', options: ['Yes', 'No'] });
  });

  it('does not count a far styled cell as content', () => {
    const sheet = sheetOf([['ID', 'Question', 'Answer'], ...numbered(5)]);
    sheet.cells.push({ row: 1_048_575, column: 16_383, text: '', type: 'text', filled: true });
    expect(askedIn(sheet)).toEqual(rowsOf('B', 'C', [2, 6]));
  });

  it('keeps questions of hidden rows and sheets and says that they are hidden', () => {
    const shown = sheetOf([['ID', 'Question', 'Answer'], ...numbered(3)], { hiddenRows: [3] });
    const hidden = sheetOf([['ID', 'Question', 'Answer'], ...numbered(2, 10)], { name: 'More', hidden: true });
    expect(questionsOf(workbookOf(shown, hidden)).map((question) => question.hidden)).toEqual([
      false,
      true,
      false,
      true,
      true,
    ]);
  });

  it('takes a sheet that shows another one by formulas for an echo', () => {
    const original = sheetOf([['ID', 'Question', 'Answer'], ...numbered(4)], {
      name: 'Interview',
      lists: { 'C2:C5': ['Yes', 'No'] },
    });
    const echo = sheetOf(
      [
        ['ID', 'Question', 'Answer', 'Target'],
        ...numbered(4).map((row, i): Value[] => [
          row[0] ?? '',
          { text: textOf(row), formula: `Interview!B${i + 2}` },
          { text: 'Yes', formula: `Interview!C${i + 2}` },
          null,
        ]),
      ],
      { name: 'Roadmap', lists: { 'D2:D5': ['Yes', 'No'] } },
    );
    const result = extractQuestions(workbookOf(original, echo));
    expect(result.sheets.map((sheet) => sheet.questions.length)).toEqual([4, 0]);
    expect(result.sheets[1]?.account.filter((entry) => entry.reason === 'echo_of_other_sheet')).toHaveLength(4);
  });

  it('asks where people answer when a list of questions feeds the form by formulas', () => {
    const list = sheetOf(
      [['ID', 'Question', 'Category'], ...numbered(4).map((row): Value[] => [row[0] ?? '', row[1] ?? '', 'Security'])],
      { name: 'Library', hidden: true },
    );
    const form = sheetOf(
      [
        ['ID', 'Question', 'Answer'],
        ...numbered(4).map((row, i): Value[] => [
          row[0] ?? '',
          { text: textOf(row), formula: `VLOOKUP(A${i + 2},Library!A:B,2,FALSE)` },
          null,
        ]),
      ],
      { name: 'Form', lists: { 'C2:C5': ['Yes', 'No'] } },
    );
    expect(extractQuestions(workbookOf(list, form)).sheets.map((sheet) => sheet.questions.length)).toEqual([0, 4]);
  });
});
