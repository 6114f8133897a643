import { describe, expect, it } from '@jest/globals';
import { placeName } from './asked.fixture.js';
import { extractQuestions } from './extract.js';
import { sheetOf, workbookOf } from './sheet.fixture.js';

describe('the account', () => {
  const sheet = sheetOf(
    [
      ['Vendor Security Questionnaire'],
      ['Please complete all questions below and return this form.'],
      ['Company name:', 'Acme'],
      [],
      ['Domain', 'ID', 'Question', 'Response options', 'Answer', 'Comments', 'Guidance'],
      [
        'Access',
        'A1',
        'Is MFA enforced?',
        'Yes; No',
        'Yes',
        'for all',
        'Explain which factors are used and for whom they are enforced.',
      ],
      ['Access', 'A2', 'Are accounts reviewed?', 'Yes; No', null, null, null],
      [],
      [null, null, 'Encryption'],
      ['Crypto', 'C1', 'Is data encrypted?', 'Yes; No', null, null, null],
      [null, null, 'Total', null, { text: '1', formula: 'COUNTA(E6:E10)' }],
    ],
    { boldRows: [5, 9] },
  );
  const result = extractQuestions(workbookOf(sheet));
  const account = result.sheets[0]?.account ?? [];
  const classOf = (cell: string): string => account.find((entry) => placeName(entry.location) === cell)?.class ?? '';

  it('books every cell that is not empty exactly once', () => {
    const places = account.map((entry) => placeName(entry.location));
    expect(places).toHaveLength(sheet.cells.length);
    expect(new Set(places).size).toBe(sheet.cells.length);
  });

  it('says what each cell is', () => {
    expect({
      title: classOf('A1'), instruction: classOf('A2'), heading: classOf('C5'), question: classOf('C6'), options: classOf('D6'), answer: classOf('E6'),
      comment: classOf('F6'), guidance: classOf('G6'), section: classOf('C9'), domain: classOf('A6'), number: classOf('B6'), total: classOf('C11'),
    }).toEqual({
      title: 'header', instruction: 'instruction', heading: 'header', question: 'question', options: 'options', answer: 'answer',
      comment: 'answer', guidance: 'instruction', section: 'section', domain: 'section', number: 'skipped', total: 'skipped',
    }); // prettier-ignore
  });

  it('gives a reason for each class', () => {
    expect(account.every((entry) => /^[a-z]+(?:_[a-z]+)*$/.test(entry.reason))).toBe(true);
    expect(account.filter((entry) => entry.class === 'question').map((entry) => entry.reason)).toEqual(
      Array(3).fill('column_of_questions'),
    );
  });

  it('keeps what was answered, where the answer and the comment go, and the options', () => {
    expect(result.sheets[0]?.questions[0]).toMatchObject({
      key: 's1!C6',
      number: 'A1',
      section: 'Access',
      text: 'Is MFA enforced?',
      location: { sheet: 'Sheet1', cell: 'C6' },
      answerLocation: { sheet: 'Sheet1', cell: 'E6' },
      commentLocation: { sheet: 'Sheet1', cell: 'F6' },
      options: ['Yes', 'No'],
      answerType: 'boolean',
      existingAnswer: 'Yes',
    });
    expect(result.sheets[0]?.questions[2]?.section).toBe('Encryption > Crypto');
  });

  it('gives the same result again', () => {
    expect(extractQuestions(workbookOf(sheet))).toEqual(result);
  });
});
