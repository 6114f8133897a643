import { describe, expect, it } from '@jest/globals';
import type { ParagraphBlock, TableBlock, TextModel } from '../../documents/model.js';
import { placeName, questionsOf } from '../asked.fixture.js';
import { documentOf, placesOf, textsOf } from '../text.fixture.js';

const listed = (texts: readonly string[], level = 0, from = 1): Partial<ParagraphBlock>[] =>
  texts.map((text, i) => ({ text, listLevel: level, ...(level === 0 ? { number: `${from + i}.` } : {}) }));

describe('what looks like the questions around it', () => {
  it.each([
    [
      'The vendor shall provide the latest test report for approval.',
      ['Which readers do you support?', 'How long is data kept?', 'Where are the logs?', 'Do you use a cloud?'],
    ],
    [
      'Der Anbieter legt den letzten Prüfbericht zur Freigabe vor.',
      ['Welche Lesegeräte gibt es?', 'Wie lange bleiben Daten?', 'Wo liegen Protokolle?', 'Nutzen Sie eine Cloud?'],
    ],
  ])('asks as an entry of the same list: %s', (statement, questions) => {
    expect(textsOf(listed([...questions, statement]))).toEqual([...questions, statement]);
  });

  it.each([
    ['Ваша должность и отдел', ['Чем вы занимаетесь?', 'Зачем вам курс?', 'Что вы ждёте от курса?', 'Есть ли опыт?']],
    ['Your place of work', ['What do you do?', 'Why this course?', 'What do you hope for?', 'Have you any practice?']],
  ])('asks as a bold line over the same empty room: %s', (label, questions) => {
    const lines = [label, ...questions].flatMap((text) => [{ text, bold: true }, null]);
    expect(textsOf(lines)).toEqual([label, ...questions]);
  });

  it('asks nothing as the title of the paper', () => {
    const questions = ['What do you do?', 'Why this course?', 'What do you hope for?', 'Have you any practice?'];
    const lines = ['Course application form', ...questions].flatMap((text) => [{ text, bold: true }, null]);
    expect(textsOf(lines)).toEqual(questions);
  });

  it('asks as a label with a colon in a list that asks, unless it heads entries of its own', () => {
    const pieces = [
      ...listed(['Project name:', 'Contact at the client:', 'DNS provider: (e.g. of the town)']),
      { text: 'Licences:', listLevel: 0, number: '4.' },
      ...listed(['Which licences are used today?', 'Who pays for them?', 'Number of users:'], 1),
      ...listed(['Are there any rules of law?', 'Other remarks:'], 0, 5),
    ];
    expect(textsOf(pieces)).toEqual([
      'Project name:',
      'Contact at the client:',
      'DNS provider: (e.g. of the town)',
      'Which licences are used today?',
      'Who pays for them?',
      'Number of users:',
      'Are there any rules of law?',
      'Other remarks:',
    ]);
  });
});

describe('boxes of printed forms', () => {
  it('behind numbers are statements to confirm, each on its own', () => {
    const statements = ['The feed was checked.', 'The map was looked at by two people.', 'The rules were read again.'];
    const lines = ['Self-check of the feed', ...statements.map((text, i) => `${i + 1}. ☐ ${text}`)];
    expect(textsOf(lines, 'pdf')).toEqual(statements);
    expect(questionsOf(documentOf(lines, 'pdf')).map(({ number }) => number)).toEqual(['1.', '2.', '3.']);
  });

  it('behind numbers below a question are its options', () => {
    const lines = ['Which of these do you use?', '1. ☐ Own servers', '2. ☐ Rented servers', '3. ☐ A cloud'];
    expect(textsOf(lines, 'pdf')).toEqual(['Which of these do you use?']);
  });

  it.each(['#', 'q', '¨'])('are read when their font shows them as %s', (sign) => {
    const line = (...options: string[]): Partial<ParagraphBlock> => ({
      text: options.map((option) => `${sign} ${option}`).join('\t'),
    });
    const lines = [
      'Sex:',
      line('Male', 'Female'),
      'Work:',
      line('Clerk', 'Pupil'),
      line('Retired', 'None'),
      'Home:',
      line('Flat', 'House'),
    ];
    const found = questionsOf(documentOf(lines, 'pdf'));
    expect(found.map(({ text }) => text)).toEqual(['Sex:', 'Work:', 'Home:']);
    expect(found.map(({ options }) => options.length)).toEqual([2, 4, 2]);
  });

  it('below what is told to the end leave it a remark', () => {
    const told = 'These limits are those of the last year that has been closed and checked by an auditor.';
    expect(textsOf([told, '☐ I confirm that all of this is true and complete.'], 'pdf')).toEqual([
      'I confirm that all of this is true and complete.',
    ]);
  });
});

describe('the same short label below questions', () => {
  it.each(['→ Yanıt:', 'Vastaus:', 'Zwzwz:'])('is where each is answered: %s', (label) => {
    const lines = ['1) What is missing today?', label, '2) Which tools do you use?', label, '3) Who helps you?', label];
    expect(placesOf(lines, 'pdf')).toEqual(['g1l1>g1l2', 'g1l3>g1l4', 'g1l5>g1l6']);
  });
});

describe('form fields in the cells of a table', () => {
  const table = (cells: { text: string; fields?: string[]; value?: string; options?: string[] }[][]): TextModel => {
    const rows = cells.map((texts, row) =>
      texts.map((cell, column) => ({ row, column, rowSpan: 1, columnSpan: 1, ...cell })),
    );
    const block: TableBlock = { kind: 'table', index: 0, rows, page: 1 };
    return { kind: 'text', format: 'pdf', blocks: [block], warnings: [] };
  };

  it('are answered with the words printed above them, in any language', () => {
    const found = questionsOf(
      table([
        [{ text: 'Zwzwz qwert' }],
        [
          { text: 'Sukunimi', fields: ['last'] },
          { text: 'Katuosoite\nLehtikuja 3', fields: ['street'], value: 'Lehtikuja 3' },
        ],
        [{ text: 'Tilin laji', fields: ['kind1', 'kind2'], options: ['Säästö', 'Käyttö'] }],
      ]),
    );
    expect(found.map(({ text, answerLocation }) => `${text}>${placeName(answerLocation)}`)).toEqual([
      'Sukunimi>f:last',
      'Katuosoite>f:street',
      'Tilin laji>f:kind1',
    ]);
    expect(found.map(({ existingAnswer }) => existingAnswer)).toEqual(['', 'Lehtikuja 3', '']);
    expect(found[2]?.options).toEqual(['Säästö', 'Käyttö']);
  });

  it('ask nothing by the unit that is printed in each', () => {
    const field = (name: string): { text: string; fields: string[] } => ({ text: 'EUR', fields: [name] });
    const found = questionsOf(
      table([
        [{ text: 'Miete' }, field('rent1'), field('rent2')],
        [{ text: 'Strom' }, field('power1'), field('power2')],
      ]),
    );
    expect(found.filter(({ text }) => text === 'EUR')).toEqual([]);
  });

  it('ask nothing by whole tables that are printed into one cell', () => {
    const many = { text: 'Heat used\nJanuary kWh\nFebruary kWh', fields: ['jan', 'feb', 'mar'] };
    expect(questionsOf(table([[many, { ...many, fields: ['jan2', 'feb2', 'mar2'] }]]))).toEqual([]);
  });
});
