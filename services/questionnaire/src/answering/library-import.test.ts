import { describe, expect, it } from '@jest/globals';
import { findOverlaps, importLibrary } from './library-import.js';

describe('importing a library', () => {
  it('finds the columns by their headers, under a title, and joins an answer with its explanation', () => {
    const rows = [
      ['Security answers 2026'],
      [],
      ['Question ID', 'Question', 'Response', 'Comments', 'Tags'],
      ['1', 'MFA?', 'Yes', 'For all staff.', 'access, iam'],
    ];
    expect(importLibrary(rows)).toEqual({
      entries: [{ row: 4, question: 'MFA?', answer: 'Yes. For all staff.', tags: ['access', 'iam'] }],
      rejected: [],
    });
  });

  it('finds the columns of a file that the console exported in German', () => {
    const rows = [
      ['Frage', 'Antwort', 'Schlagwörter', 'Status'],
      ['Wird MFA erzwungen?', 'Ja, für alle.', 'Zugriff; IAM', 'In Verwendung'],
    ];
    expect(importLibrary(rows).entries).toEqual([
      { row: 2, question: 'Wird MFA erzwungen?', answer: 'Ja, für alle.', tags: ['Zugriff', 'IAM'] },
    ]);
  });

  it('finds the columns by what stands in them when there is no header', () => {
    const rows = [
      ['A1', 'Do you encrypt data?', 'Yes, AES-256.'],
      ['A2', 'How long are logs kept?', 'One year.'],
    ];
    expect(importLibrary(rows).entries.map((e) => [e.row, e.answer])).toEqual([
      [1, 'Yes, AES-256.'],
      [2, 'One year.'],
    ]);
  });

  it('gives every row that is not empty back, as an entry or with its reason', () => {
    const rows = [
      ['Question', 'Answer'],
      ['MFA?', ''],
      ['', 'Yes'],
      ['', ''],
      ['SSO?', 'Yes'],
    ];
    expect(importLibrary(rows)).toEqual({
      entries: [{ row: 5, question: 'SSO?', answer: 'Yes', tags: [] }],
      rejected: [
        { row: 2, code: 'answer_missing' },
        { row: 3, code: 'question_missing' },
      ],
    });
  });

  it('says so when no columns can be told', () => {
    expect(
      importLibrary([
        ['alpha', 'beta'],
        ['1', '2'],
      ]).rejected.map((r) => r.code),
    ).toEqual(['columns_not_found', 'columns_not_found']);
  });

  it('tells duplicates from conflicts, whatever case and punctuation', () => {
    const overlaps = findOverlaps([
      { id: 'a', question: 'Do you use MFA?', answer: 'Yes.' },
      { id: 'b', question: 'do you use mfa', answer: 'yes' },
      { id: 'c', question: 'Log retention?', answer: '1 year' },
      { id: 'd', question: 'Log retention', answer: '2 years' },
      { id: 'e', question: 'SSO?', answer: 'Yes' },
    ]);
    expect(overlaps).toEqual([
      { kind: 'duplicate', ids: ['a', 'b'] },
      { kind: 'conflict', ids: ['c', 'd'] },
    ]);
  });
});
