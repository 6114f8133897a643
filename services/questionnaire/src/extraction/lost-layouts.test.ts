import { describe, expect, it } from '@jest/globals';
import { askedIn, questionsOf, rowsOf } from './asked.fixture.js';
import { sheetOf, workbookOf } from './sheet.fixture.js';
import { documentOf, placesOf, textsOf } from './text.fixture.js';

const STATEMENTS = [
  'Backups are taken every day and kept for a month.',
  'Keys are rotated once a year at least.',
  'Access rights are reviewed every quarter.',
];

describe('tables of controls and their parts', () => {
  it('ask for each part below the prompt', () => {
    const table = [
      ['AC-2 How is the control implemented?', ''],
      ['Part a', ''],
      ['Part b', ''],
      ['Part c', 'Accounts are reviewed every quarter.'],
    ];
    const asked = questionsOf(documentOf([table]));
    expect(placesOf([table])).toEqual(['t1r2c1>t1r2c2', 't1r3c1>t1r3c2', 't1r4c1>t1r4c2']);
    expect(asked.map(({ text, stem, existingAnswer }) => [text, stem, existingAnswer])).toEqual([
      ['Part a', 'AC-2 How is the control implemented?', ''],
      ['Part b', 'AC-2 How is the control implemented?', ''],
      ['Part c', 'AC-2 How is the control implemented?', 'Accounts are reviewed every quarter.'],
    ]);
  });

  it('ask in one column too, and know what was written there', () => {
    const table = [['AC-2 How is the control implemented?'], ['Teil a:'], ['Teil b:\nAntwort: Vierteljährlich.']];
    expect(questionsOf(documentOf([table])).map(({ text, existingAnswer }) => [text, existingAnswer])).toEqual([
      ['Teil a', ''],
      ['Teil b', 'Vierteljährlich.'],
    ]);
  });

  it('ask nothing where the parts only have names', () => {
    expect(
      textsOf([
        [
          ['Contents of this document', ''],
          ['Part A', 'Access control'],
          ['Part B', 'Operations'],
        ],
      ]),
    ).toEqual([]);
  });
});

describe('statements under the heading for guidance', () => {
  it('are asked where answers are expected beside them and nothing else could be meant', () => {
    const names = ['Backups', 'Keys', 'Access'];
    const asked = (heading: string): string[] =>
      askedIn(sheetOf([['Control', heading, 'Response'], ...STATEMENTS.map((text, i) => [names[i]!, text, ''])]));
    expect(asked('Guidance')).toEqual(rowsOf('B', 'C', [2, 4]));
    expect(asked('Hinweise')).toEqual(rowsOf('B', 'C', [2, 4]));
  });

  it('stay guidance beside questions', () => {
    const rows = [
      ['Question', 'Guidance', 'Response'],
      ...STATEMENTS.map((text, i) => [`Is control ${i} met?`, text, '']),
    ];
    expect(askedIn(sheetOf(rows))).toEqual(rowsOf('A', 'C', [2, 4]));
  });
});

describe('labels without a question mark', () => {
  it('with the mark of what is required are asked, in sheets, tables and text', () => {
    const labels = ['Encryption standard in use *', 'Backup frequency *', 'Retention period *'];
    expect(askedIn(sheetOf(labels.map((label) => [label, ''])))).toEqual(rowsOf('A', 'B', [1, 3]));
    expect(textsOf([labels.map((label) => [label, ''])])).toHaveLength(3);
    expect(textsOf(labels.flatMap((label) => [label, null]))).toHaveLength(3);
  });

  it('with a number and a blank below are asked, in text and in tables', () => {
    const labels = ['1. Legal name of the company', '2. Scope of the service', '3. Locations of data'];
    expect(placesOf(labels.flatMap((label) => [label, null]))).toEqual(['p1>p2', 'p3>p4', 'p5>-']);
    expect(placesOf([labels.flatMap((label) => [[label], ['']])])).toEqual([
      't1r1c1>t1r2c1',
      't1r3c1>t1r4c1',
      't1r5c1>t1r6c1',
    ]);
  });

  it('ask nothing where text stands below them, or where they are titles that come again', () => {
    const titles = ['1. Purpose of the policy', '2. Scope of the policy', '3. Roles of the staff'];
    expect(textsOf(titles.flatMap((title) => [title, null, `${STATEMENTS[0]!} ${STATEMENTS[1]!}`, null]))).toEqual([]);
    expect(textsOf([...titles.flatMap((title) => [title, null]), ...titles.map((title) => `# ${title}`)])).toEqual([]);
  });

  it('with boxes beside them are open, and offer what the boxes say', () => {
    const table = [
      ['Responsible role:', ''],
      ['Implementation status:', '☐ Implemented ☐ Planned'],
    ];
    expect(questionsOf(documentOf([table])).map(({ options }) => options)).toEqual([[], ['Implemented', 'Planned']]);
  });
});

describe('several lettered texts in one cell', () => {
  const asked = (text: string): string[] =>
    questionsOf(
      workbookOf(
        sheetOf([
          ['No', 'Question', 'Answer'],
          [1, text, ''],
          [2, 'Do you make backups?', ''],
        ]),
      ),
    ).map((question) => question.text);

  it('are one question each with letters and full stops, and below a request that lists what is wanted', () => {
    expect(asked('a. Describe your backups. b. Describe how restores are tested.')).toHaveLength(3);
    const listed = 'For encryption, please state:\na) the algorithm in use\nb) the length of keys';
    expect(asked(listed)).toEqual(['a) the algorithm in use', 'b) the length of keys', 'Do you make backups?']);
  });

  it('are one question where one of them is to be chosen', () => {
    expect(asked('Please select one of:\na) encrypted disks\nb) encrypted files')).toHaveLength(2);
  });
});
