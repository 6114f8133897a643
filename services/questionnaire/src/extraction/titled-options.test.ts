import { describe, expect, it } from '@jest/globals';
import { questionsOf } from './asked.fixture.js';
import { documentOf, placesOf, textsOf } from './text.fixture.js';

const offered = (table: string[][]): unknown =>
  questionsOf(documentOf([table])).map(({ text, options }) => [text, options]);

describe('titles over rows of options in a table', () => {
  it.each([
    ['( ) female', '( ) male', '( ) under 30', '( ) 30 to 50'],
    ['☐ female', '☐ male', '☐ under 30', '☐ 30 to 50'],
    ['(__) female', '(__) male', '(__) under 30', '(__) 30 to 50'],
  ])('ask which of them, with brackets or boxes: %s', (...[a, b, c, d]) => {
    expect(
      offered([
        ['GENDER', ''],
        [a, b],
        ['AGE', ''],
        [c, d],
      ]),
    ).toEqual([
      ['GENDER', ['female', 'male']],
      ['AGE', ['under 30', '30 to 50']],
    ]);
  });

  it('ask with empty cells before or behind the options, codes in front, and several rows of them', () => {
    const table = [
      ['Contract', '', '', '', ''],
      ['P1', '', 'Permanent', '', 'Temporary'],
      ['', '', 'By the hour', '', 'Other: ______'],
      ['Site', '', '', '', ''],
      ['P2', '', '18 to 30 km', '', '31 to 40 km'],
    ];
    expect(offered(table)).toEqual([
      ['Contract', ['Permanent', 'Temporary', 'By the hour', 'Other:']],
      ['Site', ['18 to 30 km', '31 to 40 km']],
    ]);
    expect(placesOf([table])).toEqual(['t1r1c1>t1r2c2', 't1r4c1>t1r5c2']);
  });
});

describe('numbered rows with a blank', () => {
  it('ask all where half of them do, however long their labels are', () => {
    const table = [
      ['1.1', 'Company name', ''],
      ['1.2', 'Address', ''],
      ['1.3', 'Contact person', ''],
      ['1.4', 'Turnover with industrial goods since July of the year before last, in million', ''],
      ['1.5', 'Measures of the project and what they cost.', ''],
    ];
    expect(placesOf([table])).toEqual([1, 2, 3, 4, 5].map((row) => `t1r${row}c2>t1r${row}c3`));
  });

  it('ask nothing where none of them does', () => {
    const table = [
      ['1.0', 'First edition of the text', ''],
      ['1.1', 'Corrections throughout the text', ''],
      ['1.2', 'Chapter on keys added to it', ''],
    ];
    expect(textsOf([[['Version', 'Change', 'By'], ...table]])).toEqual([]);
  });
});

describe('lines of printed web forms', () => {
  it.each([
    ['* Indicates required question', 'Mark only one oval.'],
    ['* Gibt eine erforderliche Frage an', 'Markieren Sie nur ein Oval.'],
    ['* Indica una domanda obbligatoria', 'Contrassegna solo un ovale.'],
    ['* Indica que la pregunta es obligatoria', 'Marca solo un óvalo.'],
    ['* Indique une question obligatoire', 'Une seule réponse possible.'],
    ['* Indica uma pergunta obrigatória', 'Marcar apenas uma oval.'],
    ['* Обозначает обязательный вопрос', 'Отметьте только один овал.'],
  ])('say how to answer and ask nothing: %s', (star, mark) => {
    const pieces = [
      star,
      { text: 'How often do you test your plan? *', number: '1.' },
      mark,
      '○ Yearly',
      '○ Quarterly',
      { text: 'Who approves changes? *', number: '2.' },
      '________________',
      { text: 'Had you an incident this year? *', number: '3.' },
      mark,
      '○ Yes',
      '○ No',
    ];
    expect(textsOf(pieces, 'pdf')).toEqual([
      'How often do you test your plan?',
      'Who approves changes?',
      'Had you an incident this year?',
    ]);
    const [first] = questionsOf(documentOf(pieces, 'pdf'));
    expect(first?.options).toEqual(['Yearly', 'Quarterly']);
  });
});
