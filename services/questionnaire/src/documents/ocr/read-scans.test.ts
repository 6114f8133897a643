import { describe, expect, it } from '@jest/globals';
import { splitPassages } from '../../answering/finding/passages.js';
import { extractQuestions } from '../../extraction/extract.js';
import { buildDocx, paragraph } from '../fixtures/docx.fixture.js';
import { buildScan, drawPicture, withPicture, type ScanPageFixture } from '../fixtures/scan.fixture.js';
import type { TextModel } from '../model.js';
import { readDocument } from '../read-document.js';
import { BytesSource, DEFAULT_READ_LIMITS } from '../source.js';
import { DEFAULT_RECOGNITION, type RecognitionOptions } from './recognition.js';

const ENGLISH = [
  '1. Do you encrypt customer data at rest?',
  '2. Who approves access to production systems?',
  '3. How often are backups tested?',
];
const GERMAN = ['1. Verschlüsseln Sie Kundendaten bei der Übertragung?', '2. Wer genehmigt den Zugriff auf Schlüssel?'];

async function readBytes(
  bytes: Uint8Array,
  fileName = 'scan.pdf',
  options: Partial<RecognitionOptions> = {},
  pictures = false,
): Promise<TextModel> {
  const recognition = {
    options: { ...DEFAULT_RECOGNITION, ...options },
    pictures,
    turn: () => Promise.resolve(() => undefined),
  };
  const declared = { fileName, mimeType: '' };
  const model = await readDocument(new BytesSource(bytes), declared, DEFAULT_READ_LIMITS, recognition);
  if (model.kind !== 'text') throw new Error('no text was read');
  return model;
}
const read = async (...pages: ScanPageFixture[]): Promise<TextModel> => readBytes(await buildScan(pages));
const questions = (model: TextModel): string[] =>
  extractQuestions(model).sheets.flatMap((sheet) => sheet.questions.map(({ number, text }) => `${number} ${text}`));
const plain = (texts: readonly string[]): string[] => texts.map((text) => text.replace(/^(\d+)\.? /, '$1 '));

describe('reading a scan', () => {
  it('gives the questions of an English and of a German page, with their places', async () => {
    const model = await read({ lines: ENGLISH }, { lines: GERMAN });
    expect(plain(questions(model))).toEqual(plain([...ENGLISH, ...GERMAN]));
    expect(model.recognised).toMatchObject([
      { page: 1, turned: 0 },
      { page: 2, turned: 0 },
    ]);
    for (const { confidence } of model.recognised ?? []) expect(confidence).toBeGreaterThan(80);
    expect(model.warnings).toEqual([]);
    expect(model.blocks[0]).toMatchObject({ page: 1, line: 1 });
  });

  it.each([1, 2, 3])('sets a page upright that was scanned with %i quarter turns', async (turned) => {
    const model = await read({ lines: ENGLISH, turned });
    expect(plain(questions(model))).toEqual(plain(ENGLISH));
    expect(model.recognised?.[0]?.turned).toBe(4 - turned);
  });

  it('puts strips together, and reads the page as the PDF turns it', async () => {
    expect(plain(questions(await read({ lines: ENGLISH, strips: 5 })))).toEqual(plain(ENGLISH));
    expect(plain(questions(await read({ lines: ENGLISH, turned: 3, rotation: 90 })))).toEqual(plain(ENGLISH));
  });

  it('reads the scanned page of a PDF with text, and names the page that gives nothing', async () => {
    const text = ['4. Do you have a policy for incidents, and is it reviewed every year by its owner?'];
    const model = await read({ text }, { lines: ENGLISH }, { blank: true });
    expect(plain(questions(model))).toEqual(plain([...text, ...ENGLISH]));
    expect(model.recognised?.map(({ page }) => page)).toEqual([2, 3]);
    expect(model.warnings).toEqual([{ code: 'ocr_found_nothing', message: 'OCR found no text: page 3.' }]);
  });

  it('refuses a scan in which nothing is found, and says which page', async () => {
    await expect(read({ blank: true })).rejects.toMatchObject({
      code: 'no_text_layer',
      detail: 'OCR found no text: page 1',
    });
  });

  it('ends when the time is up, and names what was not read', async () => {
    const scan = await buildScan([{ text: ['5. Do you log access to all systems?'] }, { lines: ENGLISH }]);
    const model = await readBytes(scan, 'scan.pdf', { timeMs: 5 });
    expect(questions(model)).toHaveLength(1);
    expect(model.warnings).toMatchObject([{ code: 'ocr_out_of_time', message: expect.stringContaining('page 2') }]);
  });

  it('names pages beyond the number that is read, pictures that are too large, and an engine without memory', async () => {
    const two = await buildScan([{ lines: ENGLISH }, { lines: ENGLISH }]);
    expect((await readBytes(two, 'a.pdf', { pages: 1 })).warnings).toMatchObject([{ code: 'ocr_too_many' }]);
    const failing = { code: 'no_text_layer', detail: expect.stringContaining('page 1') };
    await expect(readBytes(two, 'a.pdf', { pixels: 1_000 })).rejects.toMatchObject(failing);
    await expect(readBytes(two, 'a.pdf', { memoryMb: 17 })).rejects.toMatchObject(failing);
  });

  it('reads a PNG and a JPEG as a page', async () => {
    for (const [type, name] of [
      ['png', 'a.png'],
      ['jpeg', 'a.jpg'],
    ] as const)
      expect(plain(questions(await readBytes(drawPicture(ENGLISH, type), name)))).toEqual(plain(ENGLISH));
  });
});

describe('reading pictures beside text', () => {
  it('gives their text with the page and the picture, only where pictures are wanted', async () => {
    const text = Array.from({ length: 6 }, (_, i) => `This page has text of its own, line ${i} of some lines of it.`);
    const bytes = await buildScan([{ text, lines: ['', '', '', '', '', '', '', '', ...ENGLISH] }]);
    const model = await readBytes(bytes, 'a.pdf', {}, true);
    expect(model.blocks.filter((block) => block.kind === 'paragraph' && block.picture !== undefined)).toMatchObject([
      { page: 1, picture: 1, text: ENGLISH.join('\n') },
    ]);
    expect(splitPassages(model, 'a.pdf').map(({ locator }) => locator)).toEqual(['page 1', 'page 1, picture']);
    expect((await readBytes(bytes)).recognised).toBeUndefined();
  });

  it('gives the text of pictures in a Word document at its end', async () => {
    const docx = withPicture(buildDocx([paragraph('Our policy has a picture.')]), drawPicture(ENGLISH, 'png'));
    const model = await readBytes(docx, 'a.docx', {}, true);
    expect(model.blocks).toMatchObject([
      { text: 'Our policy has a picture.' },
      { index: 1, picture: 1, text: ENGLISH.join('\n') },
    ]);
    expect(splitPassages(model, 'a.docx').map(({ locator }) => locator)).toEqual(['a.docx', 'picture 1']);
  });
});
