import { describe, expect, it } from '@jest/globals';
import type { TableBlock } from '../documents/model.js';
import { questionsOf } from './asked.fixture.js';
import { documentOf } from './text.fixture.js';

const STEPS = ['Hard', '1', '2', '3', '4', 'Easy'];
const ASKED = ['How was the way to the hall?', 'How was the sound in the hall?'];

/** A table in which texts go over the whole width and steps have cells of their own. */
function tableOf(rows: readonly (string | string[])[]) {
  const model = documentOf([rows.map((row) => (typeof row === 'string' ? [row, '', '', '', '', ''] : row))]);
  const table = model.blocks.find((block): block is TableBlock => block.kind === 'table')!;
  rows.forEach((row, i) => {
    if (typeof row === 'string') table.rows[i] = [{ ...table.rows[i]![0]!, columnSpan: STEPS.length }];
  });
  return model;
}

describe('questions above rows of steps', () => {
  it('are each answered by a step, and what asks between them in words', () => {
    const questions = questionsOf(
      tableOf(['Visitors', ASKED[0]!, STEPS, 'Please tell us why.', ASKED[1]!, STEPS, 'What did you miss?']),
    );
    expect(questions.map(({ text, options }) => [text, options.length])).toEqual([
      [ASKED[0], 4],
      ['Please tell us why.', 0],
      [ASKED[1], 4],
      ['What did you miss?', 0],
    ]);
    expect(questions[0]!.optionLocations[0]).toEqual({ option: '1', location: { table: 1, row: 3, column: 2 } });
  });

  it('are none where the numbers do not count on', () => {
    const amounts = ['Net', '12', '40', '7', '9', 'Gross'];
    const found = questionsOf(tableOf(['Prices', 'Chairs in the hall', amounts, 'Tables in the hall', amounts]));
    expect(found).toEqual([]);
  });
});
