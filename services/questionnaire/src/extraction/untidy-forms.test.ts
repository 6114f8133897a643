import { describe, expect, it } from '@jest/globals';
import { askedIn, placeName, questionsOf, rowsOf } from './asked.fixture.js';
import { headerRole } from './language/header-words.js';
import { sheetOf, workbookOf } from './sheet.fixture.js';
import { placesOf, textsOf } from './text.fixture.js';

describe('forms in tables of text documents', () => {
  it('has the answers in the empty cells below the labels', () => {
    const table = [
      ['Company name', 'Register number'],
      ['', ''],
      ['Trading since', 'Main customers'],
      ['', ''],
    ];
    expect(placesOf([table])).toEqual(['t1r1c1>t1r2c1', 't1r1c2>t1r2c2', 't1r3c1>t1r4c1', 't1r3c2>t1r4c2']);
  });

  it('has one row of labels over one of blanks where they are labels of a form', () => {
    const table = [
      ['Name', 'Datum', 'Unterschrift'],
      ['', '', ''],
    ];
    expect(placesOf([table])).toEqual(['t1r1c1>t1r2c1', 't1r1c2>t1r2c2', 't1r1c3>t1r2c3']);
  });

  it('asks nothing under headings of a list to fill, row by row', () => {
    expect(
      textsOf([
        [
          ['Employer', 'Country', 'Role'],
          ['', '', ''],
          ['', '', ''],
        ],
      ]),
    ).toEqual([]);
  });

  it('has pairs of label and blank side by side, also with question marks', () => {
    const table = [
      ['Employer', '', '', ''],
      ['Months', '', 'Permanent?', ''],
      ['Country', '', 'Date of travel?', ''],
    ];
    expect(placesOf([table], 'pdf')).toEqual([
      't1r1c1>t1r1c2',
      't1r2c1>t1r2c2',
      't1r2c3>t1r2c4',
      't1r3c1>t1r3c2',
      't1r3c3>t1r3c4',
    ]);
  });
});

describe('statements to rate', () => {
  it.each([
    [['Statement', '1', '2', '3', '4', '5']],
    [['', 'Strongly agree', 'Agree', 'Neutral', 'Disagree', 'Strongly disagree']],
    [['', 'Nie', 'Selten', 'Manchmal', 'Oft', 'Immer']],
  ])('%s: every column is a choice, and a mark is the answer', (heading) => {
    const rows = [heading, ['Deliveries are on time', '', 'x'], ['Invoices are correct'], ['Complaints are solved']];
    const asked = questionsOf(workbookOf(sheetOf(rows)));
    expect(asked.map(({ location }) => placeName(location))).toEqual(['A2', 'A3', 'A4']);
    expect(asked[1]?.optionLocations.map(({ location }) => placeName(location))).toEqual([
      'B3',
      'C3',
      'D3',
      'E3',
      'F3',
    ]);
    expect(asked[0]?.existingAnswer).toBe(heading[2]);
  });

  it('asks nothing where the columns hold figures', () => {
    const rows = [
      ['Figures by quarter', '1', '2', '3'],
      ['Revenue in thousands', 10, 20, 30],
      ['Cost in thousands', 5, 6, 7],
      ['Profit in thousands', 5, 14, 23],
    ];
    expect(askedIn(sheetOf(rows))).toEqual([]);
  });
});

describe('check lists', () => {
  const tasks = ['Change the password', 'Enable the log', 'Close the ports', 'Tell the owner', 'Test the restore'];

  it.each([
    ['Done', 'FALSE'],
    ['Erledigt', 'FALSCH'],
    ['Implemented', 'FALSE'],
    ['Previsto', 'FALSO'],
  ])('with boxes under "%s" that say %s are open, and answered there', (heading, preset) => {
    const sheet = sheetOf([['Check', heading, 'Comment'], ...tasks.map((task) => [task, preset])]);
    expect(askedIn(sheet)).toEqual(rowsOf('A', 'B', [2, 6]));
    expect(questionsOf(workbookOf(sheet)).map((question) => question.existingAnswer)).toEqual(['', '', '', '', '']);
  });

  it('ask short topics under section rows', () => {
    const rows = [
      ['Item', 'Response', 'Comments'],
      ['1. Security'],
      ['Encryption at rest'],
      ['Key management'],
      ['2. Privacy'],
      ['Data retention'],
      ['Subprocessors'],
    ];
    expect(askedIn(sheetOf(rows, { boldRows: [2, 5] }))).toEqual(rowsOf('A', 'B', [3, 4], [6, 7]));
  });

  it('ask the texts under "Clause" behind a column of numbers', () => {
    const rows = [
      ['Ref', 'Clause', 'Comply (C/P/N)', 'Remarks'],
      ['4.1', 'The solution shall log access.'],
      ['4.2', 'The solution shall encrypt data.'],
      ['4.3', 'The solution shall support SSO.'],
    ];
    expect(askedIn(sheetOf(rows))).toEqual(rowsOf('B', 'C', [2, 4]));
  });
});

describe('who is responsible is no answer', () => {
  it.each(['Verantwortlich', 'Verantwortlichkeit', 'verantwoordelijke', 'Ответственный', 'Odpowiedzialny'])(
    '%s heads no answers',
    (heading) => {
      expect(headerRole(heading)?.role).not.toBe('answer');
    },
  );

  it('leaves the degree of implementation as the place of the answer', () => {
    const rows = [
      ['Kapitel', 'Maßnahme', 'Umsetzungsgrad', 'Verantwortlich', 'Termin'],
      ['A.5', 'Richtlinien sind erstellt'],
      ['A.6', 'Rollen sind verteilt'],
      ['A.7', 'Personal wird geprüft'],
    ];
    expect(askedIn(sheetOf(rows))).toEqual(rowsOf('B', 'C', [2, 4]));
  });
});

describe('texts around the questions', () => {
  it('takes "A1:" below "Q1:" as the place of the answer', () => {
    expect(placesOf(['Q1: Do you have a policy?', 'A1:', 'Q2: Do you train staff?', 'A2:'])).toEqual([
      'p1>p2',
      'p3>p4',
    ]);
  });

  it('asks nothing in a glossary whose explanations begin like questions', () => {
    const rows = [
      ['Term', 'Meaning'],
      ['RPO', 'How much data may be lost'],
      ['RTO', 'How long it may take'],
      ['MFA', 'More than one factor'],
    ];
    expect(askedIn(sheetOf(rows))).toEqual([]);
  });

  it.each([
    'Please indicate your preference for each item below.',
    'Bitte beantworten Sie jede Frage mit Ja oder Nein.',
    'Veuillez choisir une réponse pour chaque question.',
    'Indique su respuesta a cada pregunta.',
  ])('takes "%s" as an instruction', (text) => {
    expect(textsOf([text, '1. Do you encrypt data?', '2. Do you test backups?', '3. Who decides?'])).toHaveLength(3);
  });
});
