import { describe, expect, it } from '@jest/globals';
import { extractQuestions } from '../../extraction/extract.js';
import { buildPdf, type PdfPageFixture } from '../fixtures/pdf.fixture.js';
import { readTextFixture } from '../fixtures/read.fixture.js';

/** A ruled row of narrow fields at this height, one for each letter. */
function comb(name: string, y: number): Required<Pick<PdfPageFixture, 'grid' | 'fields'>> {
  const xs = [0, 1, 2, 3, 4, 5].map((i) => 80 + 18 * i);
  const fields = xs
    .slice(1)
    .map((x, i) => ({ name: `${name}${i + 1}`, type: 'text' as const, x: x - 16, y: y + 13, width: 14 }));
  return { grid: { xs, ys: [y, y + 18], texts: [['', '', '', '', '']] }, fields };
}

const asked = async (page: PdfPageFixture): Promise<unknown[]> => {
  const { sheets } = extractQuestions(await readTextFixture(await buildPdf([page]), 'x.pdf'));
  return sheets.flatMap(({ questions }) => questions).map(({ text, answerLocation }) => [text, answerLocation]);
};
const about = { text: 'This form is read by a machine.', x: 80, y: 60 };

describe('a ruled row of fields, one for each letter', () => {
  it('is where the label above it is answered, and no table', async () => {
    const page = { texts: [about, { text: 'Customer account number', x: 80, y: 110 }], ...comb('account', 116) };
    expect(await asked(page)).toEqual([['Customer account number', { field: 'account1' }]]);
  });

  it('asks nothing where nothing labels it', async () => {
    expect(await asked({ texts: [about], ...comb('more', 300) })).toEqual([]);
  });
});
