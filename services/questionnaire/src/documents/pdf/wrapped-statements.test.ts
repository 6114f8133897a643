import { describe, expect, it } from '@jest/globals';
import { buildPdf, type PdfPageFixture } from '../fixtures/pdf.fixture.js';
import { readTextFixture } from '../fixtures/read.fixture.js';

const STATEMENTS = [
  ['I row in more than', 'one kind of boat'],
  ['I learnt to row', 'with a coach', 'in a club', 'by the sea'],
  ['I would row with others', 'in the winter', 'too'],
];
const [PITCH, GAP] = [15, 28];
const BOXES = [300, 360, 420];

/** Statements of several bold lines in one column, and boxes half way down each of them. */
function page(gap: number): PdfPageFixture {
  const texts: NonNullable<PdfPageFixture['texts']> = BOXES.map((x, i) => ({
    text: ['Never', 'Often', 'Always'][i]!,
    x: x - 8,
    y: 80,
  }));
  const shapes: NonNullable<PdfPageFixture['shapes']> = [];
  let y = 110;
  for (const lines of STATEMENTS) {
    lines.forEach((text, i) => texts.push({ text, x: 60, y: y + i * PITCH, size: 11, isBold: true }));
    const middle = y + ((lines.length - 1) * PITCH) / 2;
    shapes.push(...BOXES.map((x) => ({ x, y: middle - 9, size: 10 })));
    y += (lines.length - 1) * PITCH + gap;
  }
  return { texts, shapes };
}

describe('statements of several lines with boxes half way down', () => {
  it('are read whole where wider gaps stand between them', async () => {
    const { blocks } = await readTextFixture(await buildPdf([page(GAP)]), 'a.pdf');
    const rated = blocks.flatMap((block) => (block.kind === 'paragraph' && block.rated === true ? [block] : []));
    expect(rated.map(({ text }) => text)).toEqual(STATEMENTS.map((lines) => lines.join(' ')));
    expect(rated.map(({ options }) => options)).toEqual(STATEMENTS.map(() => ['Never', 'Often', 'Always']));
  });
});
