import { describe, expect, it } from '@jest/globals';
import type { DocumentModel } from '../../documents/model.js';
import { placeName } from '../asked.fixture.js';
import { extractQuestions } from '../extract.js';
import type { ExtractionResult } from '../result.js';
import { sheetOf, workbookOf } from '../sheet.fixture.js';
import { documentOf } from '../text.fixture.js';
import { NO_CORRECTIONS, type AreaCorrection, type Corrections, type SaidColumns } from './corrections.js';

type Said = Omit<Partial<AreaCorrection>, 'columns'> & { columns?: Partial<SaidColumns> };

const area = (sheet: string, { columns, ...rest }: Said): AreaCorrection => ({
  sheet,
  table: null,
  asks: true,
  firstRow: null,
  lastRow: null,
  ...rest,
  columns:
    columns === undefined
      ? null
      : { question: null, number: null, section: null, answers: [], choices: [], comment: null, ...columns },
});

const said = (corrections: Partial<Corrections>): Corrections => ({ ...NO_CORRECTIONS, ...corrections });

const askedBy = (model: DocumentModel, corrections: Partial<Corrections>): string[] =>
  placesIn(extractQuestions(model, said(corrections)));

const placesIn = ({ sheets }: ExtractionResult): string[] =>
  sheets
    .flatMap(({ questions }) => questions)
    .map((question) => `${placeName(question.location)}>${placeName(question.answerLocation)}`);

const refusedBy = (model: DocumentModel, corrections: Partial<Corrections>): string[] =>
  extractQuestions(model, said(corrections)).refused.map(({ path }) => path);

/** Nothing here looks like a question to the engine. */
const register = () =>
  workbookOf(
    sheetOf(
      [
        ['Asset inventory'],
        ['Ref', 'Domain', 'Topic', 'Situation', 'Note'],
        ['T1', 'Access', 'Passwords', '', ''],
        ['T2', 'Access', 'Shared accounts', '', ''],
        ['T3', 'Networks', 'Segmentation', '', ''],
        ['T4', 'Networks', 'Wireless', '', ''],
        ['Sum', '', '', { text: '4', formula: 'COUNTA(C3:C6)' }],
      ],
      { name: 'Topics' },
    ),
  );

const controls = () =>
  workbookOf(
    sheetOf(
      [
        ['No.', 'Question', 'Answer', 'Remarks'],
        ['1', 'Do you encrypt backups?', '', ''],
        ['2', 'Do you test restores?', '', ''],
        ['3', 'Who owns the backup policy?', '', ''],
      ],
      { name: 'Controls' },
    ),
    sheetOf(
      [
        ['Question', 'Answer'],
        ['Is this sheet for internal use?', ''],
        ['Do you keep it?', ''],
      ],
      { name: 'Internal' },
    ),
  );

describe('corrections of a workbook', () => {
  it('changes nothing when nothing is said', () => {
    expect(askedBy(controls(), {})).toEqual(placesIn(extractQuestions(controls())));
  });

  it('asks nothing on a sheet that is said to be not for us', () => {
    const result = extractQuestions(controls(), said({ areas: [area('Internal', { asks: false })] }));
    expect(placesIn(result)).toEqual(['B2>C2', 'B3>C3', 'B4>C4']);
    expect(new Set(result.sheets[1]!.account.map(({ reason }) => reason))).toEqual(new Set(['said_not_for_us']));
  });

  it('asks the rows of the columns that are said, with number, section and answer', () => {
    const columns = { question: 'C', number: 'A', section: 'B', answers: ['D'], comment: 'E' };
    const corrections = said({ areas: [area('Topics', { columns, firstRow: 3, lastRow: 6 })] });
    expect(placesIn(extractQuestions(register()))).toEqual([]);
    const { sheets, areas, refused } = extractQuestions(register(), corrections);
    expect(refused).toEqual([]);
    expect(sheets[0]!.questions.map(({ number, section, text }) => [number, section, text])).toEqual([
      ['T1', 'Access', 'Passwords'],
      ['T2', 'Access', 'Shared accounts'],
      ['T3', 'Networks', 'Segmentation'],
      ['T4', 'Networks', 'Wireless'],
    ]);
    expect(askedBy(register(), corrections)).toEqual(['C3>D3', 'C4>D4', 'C5>D5', 'C6>D6']);
    expect(areas[0]).toMatchObject({ columns, firstRow: 3, lastRow: 6, questions: 4 });
    expect(areas[0]!.headings.map(({ text }) => text)).toEqual(['Ref', 'Domain', 'Topic', 'Situation', 'Note']);
  });

  it('books every cell of a corrected sheet once', () => {
    const corrections = said({ areas: [area('Topics', { columns: { question: 'C' }, firstRow: 3, lastRow: 6 })] });
    const { account } = extractQuestions(register(), corrections).sheets[0]!;
    const places = account.map(({ location }) => placeName(location));
    expect(new Set(places).size).toBe(places.length);
    expect(account.find(({ location }) => placeName(location) === 'A7')?.reason).toBe('said_outside_of_rows');
    expect(account.find(({ location }) => placeName(location) === 'C2')?.class).toBe('header');
  });

  it('takes columns of choices with the words above them', () => {
    const model = workbookOf(
      sheetOf([
        ['Topic', 'Done', 'Open', 'Unclear'],
        ['Badges for visitors', '', '', ''],
        ['Cameras at the gate', '', 'x', ''],
        ['Guards at night', '', '', ''],
      ]),
    );
    const columns = { question: 'A', choices: ['B', 'C', 'D'] };
    const corrections = said({ areas: [area('Sheet1', { columns, firstRow: 2 })] });
    const { questions } = extractQuestions(model, corrections).sheets[0]!;
    expect(questions).toHaveLength(3);
    expect(questions[1]).toMatchObject({ options: ['Done', 'Open', 'Unclear'], existingAnswer: 'Open' });
    expect(questions[1]!.optionLocations.map(({ location }) => placeName(location))).toEqual(['B3', 'C3', 'D3']);
  });

  it('asks each row once for every answer column that is said', () => {
    const columns = { question: 'B', answers: ['C', 'D'] };
    const places = askedBy(controls(), { areas: [area('Controls', { columns }), area('Internal', { asks: false })] });
    expect(places).toEqual(['B2>C2', 'B2>D2', 'B3>C3', 'B3>D3', 'B4>C4', 'B4>D4']);
  });

  it('keeps to the first and the last row', () => {
    const areas = [area('Controls', { firstRow: 3, lastRow: 3 }), area('Internal', { asks: false })];
    expect(askedBy(controls(), { areas })).toEqual(['B3>C3']);
  });

  it('adds a question from a cell and takes one away', () => {
    const add = [
      { location: { sheet: 'Topics', cell: 'C4' }, answerLocation: { sheet: 'Topics', cell: 'D4' } },
      { location: { sheet: 'Topics', cell: 'C3' }, answerLocation: null },
    ];
    const { sheets } = extractQuestions(register(), said({ add }));
    expect(sheets[0]!.questions.map(({ text, ordinal }) => [text, ordinal])).toEqual([
      ['Passwords', 0],
      ['Shared accounts', 1],
    ]);
    expect(askedBy(register(), { add })).toEqual(['C3>D3', 'C4>D4']);
    const remove = [{ location: { sheet: 'Controls', cell: 'B3' } }];
    expect(askedBy(controls(), { remove })).not.toContain('B3>C3');
  });

  it('moves the place of the answer of a question that is there already', () => {
    const add = [{ location: { sheet: 'Controls', cell: 'B3' }, answerLocation: { sheet: 'Controls', cell: 'D3' } }];
    expect(askedBy(controls(), { add }).slice(0, 3)).toEqual(['B2>C2', 'B3>D3', 'B4>C4']);
  });

  it('keeps drop-downs and bounds of the places that are said', () => {
    const model = workbookOf(
      sheetOf(
        [
          ['Topic', 'State'],
          ['Backups', ''],
          ['Restores', ''],
        ],
        { lists: { 'B2:B3': ['Good', 'Bad'] } },
      ),
    );
    const add = [{ location: { sheet: 'Sheet1', cell: 'A2' }, answerLocation: { sheet: 'Sheet1', cell: 'B2' } }];
    const { questions } = extractQuestions(model, said({ add })).sheets[0]!;
    expect(questions.find(({ text }) => text === 'Backups')?.options).toEqual(['Good', 'Bad']);
  });

  it('asks a hidden sheet of which people say what it asks', () => {
    const model = workbookOf({ ...register().sheets[0]!, hidden: true });
    const corrections = said({ areas: [area('Topics', { columns: { question: 'C' }, firstRow: 3, lastRow: 6 })] });
    expect(extractQuestions(model, corrections).sheets[0]!.questions.every((question) => question.said)).toBe(true);
  });

  it('refuses formulas as places for answers', () => {
    const add = [{ location: { sheet: 'Topics', cell: 'C6' }, answerLocation: { sheet: 'Topics', cell: 'D7' } }];
    expect(refusedBy(register(), { add })).toEqual(['add.0.answer_location']);
    const computed = workbookOf(
      sheetOf([
        ['Topic', 'Score'],
        ['Backups', { text: '1', formula: 'X1' }],
        ['Restores', { text: '2', formula: 'X2' }],
      ]),
    );
    const columns = { question: 'A', answers: ['B'] };
    const areas = [area('Sheet1', { columns, firstRow: 2 })];
    expect(refusedBy(computed, { areas })).toEqual(['areas.0.columns.answers']);
  });

  it('refuses what the workbook does not have, and goes on with the rest', () => {
    const corrections = {
      areas: [area('Nowhere', { asks: false }), area('Internal', { asks: false })],
      add: [
        { location: { sheet: 'Controls', cell: 'B40' }, answerLocation: null },
        { location: { paragraph: 3 }, answerLocation: null },
      ],
    };
    expect(refusedBy(controls(), corrections).sort()).toEqual(['add.0', 'add.1.location', 'areas.0']);
    expect(askedBy(controls(), corrections)).toHaveLength(3);
  });
});

describe('corrections of a text document', () => {
  const letter = () =>
    documentOf([
      '# Information security',
      'Do you train your staff?',
      'The vendor lists its certificates.',
      null,
      [
        ['Topic', 'Situation'],
        ['Backups', ''],
        ['Restores', ''],
      ],
    ]);

  it('adds a question from a paragraph and takes one away', () => {
    const add = [{ location: { paragraph: 3 }, answerLocation: { paragraph: 4 } }];
    const remove = [{ location: { paragraph: 2 } }];
    const table = { sheet: '', table: 1, asks: false, columns: null, firstRow: null, lastRow: null };
    expect(askedBy(letter(), { add, remove, areas: [table] })).toEqual(['p3>p4']);
  });

  it('takes the columns of a table that are said', () => {
    const table = area('', { table: 1, columns: { question: 'A', answers: ['B'] }, firstRow: 2 });
    expect(askedBy(letter(), { areas: [table] })).toEqual(expect.arrayContaining(['t1r2c1>t1r2c2', 't1r3c1>t1r3c2']));
  });

  it('asks nothing but what is added when the document is said to be not for us', () => {
    const add = [{ location: { paragraph: 3 }, answerLocation: null }];
    expect(askedBy(letter(), { areas: [area('', { asks: false })], add }).map((place) => place.split('>')[0])).toEqual([
      'p3',
    ]);
  });

  it('adds a line of a PDF', () => {
    const model = documentOf(['Security annex', 'Certificates held by the vendor', 'Thank you'], 'pdf');
    const add = [{ location: { page: 1, line: 2 }, answerLocation: null }];
    expect(askedBy(model, { add }).map((place) => place.split('>')[0])).toEqual(['g1l2']);
  });

  it('refuses columns outside of tables, unknown tables and texts that are not there', () => {
    const corrections = {
      areas: [
        area('', { columns: { question: 'A' } }),
        area('', { table: 7, asks: false }),
        area('Sheet1', { asks: false }),
      ],
      add: [
        { location: { paragraph: 90 }, answerLocation: null },
        { location: { paragraph: 3 }, answerLocation: { paragraph: 900 } },
      ],
    };
    expect(refusedBy(letter(), corrections).sort()).toEqual([
      'add.0.location',
      'add.1.answer_location',
      'areas.0',
      'areas.1',
      'areas.2',
    ]);
  });
});

describe('the shape of a template', () => {
  const shape = (model: DocumentModel): string => extractQuestions(model).shape;

  it('stays when the template is filled in, and changes with its headings and sheets', () => {
    const filled = register();
    filled.sheets[0]!.cells.push({ row: 2, column: 3, text: 'Twelve characters', type: 'text' });
    filled.sheets[0]!.cells.sort((a, b) => a.row - b.row || a.column - b.column);
    expect(shape(filled)).toBe(shape(register()));
    expect(shape(controls())).not.toBe(shape(register()));
    const renamed = register();
    renamed.sheets[0]!.name = 'Subjects';
    expect(shape(renamed)).not.toBe(shape(register()));
  });

  it('is none for a text that has no headings', () => {
    expect(shape(documentOf(['Do you encrypt?'], 'txt'))).toBe('');
  });
});
