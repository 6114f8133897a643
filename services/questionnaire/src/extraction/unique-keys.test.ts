import { describe, expect, it } from '@jest/globals';
import { buildPdf } from '../documents/fixtures/pdf.fixture.js';
import { readTextFixture } from '../documents/fixtures/read.fixture.js';
import { placeName, questionsOf } from './asked.fixture.js';
import { extractQuestions } from './extract.js';
import { sheetOf, workbookOf } from './sheet.fixture.js';
import { documentOf } from './text.fixture.js';

const LEFT = [
  'Do you lock the store room?',
  'Who empties the bins?',
  'Where are the keys kept?',
  'Is the lift tested?',
];
const RIGHT = ['Is the roof inspected?', 'Who waters the plants?', 'Where do visitors park?', 'Is the alarm tested?'];

describe('keys and places of questions', () => {
  it('tell two questions apart that stand at one height in two columns of a PDF', async () => {
    const texts = [LEFT, RIGHT].flatMap((column, i) =>
      column.map((text, row) => ({ text, x: 60 + 270 * i, y: 100 + 60 * row })),
    );
    const questions = questionsOf(await readTextFixture(await buildPdf([{ texts }]), 'columns.pdf'));
    expect(questions.map(({ text }) => text)).toEqual([...LEFT, ...RIGHT]);
    expect(new Set(questions.map(({ key }) => key)).size).toBe(8);
    expect(new Set(questions.map(({ location }) => placeName(location))).size).toBe(8);
  });

  it('are the same for a question in the same place, and its own for each further one there', () => {
    const page = { page: 2, line: 4 };
    const model = documentOf([
      { text: 'Do you lock the store room?', ...page },
      { text: 'Is the lift tested?', ...page },
      { text: 'Who empties the bins?', ...page },
    ]);
    expect(questionsOf(model).map(({ key }) => key)).toEqual(['g2l4', 'g2l4#2', 'g2l4#3']);
  });

  it('differ between the sheets of a workbook', () => {
    const rows = [['Question', 'Answer'], ...LEFT.map((text) => [text, ''])];
    const { sheets } = extractQuestions(workbookOf(sheetOf(rows, { name: 'A' }), sheetOf(rows, { name: 'B' })));
    const keys = sheets.flatMap((sheet) => sheet.questions.map(({ key }) => key));
    expect(new Set(keys).size).toBe(keys.length);
    expect(keys).toHaveLength(8);
  });

  it('are one where a form shows one field twice under one label, and two under two labels', () => {
    const model = documentOf([
      { field: { name: 'owner', label: 'Name of the owner' } },
      { field: { name: 'owner', label: 'Name of the owner:' } },
      { field: { name: 'owner', label: 'Name of the tenant' } },
    ]);
    expect(questionsOf(model).map(({ key, text }) => [key, text])).toEqual([
      ['f:owner', 'Name of the owner'],
      ['f:owner#2', 'Name of the tenant'],
    ]);
  });
});
