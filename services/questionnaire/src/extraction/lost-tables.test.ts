import { describe, expect, it } from '@jest/globals';
import { questionsOf } from './asked.fixture.js';
import { documentOf, placesOf, textsOf } from './text.fixture.js';

describe('two columns that ask, one of them a row', () => {
  const rows = [
    ['Domain', 'Queries', 'Documentation queries', 'Comments'],
    ['Network', '', 'Please provide a diagram of the network', ''],
    ['Access', 'Is every sign-in protected by a second factor?', '', ''],
    ['Access', 'How are leavers removed?', '', ''],
    ['Keys', '', 'Is there a procedure for the rotation of keys?', ''],
    ['Backup', 'Which controls protect the backups?', 'Are there instructions for restores?', ''],
  ];

  it('are both asked, and answered in the same column', () => {
    expect(placesOf([rows])).toEqual([
      't1r2c3>t1r2c4',
      't1r3c2>t1r3c4',
      't1r4c2>t1r4c4',
      't1r5c3>t1r5c4',
      't1r6c2>t1r6c4',
      't1r6c3>t1r6c4',
    ]);
  });

  it('ask once where each row has the question in two languages', () => {
    const both = [
      ['No', 'Question', 'Frage', 'Response'],
      ['1', 'Is data encrypted?', 'Werden Daten verschlüsselt?', ''],
      ['2', 'Are keys rotated?', 'Werden Schlüssel erneuert?', ''],
      ['3', 'Are backups tested?', 'Werden Sicherungen geprüft?', ''],
    ];
    expect(placesOf([both])).toEqual(['t1r2c2>t1r2c4', 't1r3c2>t1r3c4', 't1r4c2>t1r4c4']);
  });
});

describe('a table of a document whose rows repeat their question in each column', () => {
  const rows = [
    ['Site 1: example.com', 'Site 2: example.org'],
    ['Which colors are used?\nBlack', 'Which colors are used?\nBlue and white'],
    ['Name three things that you like\nPhotos', 'Name three things that you like\nThe search'],
    ['What could be better?\n', 'What could be better?\nThe photos'],
  ];

  it('asks each cell, and keeps what is written below its first line', () => {
    const asked = questionsOf(documentOf([rows]));
    expect(asked.map(({ text, existingAnswer }) => `${text} ${existingAnswer}`.trim())).toEqual([
      'Which colors are used? Black',
      'Which colors are used? Blue and white',
      'Name three things that you like Photos',
      'Name three things that you like The search',
      'What could be better?',
      'What could be better? The photos',
    ]);
    expect(placesOf([rows])[0]).toBe('t1r2c1>t1r2c1');
  });

  it('asks nothing where the repeated lines tell something', () => {
    const told = ['The scope is set.', 'The risks are known.', 'The costs are agreed.'].map((text) => [text, text]);
    expect(textsOf([told])).toEqual([]);
  });
});

describe('a list of prices', () => {
  const items = ['Visit', 'Certificate', 'Vaccination', 'Deworming', 'Blood count', 'X-ray'];

  it.each([
    ['Service', 'Public price', (i: number): string => `$ ${i}80.00`],
    ['Leistung', 'Preis', (i: number): string => `${i}9,00 €`],
    ['Usługa', 'Cena', (i: number): string => `${i}20 PLN`],
  ])('%s | %s: asks nothing, whatever column stands empty beside it', (item, price, amount) => {
    const rows = [[item, price, ''], ...items.map((text, i) => [text, amount(i + 1), ''])];
    expect(textsOf([rows])).toEqual([]);
  });
});

describe('labels beside form fields', () => {
  it('ask also where they read as sentences', () => {
    const labels = [
      'System function (e.g., web server, workstation, etc.)',
      'Patches, including versions, etc.',
      'Port',
    ];
    const document = documentOf([labels.map((label) => [label, ''])], 'pdf');
    const [table] = document.blocks;
    if (table?.kind !== 'table') throw new Error('the document is one table');
    for (const [i, row] of table.rows.entries()) row[1]!.fields = [`field${i}`];
    expect(questionsOf(document).map(({ text }) => text)).toEqual(labels);
  });
});
