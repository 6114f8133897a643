import { describe, expect, it } from '@jest/globals';
import { buildPdf, type PdfPageFixture } from '../fixtures/pdf.fixture.js';
import { readTextFixture } from '../fixtures/read.fixture.js';

/** Tables of a page, row by row. */
async function tablesOf(page: PdfPageFixture): Promise<string[][][]> {
  const { blocks } = await readTextFixture(await buildPdf([page]), 'x.pdf');
  return blocks.flatMap((block) =>
    block.kind === 'table' ? [block.rows.map((row) => row.map(({ text }) => text))] : [],
  );
}

type Line = [number, number, number, number];
const ROWS: Line[] = [100, 130, 160, 190].map((y) => [60, y, 500, y]);
const upright = (...xs: number[]): Line[] => xs.map((x) => [x, 100, x, 190]);
const texts = [
  { text: 'No.', x: 66, y: 118 },
  { text: 'Control', x: 120, y: 118 },
  { text: 'Answer', x: 320, y: 118 },
  { text: '1', x: 66, y: 148 },
  { text: 'Doors are locked', x: 120, y: 148 },
  { text: '2', x: 66, y: 178 },
  { text: 'Keys are counted', x: 120, y: 178 },
];
const TABLE = [
  ['No.', 'Control', 'Answer'],
  ['1', 'Doors are locked', ''],
  ['2', 'Keys are counted', ''],
];

describe('a table whose sides are not drawn', () => {
  it('ends where its lines end', async () => {
    expect(await tablesOf({ texts, lines: [...ROWS, ...upright(110, 310)] })).toEqual([TABLE]);
  });

  it('has two columns beside a single line, where both sides are open', async () => {
    const two = texts.filter(({ x }) => x > 100);
    const rows = TABLE.map((row) => row.slice(1));
    expect(await tablesOf({ texts: two, lines: [...ROWS, ...upright(310)] })).toEqual([rows]);
  });

  it('takes in no longer line above it', async () => {
    const line: Line = [40, 90, 560, 90];
    expect(await tablesOf({ texts, lines: [line, ...ROWS, ...upright(60, 110, 310, 500)] })).toEqual([TABLE]);
  });

  it('is none beside a margin for hints', async () => {
    const margin = [100, 130, 160, 190].map((y, i): Line => [60 + 20 * i, y, 500, y]);
    expect(await tablesOf({ texts, lines: [...margin, ...upright(440)] })).toEqual([]);
  });
});
