import { describe, expect, it } from '@jest/globals';
import {
  buildXlsx,
  type CellFixture,
  type SheetFixture,
} from '../../services/questionnaire/src/documents/fixtures/xlsx.fixture.js';
import { changedParts, exportTo, extract, partText, questionsOf, toExport } from './round-trip.js';

const SHEET = 'xl/worksheets/sheet1.xml';

async function write(
  validation: Omit<NonNullable<SheetFixture['validations']>[number], 'range'>,
  answer: string,
  cell: CellFixture = null,
): Promise<{ cell: string; reasons: string[]; shown: string[] }> {
  const original = buildXlsx({
    sheets: [
      {
        name: 'S',
        rows: [
          ['Question', 'Answer'],
          ['How is it done?', cell],
          ['How often?', null],
        ],
        validations: [{ range: 'B2', ...validation }],
      },
    ],
  });
  const [first] = questionsOf(await extract(original, 'a.xlsx'));
  const { bytes, outcome } = await exportTo(original, 'a.xlsx', [toExport(first!, { answer })]);
  const written = /<c r="B2"[^>]*>(.*?)<\/c>/.exec(partText(bytes, SHEET))?.[1] ?? '';
  if (outcome.report.places.length === 0) expect(changedParts(original, bytes)).toEqual([]);
  return {
    cell: written.replace(/<[^>]*>/g, ''),
    reasons: outcome.report.skipped.map(({ reason }) => reason),
    shown: outcome.report.places.map(({ text }) => text),
  };
}

describe('an answer for a cell that takes only certain values', () => {
  const rating = { type: 'whole', list: '0', second: '5' };
  const short = { type: 'textLength', operator: 'lessThanOrEqual', list: '10' };
  const since = { type: 'date', operator: 'greaterThan', list: '36526' };
  const dated = { number: 46000, numberFormat: 'yyyy-mm-dd' };

  it.each([
    ['a number within its range', rating, '4', null, '4'],
    ['a number of the other type', { type: 'decimal', list: '0.5', operator: 'greaterThan' }, '0.75', null, '0.75'],
    ['a short text', short, 'Ten chars.', null, 'Ten chars.'],
    ['a day, as the number of it', since, '2026-03-31', dated, '46112'],
    ['a number whose bounds a formula computes', { ...rating, second: 'MAX(A1:A9)' }, '9', null, '9'],
  ])('is written when it is %s', async (_, validation, answer, cell, stored) => {
    expect(await write(validation, answer, cell)).toEqual({ cell: stored, reasons: [], shown: [answer] });
  });

  it.each([
    ['a sentence for a number', rating, 'Yes, all of it.', null],
    ['a number out of its range', rating, '7', null],
    ['a fraction for a whole number', rating, '2.5', null],
    ['a longer text', short, 'Eleven char', null],
    ['a month for a day', since, 'March 2026', dated],
    ['a day before the first one', since, '1999-12-31', dated],
    ['a day in a cell that shows plain numbers', since, '2026-03-31', null],
  ])('is left out, and the report says why, when it is %s', async (_, validation, answer, cell) => {
    const { reasons, shown } = await write(validation, answer, cell);
    expect([reasons, shown]).toEqual([['not_accepted'], []]);
  });
});

describe('an answer to a statement with a column for points before that of words', () => {
  it('is written as words beside the points, and as a number among them', async () => {
    const rows = ['Keep a register of boats.', 'Inspect the wall yearly.', 'Train every harbour master.'];
    const sheet = { name: 'S', rows: [['Statement', 'Score', 'Response'], ...rows.map((text) => [text, null, null])] };
    const original = buildXlsx({ sheets: [sheet] });
    const found = questionsOf(await extract(original, 'a.xlsx'));
    const answers = ['Yes, all of them.', '4', ''];
    const given = found.map((question, i) => toExport(question, { answer: answers[i]! }));
    const { outcome } = await exportTo(original, 'a.xlsx', given);
    const places = outcome.report.places.map(({ location, text }) => ['cell' in location && location.cell, text]);
    expect(places).toEqual([
      ['C2', 'Yes, all of them.'],
      ['B3', '4'],
    ]);
  });
});
