import { describe, expect, it } from '@jest/globals';
import { askedIn, questionsOf } from './asked.fixture.js';
import { sheetOf, workbookOf } from './sheet.fixture.js';
import type { Value } from './sheet.fixture.js';

const TEXTS = ['Do you encrypt backups?', 'Is access to production logged?', 'Do you rotate keys every year?'];
const column = (...rest: Value[]): Value[][] => TEXTS.map((text) => [text, ...rest]);
const keysOf = (...sheets: Parameters<typeof workbookOf>): string[] =>
  questionsOf(workbookOf(...sheets)).map(({ key }) => key);

describe('a question with several places for answers', () => {
  it.each([
    [['Question', 'Product A', 'Product B', 'Remarks']],
    [['Question', 'Response site 1', 'Response site 2', 'Remarks']],
    [['Question', '2024', '2025', 'Remarks']],
  ])('is asked once for each column of %s', (head) => {
    const sheet = sheetOf([head, ...column()]);
    expect(askedIn(sheet)).toEqual([2, 3, 4].flatMap((row) => [`A${row}>B${row}`, `A${row}>C${row}`]));
    const found = questionsOf(workbookOf(sheet));
    expect(found.slice(0, 2).map(({ section }) => section)).toEqual([head[1], head[2]]);
    expect(new Set(keysOf(sheet)).size).toBe(6);
  });

  it('is asked once where the second column is for something else', () => {
    for (const second of ['Response details', 'Comments', 'Customer response'])
      expect(askedIn(sheetOf([['Question', 'Vendor response', second], ...column()]))).toHaveLength(3);
  });

  it('is asked once for each of the rows that it is merged over, by what stands in them', () => {
    const aspects = ['Policy', 'Process', 'Evidence'];
    const rows = TEXTS.flatMap((text, i) =>
      aspects.map((aspect, j): Value[] => [j === 0 ? `${i + 1}` : null, j === 0 ? text : null, aspect, null]),
    );
    const merges = TEXTS.flatMap((_, i) => [`A${i * 3 + 2}:A${i * 3 + 4}`, `B${i * 3 + 2}:B${i * 3 + 4}`]);
    const sheet = sheetOf([['No.', 'Question', 'Aspect', 'Answer'], ...rows], { merges });
    expect(askedIn(sheet)).toEqual(rows.map((_, i) => `C${i + 2}>D${i + 2}`));
    const [first, second] = questionsOf(workbookOf(sheet));
    expect([first?.text, first?.stem, first?.number]).toEqual(['Policy', TEXTS[0], '1']);
    expect([second?.text, second?.stem, second?.number]).toEqual(['Process', TEXTS[0], '1']);
  });

  it.each([
    ['Question', 'Control', 'Sub question', 'Result'],
    ['Frage', 'Kontrolle', 'Teilfrage', 'Ergebnis'],
    ['Pregunta', 'Control', 'Subpregunta', 'Resultado'],
  ])('is asked by the texts behind it, not by codes or by a text that repeats: %s', (asks, code, part, answer) => {
    const rows = TEXTS.flatMap((text, i) =>
      [1, 2, 3]
        .slice(i === 2 ? 2 : 0)
        .map((j): Value[] => [
          j === 1 || i === 2 ? text : null,
          `MAP ${i + 1}.${j}`,
          'Privacy',
          `The supplier keeps record ${i}${j} of each change.`,
          null,
        ]),
    );
    const merges = ['A2:A4', 'A5:A7'];
    const sheet = sheetOf([[asks, code, 'Trait', part, answer], ...rows], { merges });
    expect(askedIn(sheet)).toEqual(rows.map((_, i) => `D${i + 2}>E${i + 2}`));
    expect(questionsOf(workbookOf(sheet))[1]?.stem).toBe(TEXTS[0]);
  });
});

describe('several questions with one place for their answers', () => {
  it('are asked one by one where they are lettered in one cell', () => {
    const sheet = sheetOf([
      ['ID', 'Question', 'Answer'],
      ['CO-01', 'CO-01a - Do you plan audits?\nCO-01b - Do you share the results?\nWith whom?', null],
      ['CO-02', 'About your staff: a) Do you screen them? b) Describe their training.', null],
      ['CO-03', 'Do you label data?', null],
    ]);
    expect(questionsOf(workbookOf(sheet)).map(({ number, stem, text }) => [number, stem, text])).toEqual([
      ['CO-01a', '', 'CO-01a - Do you plan audits?'],
      ['CO-01b', '', 'CO-01b - Do you share the results?\nWith whom?'],
      ['CO-02 a', 'About your staff:', 'a) Do you screen them?'],
      ['CO-02 b', 'About your staff:', 'b) Describe their training.'],
      ['CO-03', '', 'Do you label data?'],
    ]);
    expect(askedIn(sheet)).toEqual(['B2>C2', 'B2>C2', 'B3>C3', 'B3>C3', 'B4>C4']);
    expect(new Set(keysOf(sheet)).size).toBe(5);
  });

  it('stay one where an option answers them, or one text already does', () => {
    const text = 'a) Do you plan audits?\nb) Do you share the results?';
    const rows: Value[][] = [
      ['Question', 'Answer'],
      [text, null],
      ['Do you label data?', null],
    ];
    expect(askedIn(sheetOf(rows, { lists: { 'B2:B3': ['Yes', 'No'] } }))).toEqual(['A2>B2', 'A3>B3']);
    rows[1] = [text, 'We plan them, and publish a summary.'];
    expect(askedIn(sheetOf(rows))).toEqual(['A2>B2', 'A3>B3']);
  });

  it('all name the one merged cell', () => {
    const sheet = sheetOf([['ID', 'Question', 'Answer'], ...TEXTS.map((text, i): Value[] => [i + 1, text, null])], {
      merges: ['C2:C3'],
    });
    expect(askedIn(sheet)).toEqual(['B2>C2', 'B3>C2', 'B4>C4']);
  });
});
