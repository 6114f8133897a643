import { describe, expect, it } from '@jest/globals';
import { askedIn, questionsOf, rowsOf } from './asked.fixture.js';
import { sheetOf, workbookOf } from './sheet.fixture.js';

const briefs: Record<string, string[]> = {
  en: ['Brand', 'Landing page', 'Rivals of the product', 'Audience', 'Budget, net'],
  de: ['Marke', 'Zielseite', 'Wettbewerber des Produkts', 'Zielgruppe', 'Budget, netto'],
  ru: ['Бренд', 'Посадочная', 'Соперники продукта', 'Аудитория', 'Бюджет, без налога'],
  ja: ['ブランド', 'ランディングページ', '競合製品', 'ターゲット層', '予算（税別）'],
};

describe('a form that is drawn with lines around the cells to fill', () => {
  it.each(Object.entries(briefs))('asks its labels, whatever they are called (%s)', (_, labels) => {
    const sheet = sheetOf(
      labels.map((label) => [null, label]),
      { framed: ['C1:C5'] },
    );
    expect(askedIn(sheet)).toEqual(rowsOf('B', 'C', [1, 5]));
  });

  it.each([
    ['en', 'Papers on strategy that exist or are being written and that may help to find the goals'],
    [
      'de',
      'Unterlagen zur Strategie, die vorliegen oder gerade entstehen und die bei der Auswahl der Ziele helfen können',
    ],
    ['ru', 'Документы по стратегии, которые есть или готовятся и которые помогут выбрать цели'],
  ])('asks a long label among short ones that are bold as well, and no sentence (%s)', (language, long) => {
    const labels = [...briefs[language]!, long];
    const form = (last: string, boldRows: number[]) =>
      askedIn(
        sheetOf(
          [...labels.slice(0, 5), last].map((label) => [label]),
          { framed: ['B1:B6'], boldRows },
        ),
      );
    expect(form(long, [1, 2, 3, 4, 5, 6])).toEqual(rowsOf('A', 'B', [1, 6]));
    expect(form(`${long}.`, [1, 2, 3, 4, 5, 6])).toEqual(rowsOf('A', 'B', [1, 5]));
    expect(form(long, [1, 2, 3, 4, 5])).toEqual(rowsOf('A', 'B', [1, 5]));
  });

  it('asks what is filled already, too, and takes a line across the form for a heading', () => {
    const sheet = sheetOf(
      [['Brand', 'Brook & Sons'], ['Audience'], ['Places'], ['Country'], ['Region'], ['Rivals'], ['Period', 'May']],
      { framed: ['B2:B2', 'B4:B6'], merges: ['A3:B3'] },
    );
    const asked = questionsOf(workbookOf(sheet));
    expect(asked.map(({ text, section, existingAnswer }) => [text, section, existingAnswer])).toEqual([
      ['Brand', '', 'Brook & Sons'],
      ['Audience', '', ''],
      ['Country', 'Places', ''],
      ['Region', 'Places', ''],
      ['Rivals', 'Places', ''],
      ['Period', 'Places', 'May'],
    ]);
  });

  it('asks nothing without lines, in a table to fill, and in an introduction', () => {
    const labels = briefs['en']!.map((label) => [label]);
    expect(askedIn(sheetOf(labels))).toEqual([]);
    expect(askedIn(sheetOf(labels, { framed: ['B1:F5'] }))).toEqual([]);
    const introduction = [
      'How this works',
      'Complete all tabs.',
      'Fill in column C.',
      'Return the file to us.',
      'Thanks',
    ];
    expect(
      askedIn(
        sheetOf(
          introduction.map((line) => [line]),
          { framed: ['B1:B5'] },
        ),
      ),
    ).toEqual([]);
  });
});

describe('scores that whoever assesses chooses', () => {
  const rows = [
    'Logs are kept for a year.',
    'Keys are rotated.',
    'Visitors are escorted.',
    'Backups are restored twice a year.',
  ];
  it.each([
    ['Requirement', 'Implementation score', 'Comments'],
    ['Anforderung', 'Reifegrad', 'Bemerkungen'],
    ['Exigence', 'Cotation', 'Commentaires'],
    ['要件', '評点', '備考'],
  ])('are the answers where a drop-down offers them (%s | %s | %s)', (...headings) => {
    const sheet = sheetOf([headings, ...rows.map((row) => [row, 1])], {
      lists: { 'B2:B5': ['1', '2', '3', '4', '5'] },
    });
    expect(askedIn(sheet)).toEqual(rowsOf('A', 'B', [2, 5]));
  });

  it('are the answers while they are open, and stand in front of the remarks', () => {
    const open = (...headings: string[]): string[] => askedIn(sheetOf([headings, ...rows.map((row) => [row])]));
    expect(open('Anforderung', 'Punktzahl (1-5)', 'Kommentar')).toEqual(rowsOf('A', 'B', [2, 5]));
    expect(open('Requirement', 'Comments', 'Score')).toEqual(rowsOf('A', 'B', [2, 5]));
    expect(open('Requisito', 'Respuesta', 'Calificación')).toEqual(rowsOf('A', 'B', [2, 5]));
  });

  it('are none without a choice, nor where the customer set a priority', () => {
    const scored = sheetOf([['Requirement', 'Score', 'Comments'], ...rows.map((row) => [row, 1])]);
    expect(askedIn(scored)).toEqual(rowsOf('A', 'C', [2, 5]));
    const ranked = sheetOf([['Requirement', 'Priority', 'Comments'], ...rows.map((row) => [row, 'High'])], {
      lists: { 'B2:B5': ['High', 'Low'] },
    });
    expect(askedIn(ranked)).toEqual(rowsOf('A', 'C', [2, 5]));
  });
});

describe('marks in a column without a heading', () => {
  it.each(['X', '✓', '☑'])('say what is there: %s', (mark) => {
    const sheet = sheetOf([
      ['TENANTS', null, null, null, 'COMMENTS'],
      ['*', 1, 'Lease summaries'],
      ['', 2, 'Lease documents', mark],
      ['', '', 'a.  Tenant leases', mark],
      ['*', 3, 'Report of leasing activity', mark],
      ['MONEY'],
      ['', 1, 'Rent roll', mark],
      ['', 2, 'Budget of the current year', null, 'since May'],
    ]);
    expect(askedIn(sheet)).toEqual(rowsOf('C', 'D', [2, 5], [7, 8]));
  });
});

describe('numbers of the items', () => {
  it('never take the answers, whatever stands above them', () => {
    const labels = [
      'Name of the solution',
      'Version of the solution',
      'Country of the head office',
      'Owner of the solution',
    ];
    const sheet = sheetOf([
      ['Response of the provider', null, 'Edition 4'],
      ...labels.map((label, i) => [`GEN-0${i + 1}`, label, null, 'Any help']),
    ]);
    expect(askedIn(sheet).filter((place) => place.includes('>A'))).toEqual([]);
  });

  it('stay in the text where they are codes and no column says them', () => {
    const sheet = sheetOf([
      ['Requirement', 'Answer'],
      ['GV.OC-01.1: The mission shall be known.'],
      ['GV.OC-02.1: Guests shall be met at the gate.'],
      ['3. Keys shall be counted.'],
    ]);
    expect(questionsOf(workbookOf(sheet)).map(({ number, text }) => [number, text])).toEqual([
      ['GV.OC-01.1', 'GV.OC-01.1: The mission shall be known.'],
      ['GV.OC-02.1', 'GV.OC-02.1: Guests shall be met at the gate.'],
      ['3.', 'Keys shall be counted.'],
    ]);
  });
});

describe('a cover with facts of the file', () => {
  it('asks nothing: what stands beside labels, and the guide to the sheets below', () => {
    const sheet = sheetOf([
      [null, 'VENDOR ASSESSMENT'],
      [null, 'Issued by', 'Brook & Sons, purchasing'],
      [null, 'Edition', 'v2.7, April'],
      [null, 'Handling', 'CONFIDENTIAL'],
      [null, 'Way to us', 'By post or in person, never by carrier pigeon'],
      [],
      [null, 'Sheet', 'Domain', 'Focus'],
      [null, 'General', 'Company and program', 'Certificates, policies'],
      [null, 'Access', 'Identity and rights', 'Roles, passwords'],
      [null, 'Network', 'Perimeter and segments', 'Firewalls, routes'],
    ]);
    expect(askedIn(sheet)).toEqual([]);
  });
});
