import { StandardFonts, PDFDocument } from 'pdf-lib';
import { describe, expect, it } from '@jest/globals';
import { buildPdf, type PdfPageFixture } from '../fixtures/pdf.fixture.js';
import type { TextModel } from '../model.js';
import { readDocument } from '../read-document.js';
import { BytesSource, DEFAULT_READ_LIMITS } from '../source.js';

const KEPT = 'Do you encrypt customer data at rest?';
const GONE = 'Do you keep a fax machine for orders?';
const X = 72;

async function linesOf(page: PdfPageFixture): Promise<string> {
  const source = new BytesSource(await buildPdf([page]));
  const model = await readDocument(source, { fileName: 'a.pdf', mimeType: '' }, DEFAULT_READ_LIMITS);
  return (model as TextModel).blocks.map((block) => ('text' in block ? block.text : '')).join('\n');
}

async function widthOf(text: string, size = 11): Promise<number> {
  const pdf = await PDFDocument.create();
  return (await pdf.embedFont(StandardFonts.Helvetica)).widthOfTextAtSize(text, size);
}

describe('text that a line strikes through', () => {
  const texts = [
    { text: KEPT, x: X, y: 100 },
    { text: GONE, x: X, y: 160 },
  ];

  it('is not read', async () => {
    const end = X + (await widthOf(GONE));
    expect(await linesOf({ texts, lines: [[X, 157, end, 157]] })).toBe(KEPT);
  });

  it('is not read when each of its words has a line of its own, nor on a page that is turned', async () => {
    const word = async (text: string): Promise<[number, number]> => {
      const from = X + (await widthOf(GONE.slice(0, GONE.indexOf(text))));
      return [from, from + (await widthOf(`${text} `))];
    };
    const spans = await Promise.all(GONE.split(' ').map(word));
    const lines = spans.map(([from, to]): [number, number, number, number] => [from, 157, to, 157]);
    expect(await linesOf({ texts, lines })).toBe(KEPT);
    expect(await linesOf({ texts, lines, turned: 90 })).toBe(KEPT);
  });

  it('leaves the other words of its line', async () => {
    const text = 'Do you encrypt all most customer data at rest?';
    const from = X + (await widthOf('Do you encrypt '));
    const to = from + (await widthOf('all'));
    expect(await linesOf({ texts: [{ text, x: X, y: 100 }], lines: [[from, 97, to, 97]] })).toBe(
      'Do you encrypt most customer data at rest?',
    );
  });

  it('is another than text that is underlined, or that a line of the page passes', async () => {
    const end = X + (await widthOf(GONE));
    const all = `${KEPT}\n${GONE}`;
    expect(await linesOf({ texts, lines: [[X, 162, end, 162]] })).toBe(all);
    expect(await linesOf({ texts, lines: [[X - 30, 157, 540, 157]] })).toBe(all);
  });
});
