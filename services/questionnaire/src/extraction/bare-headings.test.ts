import { describe, expect, it } from '@jest/globals';
import { askedIn, questionsOf, rowsOf } from './asked.fixture.js';
import { sheetOf, workbookOf } from './sheet.fixture.js';

describe('headings that only words set apart', () => {
  it('name the questions below them', () => {
    const sheet = sheetOf([
      ['Question', 'Vendor answer', 'Comments'],
      ['Continuity'],
      ['Is there a plan for the loss of an office?'],
      ['When was it tried out last?'],
      ['Staff'],
      ['Are references of new staff checked?'],
      ['Please describe how staff is trained.'],
    ]);
    expect(askedIn(sheet)).toEqual(rowsOf('A', 'B', 3, 4, 6, 7));
    expect(questionsOf(workbookOf(sheet)).map((question) => question.section)).toEqual([
      'Continuity',
      'Continuity',
      'Staff',
      'Staff',
    ]);
  });

  it('name the statements below them', () => {
    const sheet = sheetOf([
      ['Statement', 'Yes', 'No', 'Remarks'],
      ['Labour'],
      ['All work is voluntary.'],
      ['Nobody under 16 is employed.'],
      ['Health and safety'],
      ['Emergency exits are kept clear.'],
      ['Protective clothing is free of charge.'],
    ]);
    expect(askedIn(sheet)).toEqual(rowsOf('A', 'B', 3, 4, 6, 7));
  });

  it('are not seen in short requirements among long ones', () => {
    const sheet = sheetOf([
      ['Requirement', 'Compliant (Y/N)', 'Comment'],
      ['Single sign-on'],
      ['Passwords must be at least twelve characters long.'],
      ['Administrators must use a second factor.'],
      ['Export to PDF'],
      ['Reports must be sent by mail every week.'],
      ['Dashboards for managers'],
    ]);
    expect(askedIn(sheet)).toEqual(rowsOf('A', 'B', [2, 7]));
  });

  it('may count by themselves where questions have a column of numbers', () => {
    const sheet = sheetOf(
      [
        ['Lfd. Nr.', 'Prüffrage', 'Antwort'],
        [null, '1. Qualität'],
        [1, 'Werden Reklamationen ausgewertet?'],
        [2, 'Beschreiben Sie die Prüfung des Wareneingangs.'],
        [null, '2. Datenschutz'],
        [3, 'Wurde ein Datenschutzbeauftragter bestellt?'],
        [4, 'Verschlüsselung mobiler Datenträger ist umgesetzt.'],
      ],
      { boldRows: [1, 2, 5] },
    );
    expect(askedIn(sheet)).toEqual(rowsOf('B', 'C', 3, 4, 6, 7));
  });

  it.each([
    ['Descrição', 'Conformidade', 'Responsável', 'Classificação', 'Prazo', 'Escalonamento'],
    ['Description', 'Compliance', 'Owner', 'Class', 'Deadline', 'Escalated to'],
    ['Beschreibung', 'Ergebnis', 'Verantwortlich', 'Klasse', 'Frist', 'Eskalation an'],
    ['Descripción', 'Cumplimiento', 'Responsable', 'Clase', 'Fecha', 'Escalado a'],
  ])('head what a program wrote, without a style and with words that we do not know: %s | %s', (...head) => {
    const texts = [
      'Are all versions of the text in the order of their dates?',
      'Do the goals name what has to be built and what has not?',
      'Does every part of the text serve one of the goals?',
      'Are the sources of all figures given at the end?',
    ];
    const rows = texts.map((text, i) => [text, 'Open point', `Ann Oak ${i}`, 'Low', i, `Ben Elm ${i}`]);
    expect(askedIn(sheetOf([head, ...rows]))).toEqual(rowsOf('A', 'B', [2, 5]));
  });

  it('are no more than data where the first row is one of many alike', () => {
    const rows = ['north', 'south', 'east', 'west'].map((side) => [
      `Is the ${side} gate of the yard locked at night?`,
      `Guard of the ${side}`,
      null,
    ]);
    expect(askedIn(sheetOf(rows)).map((pair) => pair.split('>')[0])).toEqual(['A1', 'A2', 'A3', 'A4']);
  });
});
