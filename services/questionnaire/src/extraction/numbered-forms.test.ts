import { describe, expect, it } from '@jest/globals';
import type { TableBlock, TableCell, TextModel } from '../documents/model.js';
import { questionsOf } from './asked.fixture.js';
import { documentOf } from './text.fixture.js';

interface Part {
  number: string;
  label: string;
  value?: string;
  /** Entries, each with what stands beside it. */
  entries?: [string, string][];
}

const cell = (row: number, column: number, text: string, rowSpan = 1, columnSpan = 1): TableCell => ({
  row,
  column,
  text,
  rowSpan,
  columnSpan,
});

/** A document of a title and a table "number | label | value", with the rows of the entries beside the labels that have some. */
function brief(title: string, section: string, parts: readonly Part[]): TextModel {
  const rows: TableCell[][] = [[cell(0, 0, '1'), cell(0, 1, section, 1, 3)]];
  for (const { number, label, value, entries } of parts) {
    const at = rows.length;
    if (entries === undefined) rows.push([cell(at, 0, number), cell(at, 1, label), cell(at, 2, value ?? '', 1, 2)]);
    else
      entries.forEach(([entry, beside], i) => {
        const lead = i === 0 ? [cell(at, 0, number, entries.length), cell(at, 1, label, entries.length)] : [];
        rows.push([...lead, cell(at + i, 2, entry), cell(at + i, 3, beside)]);
      });
  }
  const model = documentOf([title, [['x']]]);
  model.blocks.find((block): block is TableBlock => block.kind === 'table')!.rows = rows;
  return model;
}

const NAMES: Part[] = [
  { number: '1.1', label: 'Name of the club', value: 'Harbour Rowing' },
  { number: '1.2', label: 'What it is known for', value: 'The spring regatta' },
  { number: '1.3', label: 'Anything else about it' },
];
const KIND: Part = {
  number: '1.4',
  label: 'Kind of site',
  entries: [
    ['Shop', ''],
    ['Calendar', '✓'],
    ['Other', 'A page for the boats'],
  ],
};

describe('a table of numbered labels and values', () => {
  it('asks each label in a document that is called a form, and keeps what was filled in', () => {
    const questions = questionsOf(brief('Website questionnaire', 'The club', NAMES));
    expect(questions.map(({ number, text, existingAnswer }) => [number, text, existingAnswer])).toEqual(
      NAMES.map(({ number, label, value }) => [number, label, value ?? '']),
    );
    expect(questions.map(({ section }) => section)).toEqual(NAMES.map(() => 'The club'));
  });

  it('asks a label once that goes down over entries to tick, and offers these', () => {
    const [last] = questionsOf(brief('The site', 'The club', [...NAMES, KIND])).slice(-1);
    expect(last).toMatchObject({
      text: 'Kind of site',
      options: ['Shop', 'Calendar', 'Other'],
      existingAnswer: 'Calendar, Other: A page for the boats',
      answerLocation: { table: 1, row: 5, column: 4 },
    });
  });

  it('tells and asks nothing in another document where nothing is to be ticked', () => {
    const told = ['Length of the oars', 'Colour of the boats', 'Opening of the hall'].map((label, i) => ({
      number: `1.${i + 1}`,
      label,
      value: `As rule ${i + 4} says`,
    }));
    expect(questionsOf(brief('Rules of the club', 'Boats', told))).toEqual([]);
  });
});
