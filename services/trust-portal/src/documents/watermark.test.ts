import { describe, expect, it } from '@jest/globals';
import { PDFDocument, StandardFonts } from 'pdf-lib';
import { ndaPdf } from './nda-pdf.js';
import { encryptedPdf, pdfOf, swollenPdf, textsOf } from './pdf.fixture.js';
import { footOf, watermarked } from './watermark.js';

const MARK = { line: 'Handed out to Ann <ann@customer.example>', across: 'ann@customer.example' };

describe('a marked PDF', () => {
  it.each([0, 90, 180, 270])('says on each page who was given it, with pages turned by %i degrees', async (turned) => {
    const texts = await textsOf(await watermarked(await pdfOf('Report', { pages: 3, turned }), MARK));
    expect(texts).toHaveLength(3);
    for (const [index, text] of texts.entries()) {
      expect(text).toContain(`Report ${index + 1}`);
      expect(text).toContain(MARK.line);
      expect(text).toContain(MARK.across);
    }
  });

  it('has the same bytes each time, so that parts of it fit together', async () => {
    const pdf = await pdfOf('Report');
    const [first, second] = [await watermarked(pdf, MARK), await watermarked(pdf, MARK)];
    expect(Buffer.from(first).equals(Buffer.from(second))).toBe(true);
  });

  it('shows letters that its font lacks as question marks', async () => {
    const [text] = await textsOf(await watermarked(await pdfOf('Report'), { line: 'for 王 Jürgen', across: 'x' }));
    expect(text).toContain('for ? Jürgen');
  });

  it.each([0, 90, 180, 270])('names people of long names whole, with pages turned by %i degrees', async (turned) => {
    const line = `Handed out to ${'W'.repeat(200)} <ann@customer.example>, ${'WM '.repeat(100).trim()}, on 2030-01-01`;
    const marked = await watermarked(await pdfOf('Report', { turned }), { line, across: 'x' });
    expect((await textsOf(marked))[0]?.replace(/\s/g, '')).toContain(line.replace(/\s/g, ''));
  });

  it('has room at its foot for the longest names', async () => {
    const font = await (await PDFDocument.create()).embedFont(StandardFonts.Helvetica);
    const text = `Handed out to ${'W'.repeat(200)}, ${'WM '.repeat(100)}`.trim();
    for (const room of [120, 571, 1200]) {
      const { lines, size } = footOf(text, font, room);
      expect(Math.max(...lines.map((line) => font.widthOfTextAtSize(line, size)))).toBeLessThanOrEqual(room);
      expect(lines.join('').replace(/\s/g, '')).toBe(text.replace(/\s/g, ''));
    }
    expect(footOf('for Ann', font, 571)).toEqual({ lines: ['for Ann'], size: 8 });
  });

  it('is refused when it is encrypted or no PDF', async () => {
    await expect(watermarked(await encryptedPdf(), MARK)).rejects.toMatchObject({ code: 'document_encrypted' });
    for (const bytes of [Buffer.from('%PDF-1.7\nnothing'), Buffer.alloc(2000, 1)]) {
      await expect(watermarked(bytes, MARK)).rejects.toMatchObject({ code: 'document_unreadable' });
    }
  });

  it('is refused when a few kilobytes of it would fill the memory', async () => {
    await expect(watermarked(swollenPdf(1000), MARK)).resolves.toBeDefined();
    await expect(watermarked(swollenPdf(80_000_000), MARK)).rejects.toMatchObject({ code: 'document_unreadable' });
  });
});

describe('the PDF of an agreement', () => {
  it('holds the record and the whole text over as many pages as it needs', async () => {
    const text = Array.from({ length: 200 }, (_, n) => `Clause ${n} ${'is long '.repeat(20)}`).join('\n\n');
    const record = ['Accepted by: Ann Reader', `Long: ${'x'.repeat(300)}`];
    const pages = await textsOf(await ndaPdf({ title: 'Agreement', text, record }, 0));
    expect(pages.length).toBeGreaterThan(5);
    expect(pages[0]).toContain('Accepted by: Ann Reader');
    expect(pages.at(-1)).toContain('Clause 199');
  });
});
