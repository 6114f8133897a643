import { describe, expect, it } from '@jest/globals';
import type { TableCell, TextModel } from '../documents/model.js';
import { placeName, questionsOf } from './asked.fixture.js';
import type { ExtractedQuestion } from './result.js';
import { documentOf } from './text.fixture.js';

const asked = (questions: readonly ExtractedQuestion[]): string[] =>
  questions.map(
    ({ text, options, answerLocation }) => `${text} > ${placeName(answerLocation)} {${options.join('; ')}}`,
  );

const askedIn = (...document: Parameters<typeof documentOf>): string[] => asked(questionsOf(documentOf(...document)));

/** A table whose cells may go down or to the right: "text@rows x columns". */
function tableOf(rows: readonly (readonly (string | null)[])[]): TextModel {
  const cells = rows.map((texts, row) =>
    texts.flatMap((shown, column): TableCell[] => {
      if (shown === null) return [];
      const [text = '', span = '1x1'] = shown.split('@');
      const [rowSpan = 1, columnSpan = 1] = span.split('x').map(Number);
      return [{ row, column, rowSpan, columnSpan, text }];
    }),
  );
  return { kind: 'text', format: 'docx', blocks: [{ kind: 'table', index: 0, rows: cells }], warnings: [] };
}

describe('columns to tick under the words of a scale', () => {
  const blanks = (count: number): string[] => Array.from({ length: count }, () => '');

  it('are the options of items of one word, with numbers of their own or none', () => {
    const steps = ['1', '2', '3', '4', '5'];
    const numbered = [
      ['', 'Feelings', ...steps],
      ['3.1', 'Fear', ...blanks(5)],
      ['3.2', 'Joy', ...blanks(5)],
    ];
    const bare = [
      ['', ...steps],
      ['Dull', ...blanks(5)],
      ['Hard to read', ...blanks(5)],
    ];
    expect(askedIn([numbered])).toEqual(['Fear > t1r2c3 {1; 2; 3; 4; 5}', 'Joy > t1r3c3 {1; 2; 3; 4; 5}']);
    expect(askedIn([bare])).toEqual(['Dull > t1r2c2 {1; 2; 3; 4; 5}', 'Hard to read > t1r3c2 {1; 2; 3; 4; 5}']);
  });

  it.each([
    [['Very good', 'Good', 'Poor']],
    [['Très bien', 'Passable', 'Mauvais']],
    [['Sehr gut', 'Befriedigend', 'Mangelhaft']],
    [['Muy satisfecho', 'Satisfecho', 'Insatisfecho']],
    [['Nunca', 'Às vezes', 'Sempre']],
    [['Zawsze', 'Czasami', 'Nigdy']],
    [['Отлично', 'Хорошо', 'Плохо']],
    [['很好', '一般', '很差']],
  ])('are known in many languages: %j', (steps) => {
    const table = [
      ['Our staff', ...steps],
      ['Speed', ...blanks(3)],
      ['Courtesy', ...blanks(3)],
    ];
    expect(askedIn([table])).toEqual(
      ['Speed > t1r2c2', 'Courtesy > t1r3c2'].map((item) => `${item} {${steps.join('; ')}}`),
    );
  });

  it('may be headed anew for each part, with comments between, and a mark is the answer', () => {
    const steps = ['Good', 'Fair', 'Poor'];
    const part = (title: string, ...items: string[]) => [
      [title, ...steps],
      ...items.map((item) => [item, '', 'x', '']),
      ['Your comments', '@1x3', null, null],
    ];
    const questions = questionsOf(
      tableOf([...part('1. Telephone', 'Waiting', 'Courtesy'), ...part('2. Offers', 'Price')]),
    );
    expect(asked(questions)).toEqual([
      'Waiting > t1r2c2 {Good; Fair; Poor}',
      'Courtesy > t1r3c2 {Good; Fair; Poor}',
      'Your comments > t1r4c2 {}',
      'Price > t1r6c2 {Good; Fair; Poor}',
      'Your comments > t1r7c2 {}',
    ]);
    expect(questions.map(({ existingAnswer }) => existingAnswer)).toEqual(['Fair', 'Fair', '', 'Fair', '']);
    expect(questions.at(-1)?.section).toBe('2. Offers');
  });

  it('may stand beside the very question, whose cell goes down to the row of the marks', () => {
    const questions = questionsOf(
      tableOf([
        ['1', 'Does the work deal with:', 'Yes', 'No'],
        ['', '(a) people', '', 'x'],
        ['', '(b) animals?', 'x', ''],
        ['', 'Please give details:@1x3', null, null],
        ['', 'Sheep', '', ''],
        ['2', 'Are there things that stay private?@2x1', 'Yes', 'No'],
        ['', null, '', 'x'],
      ]),
    );
    expect(asked(questions)).toEqual([
      'people > t1r2c3 {Yes; No}',
      'animals? > t1r3c3 {Yes; No}',
      'Please give details: > t1r5c2 {}',
      'Are there things that stay private? > t1r7c3 {Yes; No}',
    ]);
    expect(questions.map(({ existingAnswer }) => existingAnswer)).toEqual(['No', 'Yes', 'Sheep', 'No']);
    expect(questions[0]).toMatchObject({ number: '(a)', stem: 'Does the work deal with:' });
  });

  it('may hold the number of each step, to be ringed', () => {
    const table = [
      ['', 'Strongly disagree', 'Disagree', 'Agree'],
      ...['I like it', 'I use it'].map((item) => [item, '1', '2', '3']),
    ];
    expect(askedIn([table])).toEqual([
      'I like it > t1r2c2 {Strongly disagree; Disagree; Agree}',
      'I use it > t1r3c2 {Strongly disagree; Disagree; Agree}',
    ]);
    const facts = [['', 'Good', 'Fair', 'Poor'], ...['Rooms', 'Halls'].map((item) => [item, '4', '2', '9'])];
    expect(askedIn([facts])).toEqual([]);
  });

  it('are none in a table of facts, or of answers to write', () => {
    expect(
      askedIn([
        [
          ['Year', '1', '2', '3'],
          ['Sales', '10', '20', '30'],
          ['Costs', '9', '8', '7'],
        ],
      ]),
    ).toEqual([]);
    const written = [
      ['Do you back up data?', ''],
      ['Do you test it?', ''],
    ];
    expect(askedIn([[['Question', 'Response'], ...written]])).toEqual([
      'Do you back up data? > t1r2c2 {}',
      'Do you test it? > t1r3c2 {}',
    ]);
  });
});

describe('a table right below a question', () => {
  it('offers the steps of a scale, also under a line that tells what they mean', () => {
    const legend: { text: string; bold: boolean } = { text: '1 = very bad; 7 = very good', bold: true };
    const strip = [
      ['1', '2', '3', '4', '5', '6', '7'],
      ['', '', '', '', '', '', ''],
    ];
    expect(askedIn(['Is the news good or bad for you?', legend, strip, 'Why is that?'])).toEqual([
      'Is the news good or bad for you? > t1r2c1 {1; 2; 3; 4; 5; 6; 7}',
      'Why is that? > - {}',
    ]);
  });

  it('offers entries when it is said to choose, or "other" is among them', () => {
    const entries = ['On the street', 'At home'].map((entry) => [entry, '']);
    expect(askedIn(['Where have you heard that?', [...entries, ['Other (specify)', '']], 'Why is that?'])[0]).toBe(
      'Where have you heard that? > t1r1c2 {On the street; At home; Other (specify)}',
    );
    expect(askedIn(['Which place is it? Please select.', entries, 'Why is that?'])[0]).toContain(
      '{On the street; At home}',
    );
  });

  it('that has labels to fill in asks for them', () => {
    const labels = ['Company name', 'Address', 'Phone'].map((label) => [label, '']);
    expect(askedIn(['Who should we select as your contact?', labels])).toEqual([
      'Who should we select as your contact? > - {}',
      'Company name > t1r1c2 {}',
      'Address > t1r2c2 {}',
      'Phone > t1r3c2 {}',
    ]);
  });
});

describe('labels with a colon beside blanks, in a table that asks otherwise', () => {
  it('are asked too, with the boxes beside them', () => {
    const questions = [
      ['1.1 Which type of unit do you need?', ''],
      ['1.2 Which output do you need?', ''],
      ['1.3 Where will it stand?', ''],
    ];
    const labels = [
      ['Customer:', ''],
      ['Stage:', '☐ Draft ☐ Tender'],
      ['Delivery time:', ''],
    ];
    const found = askedIn([[...labels, ...questions]]);
    expect(found).toEqual(
      expect.arrayContaining([
        'Customer: > t1r1c2 {}',
        'Stage: > t1r2c2 {Draft; Tender}',
        'Delivery time: > t1r3c2 {}',
      ]),
    );
    expect(found).toHaveLength(6);
  });
});

describe('choices that the cell for the answer lists by letters', () => {
  const withCell = (text: string, number?: string): ExtractedQuestion | undefined => {
    const model = documentOf([
      [
        ['Question', 'Response'],
        ['Is the plan tested?', text],
        ['Is it kept?', ''],
      ],
    ]);
    const [table] = model.blocks;
    if (table?.kind === 'table' && number !== undefined) table.rows[1]![1]!.number = number;
    return questionsOf(model)[0];
  };

  it('are its options, and no answer that was given', () => {
    expect(withCell('Yes\nB. No\nIf yes, how: ________', 'A.')).toMatchObject({
      options: ['Yes', 'No'],
      existingAnswer: '',
    });
    expect(withCell('fully\nb) in part\nc) not at all', 'a)')?.options).toEqual(['fully', 'in part', 'not at all']);
  });

  it('are none where somebody wrote a list', () => {
    expect(withCell('We test it every year.\nThe board is told.', 'a)')?.existingAnswer).toContain('every year');
  });

  it.each(['Systolic: ________ mmHg', '________ g', 'Name: ________\nDate: ________'])(
    'and a blank with a label or a unit is no answer: %j',
    (text) => {
      expect(withCell(text)?.existingAnswer).toBe('');
    },
  );
});

describe('cells that are labels with room behind them', () => {
  it('are answered in themselves, whatever they are called', () => {
    const form = [
      ['Family name:', 'First name:'],
      ['Gender: M / F', 'Country:'],
      ['Pokój:', 'Город:'],
      ['Position :', 'Organization:'],
    ];
    const found = askedIn(['Participant', form]);
    expect(found).toHaveLength(8);
    expect(found[0]).toBe('Family name: > t1r1c1 {}');
    expect(found.at(-1)).toBe('Organization: > t1r4c2 {}');
  });

  it('are none where values stand in them, or where they describe the file', () => {
    const filled = [
      ['Name: Anna', 'Town: Bonn'],
      ['Street: Main 1', 'Phone: 12 34'],
    ];
    expect(askedIn([filled])).toEqual([]);
    expect(
      askedIn([
        [
          ['Version:', 'Document owner:'],
          ['Approved by:', 'Classification:'],
        ],
      ]),
    ).toEqual([]);
  });
});
