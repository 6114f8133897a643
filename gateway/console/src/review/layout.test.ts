import { describe, expect, it } from '@jest/globals';
import type { AccountEntry } from '../api/types.js';
import { answerWritten, commentWritten, layoutOf, spanOf, tracksOf } from './layout.js';
import { question } from './question.fixture.js';

const entry = (location: AccountEntry['location'], text: string, kind: AccountEntry['class']): AccountEntry => ({
  sheet_id: 'one',
  class: kind,
  reason: 'because',
  location,
  text,
});
const cell = (name: string) => ({ sheet: 'One', cell: name });

describe('the layout of a workbook', () => {
  const layout = layoutOf(
    [
      entry(cell('A1'), 'No.', 'header'),
      entry(cell('B1'), 'Question', 'header'),
      entry(cell('A10'), '2', 'skipped'),
      entry(cell('B10'), 'Second?', 'question'),
      entry(cell('A2'), '1', 'skipped'),
      entry(cell('B2'), 'First? It is long, and the account cuts it', 'question'),
      entry(cell('AA2'), 'far', 'skipped'),
    ],
    [
      question({
        id: 'first',
        text: 'First? It is long, and here it is whole.',
        location: cell('B2'),
        answer_location: cell('C2'),
      }),
      question({ id: 'second', text: 'Second?', location: cell('B10'), answer_location: cell('C10') }),
    ],
  );

  it('has rows in the order of their numbers and columns in that of their letters', () => {
    expect(layout.rows.map(({ label }) => label)).toEqual(['1', '2', '10']);
    expect(layout.columns).toEqual(['A', 'B', 'C', 'AA']);
  });

  it('shows questions whole, and places for answers where nothing stands', () => {
    const row = layout.rows[1];
    expect(row?.questionId).toBe('first');
    expect(row?.cells[1]?.text).toBe('First? It is long, and here it is whole.');
    expect(row?.cells[2]).toEqual({ column: 'C', text: '', class: 'answer', answerOf: 'first' });
    expect(layout.rowOf.get('second')).toBe(2);
  });

  it('gives a narrow track to numbers and a wide one to sentences', () => {
    expect(tracksOf(layout)).toEqual({
      template: '2.75rem 3.5rem minmax(13rem, 1fr) minmax(13rem, 1fr) 3.5rem',
      width: 35.75,
    });
  });
});

describe('a cell of the layout', () => {
  const { rows, columns } = layoutOf(
    [
      entry(cell('A1'), 'A title over everything', 'section'),
      entry(cell('A2'), 'Is it?', 'question'),
      entry(cell('C2'), 'x', 'skipped'),
    ],
    [question({ id: 'q', location: cell('A2'), answer_location: cell('B2') })],
  );

  it('runs on over empty columns when its row asks nothing', () => {
    expect(rows.map((row) => row.cells.map((one) => spanOf(row, one, columns)))).toEqual([
      ['2 / 5'],
      ['2 / 3', '3 / 4', '4 / 5'],
    ]);
  });
});

describe('the layout of a text', () => {
  it('keeps the order of the document, and puts a place for an answer below its question', () => {
    const layout = layoutOf(
      [
        entry({ paragraph: 1 }, 'Security', 'section'),
        entry({ paragraph: 2 }, 'Is it?', 'question'),
        entry({ table: 1, row: 1, column: 1 }, 'In a table?', 'question'),
        entry({ paragraph: 9 }, 'The end', 'skipped'),
      ],
      [
        question({ id: 'p', text: 'Is it?', location: { paragraph: 2 }, answer_location: { paragraph: 3 } }),
        question({
          id: 't',
          location: { table: 1, row: 1, column: 1 },
          answer_location: { table: 1, row: 1, column: 2 },
        }),
      ],
    );
    expect(layout.rows.map(({ label }) => label)).toEqual(['1', '2', '3', '1.1', '9']);
    expect(layout.rows[2]?.cells[0]?.answerOf).toBe('p');
    expect(layout.rows[3]?.cells[1]?.answerOf).toBe('t');
  });
});

describe('the column of comments', () => {
  const asked = question({ id: 'q', location: cell('A2'), answer_location: cell('B2'), comment_location: cell('C2') });
  const shownFor = (change: Parameters<typeof question>[0]): string => commentWritten(question(change), 'theirs');

  it('stands in the layout, also where nothing is in it yet, and keeps what the customer wrote', () => {
    const empty = layoutOf([entry(cell('A2'), 'Is it so?', 'question')], [asked]);
    expect(empty.rows[0]?.cells[2]).toEqual({ column: 'C', text: '', class: 'answer', commentOf: 'q' });
    const filled = layoutOf([entry(cell('C2'), 'theirs', 'skipped')], [asked]);
    expect(filled.rows[0]?.cells.at(-1)).toMatchObject({ text: 'theirs', commentOf: 'q' });
  });

  it('is not there where the file has no place for comments, or the answer has it', () => {
    for (const place of [null, asked.answer_location, asked.location]) {
      const { rows } = layoutOf([], [question({ ...asked, comment_location: place })]);
      expect(rows.flatMap(({ cells }) => cells).filter(({ commentOf }) => commentOf !== undefined)).toEqual([]);
    }
  });

  it('shows a comment as it is written: with an answer beside it only', () => {
    expect(shownFor({ answer: 'Yes.', comment: ' See the policy. ' })).toBe('See the policy.');
    expect(shownFor({ answer: 'Yes.', comment: null })).toBe('theirs');
    expect(shownFor({ answer: null, comment: 'To do', answer_status: 'UNANSWERED' })).toBe('theirs');
    expect(shownFor({ answer: null, comment: 'No office.', answer_status: 'NOT_APPLICABLE' })).toBe('No office.');
    expect(answerWritten(question({ answer: null, answer_status: 'NOT_APPLICABLE' }))).toBe('N/A');
  });
});
