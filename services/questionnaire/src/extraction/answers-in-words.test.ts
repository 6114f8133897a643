import { describe, expect, it } from '@jest/globals';
import { askedIn, rowsOf } from './asked.fixture.js';
import { asksToDescribe } from './language/description-requests.js';
import { sheetOf } from './sheet.fixture.js';

describe('answers in words beside choices', () => {
  it.each([
    ['Describe how you clean the rooms.', true],
    ['Please list the standards that you apply', true],
    ['If yes, please specify', true],
    ['Bitte beschreiben Sie Ihr Reinigungskonzept.', true],
    ['Décrivez votre procédure de sauvegarde', true],
    ['Indique los certificados que posee', true],
    ['Indique si dispone de un plan de continuidad', false],
    ['Podaj liczbę pracowników', true],
    ['Опишите порядок резервного копирования', true],
    ['请说明备份方法', true],
    ['List-based access control is used', false],
    ['Give access to those who need it only', false],
    ['Please indicate whether logs are kept', false],
  ])('%s: %s', (text, asks) => expect(asksToDescribe(text)).toBe(asks));

  it.each([
    ['Yes', 'No', 'Remarks', 'Is data encrypted?', 'Describe your key management.'],
    ['ja', 'nein', 'Erläuterung', 'Werden Daten verschlüsselt?', 'Bitte beschreiben Sie die Schlüsselverwaltung.'],
    ['Evet', 'Hayır', 'Açıklama', 'Veriler şifreleniyor mu?', 'Hangi sertifikalara sahipsiniz?'],
    ['Sí', 'No', 'Observaciones', '¿Se cifran los datos?', 'Describa la gestión de claves.'],
  ])('%s, %s: what is to be described goes into the column beside the ticks', (yes, no, remarks, closed, open) => {
    const rows = [
      ['Nr.', 'Audit', yes, no, remarks],
      ['1', closed],
      ['2', closed.replace('?', ' (2)?')],
      ['3', open],
    ];
    expect(askedIn(sheetOf(rows))).toEqual(['B2>C2', 'B3>C3', 'B4>E4']);
  });

  it('does the same beside a drop-down of yes and no, and only there', () => {
    const rows = [
      ['No', 'Question', 'Response', 'Comments'],
      ['1', 'Is data encrypted at rest?'],
      ['2', 'Are keys rotated?'],
      ['3', 'Describe how leavers are handled.'],
    ];
    const places = (list: string[]): string[] => askedIn(sheetOf(rows, { lists: { 'C2:C4': list } }));
    expect(places(['Yes', 'No', 'N/A'])).toEqual(['B2>C2', 'B3>C3', 'B4>D4']);
    expect(places(['By hand', 'By a tool of ours'])).toEqual(['B2>C2', 'B3>C3', 'B4>C4']);
  });

  it.each([
    [
      'Requirement',
      'Supplier statement',
      'Compliance level',
      ['Data are encrypted at rest.', 'Keys are rotated every year.', 'Backups are tested.'],
    ],
    [
      'Anforderung',
      'Stellungnahme',
      'Erfüllungsgrad',
      ['Daten werden verschlüsselt gespeichert.', 'Schlüssel werden jährlich erneuert.', 'Sicherungen werden geprüft.'],
    ],
    [
      'Exigence',
      'Réponse du fournisseur',
      'Conformité',
      ['Les données sont chiffrées.', 'Les clés sont renouvelées chaque année.', 'Les sauvegardes sont testées.'],
    ],
  ])(
    '%s: beside statements the column of words before a drop-down takes the answer',
    (...[first, words, level, texts]) => {
      const rows = [['No', first, words, level], ...texts.map((text, i) => [`R-${i + 1}`, text])];
      const lists = { 'D2:D4': ['Full', 'Partial', 'None'] };
      expect(askedIn(sheetOf(rows, { lists }))).toEqual(rowsOf('B', 'C', [2, 4]));
      const closed = ['Is data encrypted?', 'Are keys rotated?', 'Are backups tested?'];
      const questions = [['No', 'Question', 'Observations', 'Level'], ...closed.map((text, i) => [`Q-${i + 1}`, text])];
      expect(askedIn(sheetOf(questions, { lists }))).toEqual(rowsOf('B', 'D', [2, 4]));
    },
  );

  it('stands in the first of several columns of respondents without a heading', () => {
    const rows = ['How easy was the tool?', 'How clear were its words?', 'How fast was it?', 'How good was the help?'];
    expect(askedIn(sheetOf(rows.map((text, i) => [text, (i % 5) + 1, 5 - i])))).toEqual(rowsOf('A', 'B', [1, 4]));
  });
});

describe('requests in a sheet without any heading', () => {
  const requests = [
    'Describe your business continuity plan.',
    'Describe your supply chain.',
    'Please list your sites.',
    'Which certificates do you hold?',
  ];

  it('are answered beside them, or in the merged row below', () => {
    expect(askedIn(sheetOf(requests.map((text) => [text])))).toEqual(rowsOf('A', 'B', [1, 4]));
    const rows = requests.flatMap((text, i) => [[`Q${i + 1}. ${text}`], []]);
    const merges = Array.from({ length: 8 }, (_, i) => `A${i + 1}:C${i + 1}`);
    expect(askedIn(sheetOf(rows, { merges }))).toEqual(['A1>A2', 'A3>A4', 'A5>A6', 'A7>A8']);
  });

  it('are no questions where they tell how to fill the file in', () => {
    const orders = [
      'List all systems in column B.',
      'Describe each system in column C.',
      'Explain gaps on the next tab.',
    ];
    expect(askedIn(sheetOf(orders.map((text) => [text])))).toEqual([]);
  });
});
