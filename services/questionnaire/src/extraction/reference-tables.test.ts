import { describe, expect, it } from '@jest/globals';
import { askedIn, rowsOf } from './asked.fixture.js';
import { sheetOf } from './sheet.fixture.js';
import type { Value } from './sheet.fixture.js';

const asked = (...rows: Value[][]): string[] => askedIn(sheetOf(rows));
const QUESTIONS = ['Do you encrypt data?', 'Do you test your backups?', 'Is access reviewed?', 'Are logs kept?'];

describe('sheets that tell and ask nothing', () => {
  it('covers: facts about the file, even where some are still open', () => {
    const rows = [
      ['Version:', '1.2'],
      ['Document owner:', ''],
      ['Approved by:', ''],
      ['Approval date:', ''],
    ];
    expect(asked(['Vendor assessment'], [], ...rows)).toEqual([]);
    expect(asked(['Company name:', ''], ['Address:', ''], ['Approved by:', ''])).toEqual(rowsOf('A', 'B', [1, 3]));
  });

  it('help: what columns and sheets are for', () => {
    const help = ['What is asked of the vendor.', 'Choose one from the list.', 'Provide a link to the document.'];
    const names = ['Question', 'Answer', 'Evidence'];
    for (const heading of ['Column', 'Spalte', 'Colonne', '列'])
      expect(asked([heading, 'Description'], ...names.map((name, i) => [name, help[i]!]))).toEqual([]);
    expect(
      asked(['Tab', 'Content', 'Completed?'], ['1', 'Questions for vendors', ''], ['2', 'Subprocessors', '']),
    ).toEqual([]);
    expect(
      asked(
        ['Field', 'Instruction', 'Example'],
        ['Comment', 'Describe how it is done.', 'We use a service.'],
        ['Evidence', 'Provide a link to the policy.', 'https://example.org'],
      ),
    ).toEqual([]);
  });

  it('glossaries, whose definitions may be questions', () => {
    const rows = [
      ['RPO', 'How much data may be lost?'],
      ['RTO', 'How long may the service be down?'],
      ['MFA', 'Two proofs.'],
    ];
    for (const [term, definition] of [
      ['Term', 'Definition'],
      ['Begriff', 'Erklärung'],
      ['Sigle', 'Explication'],
    ] as const)
      expect(asked([term, definition], ...rows)).toEqual([]);
  });

  it('registers of what a company has', () => {
    const rows = [
      ['DB1', 'Database that holds all orders of customers.', '', ''],
      ['WEB', 'Front end of the shop with all pages.', '', ''],
    ];
    expect(asked(['Asset', 'Description', 'Owner', 'Location'], ...rows)).toEqual([]);
  });

  it('reports of what an audit found', () => {
    const rows = [
      ['F1', 'Restores are not tested at all.', 'Test restores every quarter.', 'Agreed, by March.'],
      ['F2', 'Keys are never rotated.', 'Rotate all keys.', 'Agreed, by April.'],
      ['F3', 'Accounts are shared.', 'Give each user an account.', ''],
    ];
    expect(asked(['Ref', 'Finding', 'Recommendation', 'Management response'], ...rows)).toEqual([]);
    expect(asked(['Nr.', 'Feststellung', 'Empfehlung', 'Antwort'], ...rows)).toEqual([]);
    const open = ['Question', 'Answer', 'Gap', 'Finding'];
    expect(asked(open, ...QUESTIONS.map((text) => [text, '', '', '']))).toEqual(rowsOf('A', 'B', [2, 5]));
  });

  it('but not recommendations and gaps that are put as questions to check', () => {
    for (const [heading, status] of [
      ['Recommendation', 'Status'],
      ['Empfehlung', 'Umsetzung'],
      ['Recomendación', 'Estado'],
      ['Zalecenie', 'Status'],
    ] as const) {
      const rows = QUESTIONS.map((text, i): Value[] => ['Basics', `1.${i + 1}`, text, 'NT', '']);
      const sheet = sheetOf([['Topic', 'Criterion', heading, status, 'Comments'], ...rows], {
        lists: { 'D2:D5': ['C', 'NC', 'NT'] },
      });
      expect(askedIn(sheet)).toEqual(rowsOf('C', 'D', [2, 5]));
    }
  });

  it('collections of approved answers', () => {
    const rows = QUESTIONS.map((text, i) => [i + 1, text, 'Yes, as the policy says.', 'Policy 4']);
    expect(asked(['ID', 'Question', 'Standard answer', 'Source'], ...rows)).toEqual([]);
    const open = QUESTIONS.map((text, i) => [i + 1, text, 'Yes, as the policy says.', '']);
    expect(asked(['ID', 'Question', 'Standard answer', 'Answer'], ...open)).toEqual(rowsOf('B', 'D', [2, 5]));
  });

  it('answers to a survey', () => {
    const rows = ['Can you add a dark mode?', 'Why is it slow?', 'Please provide reports.', 'Faster?'].map(
      (text, i) => [`2025-01-0${i + 1} 10:00`, 'Engineer', text],
    );
    expect(asked(['Timestamp', 'What is your role?', 'What should we improve?'], ...rows)).toEqual([]);
  });
});

describe('rows that name a part of a table', () => {
  const part = (...ids: string[]): Value[][] => {
    const texts = ['Access control', QUESTIONS[0]!, QUESTIONS[1]!, 'Operations', QUESTIONS[2]!, QUESTIONS[3]!];
    return [['ID', 'Requirement', 'Compliance'], ...texts.map((text, i) => [ids[i]!, text.replace('?', ''), ''])];
  };
  const only = [...rowsOf('B', 'C', [3, 4]), ...rowsOf('B', 'C', [6, 7])];

  it('show it by a number of another kind', () => {
    expect(asked(...part('I', '1', '2', 'II', '3', '4'))).toEqual(only);
    expect(asked(...part('1.0', '1.1', '1.2', '2.0', '2.1', '2.2'))).toEqual(only);
    expect(asked(...part('Section 1', '1', '2', 'Section 2', '3', '4'))).toEqual(only);
  });

  it('are none when the next row has a number of that kind too, or when somebody answered them', () => {
    expect(asked(...part('A', '1', '2', 'B', 'C', '3'))).toHaveLength(6);
    const answered = part('I', '1', '2', 'II', '3', '4').map((row, i) => (i === 4 ? [row[0]!, row[1]!, 'Yes'] : row));
    expect(asked(...answered)).toHaveLength(6);
  });

  it('are bold where nothing else is', () => {
    const items = [
      'Access',
      'Backups are taken daily',
      'Rights are reviewed',
      'Operations',
      'Logs are kept',
      'Disks are encrypted',
    ];
    const sheet = sheetOf([['Statement', 'Answer'], ...items.map((text) => [text, ''])], { boldRows: [2, 5] });
    expect(askedIn(sheet)).toEqual([...rowsOf('A', 'B', [3, 4]), ...rowsOf('A', 'B', [6, 7])]);
  });
});

describe('an address of a web page', () => {
  it('heads no column, so that the questions above it are asked as those below it', () => {
    for (const texts of [
      ['Is the page valid HTML?', 'Do all images have a text?', 'Are the sources handed over with the page?'],
      ['Ist die Seite gültiges HTML?', 'Haben alle Bilder einen Text?', 'Werden die Quellen mit der Seite übergeben?'],
      [
        '¿Es válido el HTML de la página?',
        '¿Tienen texto todas las imágenes?',
        '¿Se entregan las fuentes con la página?',
      ],
    ]) {
      const rows = texts.map((text): Value[] => [text]);
      for (const address of ['https://validator.example/check', 'www.validator.example'])
        expect(
          asked(...rows, ['Tool', { text: address }], ...texts.map((text): Value[] => [`${text} (2)`])).length,
        ).toBe(6);
    }
  });

  describe('what each level of an answer means, with the question in one row a level', () => {
    const told = (levels: number, ...behind: Value[]): Value[][] =>
      QUESTIONS.flatMap((question, q) =>
        Array.from({ length: levels }, (_, i): Value[] => [
          question,
          i + 1,
          `At level ${i + 1} topic ${q + 1} is done in ${i} of ten rooms.`,
          ...behind,
        ]),
      );

    it.each([
      ['Question', 'Level', 'Criterion'],
      ['Frage', 'Stufe', 'Kriterium'],
      ['Pregunta', 'Nivel', 'Criterio'],
      ['Вопрос', 'Уровень', 'Критерий'],
    ])('asks nothing: %s | %s | %s', (...heads) => {
      expect(asked(heads, ...told(5))).toEqual([]);
      expect(asked([...heads, 'Recommendation'], ...told(3, 'Write the process down and review it.'))).toEqual([]);
    });

    it('asks where a column is left for the answers', () => {
      expect(asked(['Question', 'Stage', 'Criterion', 'Answer'], ...told(3)).length).toBe(12);
    });

    it('leaves the sheet that asks the same questions as it is', () => {
      const sheet = sheetOf([['Question', 'Answer (1 to 5)'], ...QUESTIONS.map((text): Value[] => [text, null])]);
      const levels = sheetOf([['Question', 'Level', 'Criterion'], ...told(5)], { name: 'Levels' });
      expect(askedIn(sheet, levels)).toEqual(rowsOf('A', 'B', [2, 5]));
    });
  });

  it.each([
    ['AS-IS', 'TO-BE'],
    ['Ist-Zustand', 'Soll-Zustand'],
  ])('asks nothing where somebody compared two states: %s | %s', (today, toBe) => {
    const steps = [
      'The visitor opens the page',
      'The page shows the boats',
      'The visitor picks one',
      'The boat is booked',
    ];
    const rows = steps.map((step, i): Value[] => [i + 1, step, i % 2 === 0 ? 'Y' : 'N', `${step} in two steps`]);
    expect(askedIn(sheetOf([['The new page'], [null, today, 'GAP', toBe], ...rows]))).toEqual([]);
  });
});
