import { describe, expect, it } from '@jest/globals';
import { askedIn, placeName, questionsOf, rowsOf } from './asked.fixture.js';
import { headerRole } from './language/header-words.js';
import { sheetOf, workbookOf } from './sheet.fixture.js';
import { documentOf } from './text.fixture.js';

describe('headings of answers', () => {
  it.each([
    ['Maturity 0–5', 'status'],
    ['Maturity (0-5)', 'status'],
    ['Reifegrad (0 bis 4)', 'status'],
    ['Maturity', 'score'],
    ['Score (0-5)', 'score'],
    ['C/P/N', 'answer'],
    ['FY2024', 'answer'],
    ['Possible answers', 'options'],
    ['Risposte possibili', 'options'],
    ['response_comment', 'comment'],
    ['Response / comments', 'answer'],
    ['KPI', 'requirement'],
  ])('%s is a heading of kind %s', (text, role) => {
    expect(headerRole(text)?.role).toBe(role);
  });

  it('take a degree on a scale before evidence, and the score of the reviewer for neither', () => {
    const sheet = sheetOf([
      ['Ref', 'Control statement', 'Maturity 0–5', 'Evidence', 'Reviewer score'],
      ['B1', 'Tools are calibrated', null, null, null],
      ['B2', 'Spare parts are counted every month', null, null, null],
      ['B3', 'Forklifts are inspected', null, null, null],
    ]);
    expect(askedIn(sheet)).toEqual(rowsOf('B', 'C', [2, 4]));
  });

  it('ask for figures by indicator and period', () => {
    const sheet = sheetOf([
      ['Indicator', 'Unit', 'FY2023', 'FY2024', 'Source / remarks'],
      ['Waste', null, null, null, null],
      ['Waste to landfill', 't', null, null, null],
      ['Share of waste recycled', '%', null, null, null],
    ]);
    expect(askedIn(sheet)).toEqual(rowsOf('A', 'C', 3, 4));
  });

  it('ask for each of several systems, and not in the remarks behind them', () => {
    const rows = ['Is access reviewed?', 'Are logs kept?', 'Who is the owner?'].map((text, i) => [i + 1, text]);
    expect(askedIn(sheetOf([['#', 'Question', 'Billing', 'Shop', 'Data lake', 'Comment'], ...rows]))).toEqual(
      [2, 3, 4].flatMap((row) => ['C', 'D', 'E'].map((column) => `B${row}>${column}${row}`)),
    );
  });

  it('may be questions over boxes to tick', () => {
    const table = [
      ['Control', 'In place?', 'Remarks'],
      ['The storeroom is locked', '☐ Yes ☐ No', ''],
      ['Deliveries are checked by two people', '☐ Yes ☐ No', ''],
      ['Keys are handed back', '☐ Yes ☐ No', ''],
    ];
    const found = questionsOf(documentOf([table]));
    expect(found.map(({ text }) => text)).toEqual(table.slice(1).map(([text]) => text));
    expect(found.map(({ answerLocation }) => placeName(answerLocation))).toEqual(['t1r2c2', 't1r3c2', 't1r4c2']);
    expect(found[0]?.options).toEqual(['Yes', 'No']);
  });

  it('keep the answer where it is when it was given and the remark beside it was not', () => {
    const rows = (given: (row: number) => string | null) =>
      workbookOf(
        sheetOf([
          ['question_id', 'question_text', 'response', 'response_comment'],
          ['q-1', 'Is there a lift?', given(1), null],
          ['q-2', 'Who maintains the lift?', given(2), null],
          ['q-3', 'Describe the last inspection', given(3), null],
        ]),
      );
    const places = (given: (row: number) => string | null): string[] =>
      questionsOf(rows(given)).map((question) => placeName(question.answerLocation));
    expect(places(() => null)).toEqual(['C2', 'C3', 'C4']);
    expect(places((row) => `Given in part ${row}, by our caretaker.`)).toEqual(['C2', 'C3', 'C4']);
  });
});

describe('sheets that explain', () => {
  it('ask nothing in a guide with questions between its lines', () => {
    const guide = sheetOf([
      ['Assessment of carriers'],
      ['Purpose'],
      ['This workbook collects what we must know about carriers.'],
      ['1. Fill in the tab "Carrier". Every question must be answered.'],
      ['2. Choose an entry from the list and explain it.'],
      ['3. Do not add or remove rows.'],
      ['What happens next?'],
      ['We look at the answers within ten days and may come back to you.'],
      ['Whom can I contact?'],
      ['Write to carriers@example.com.'],
    ]);
    expect(askedIn(guide)).toEqual([]);
  });

  it('ask nothing in a glossary that defines by questions', () => {
    const glossary = sheetOf([
      ['Term', 'Definition'],
      ['ETA', 'When will the goods be there?'],
      ['Incoterm', 'Rules that say who pays for transport and who bears the risk of it.'],
      ['Pallet', 'A flat structure that supports goods while they are being lifted.'],
      ['POD', 'Who signed for the goods?'],
      ['Tare', 'The weight of the empty vehicle or of the packaging alone.'],
    ]);
    expect(askedIn(glossary)).toEqual([]);
  });
});
