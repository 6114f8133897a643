import { describe, expect, it } from '@jest/globals';
import type { TableBlock } from '../documents/model.js';
import { questionsOf } from './asked.fixture.js';
import { documentOf } from './text.fixture.js';

const FACTS = [
  ['Kind of lock', 'Bolt'],
  ['Colour of the door', 'Green'],
  ['Keys', '14, in the safe'],
];

/** A document of a title and a table whose first column is bold. */
function withTable(title: string, rows: readonly (readonly string[])[]) {
  const model = documentOf([title, 'Part 1', rows.map((row) => [...row])]);
  const table = model.blocks.find((block): block is TableBlock => block.kind === 'table')!;
  for (const [label] of table.rows) label!.bold = true;
  return model;
}

describe('a table of bold labels in front of values', () => {
  it('is asked, with what was filled in, in a document that is titled as a form', () => {
    const questions = questionsOf(withTable('Door intake form', FACTS));
    expect(questions.map(({ text, existingAnswer }) => [text, existingAnswer])).toEqual(FACTS);
    expect(questions.map(({ answerLocation }) => answerLocation)).toEqual(
      FACTS.map((_, i) => ({ table: 1, row: i + 1, column: 2 })),
    );
  });

  it('is asked where a document opens with a form about whoever fills it in, whatever its title', () => {
    const people = [
      ['Full name', 'Ann Smith'],
      ['Email address', 'ann@example.com'],
      ['Date of birth', '1 May 1990'],
      ['Kind of boat', 'Single scull'],
    ];
    const found = questionsOf(withTable('Rowers of the summer camp', people));
    expect(found.map(({ text, existingAnswer }) => [text, existingAnswer])).toEqual(people);
  });

  it('tells and asks nothing in another document', () => {
    expect(questionsOf(withTable('The doors of the house', FACTS))).toEqual([]);
  });

  it('tells and asks nothing where it describes the file', () => {
    const facts = [
      ['Version', '1.2'],
      ['Author', 'A. Smith'],
      ['Approved by', 'B. Jones'],
    ];
    expect(questionsOf(withTable('Door intake form', facts))).toEqual([]);
  });
});
