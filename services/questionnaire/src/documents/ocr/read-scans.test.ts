import { beforeAll, describe, expect, it } from '@jest/globals';
import { splitPassages } from '../../answering/finding/passages.js';
import { extractQuestions } from '../../extraction/extract.js';
import { buildDocx, paragraph } from '../fixtures/docx.fixture.js';
import { buildScan, drawPicture, withPicture, type ScanPageFixture } from '../fixtures/scan.fixture.js';
import type { TextModel } from '../model.js';
import { readDocument } from '../read-document.js';
import { BytesSource, DEFAULT_READ_LIMITS } from '../source.js';
import { KnownPages } from './known-pages.js';
import { DEFAULT_RECOGNITION, type Recognition, type RecognitionOptions } from './recognition.js';

const ENGLISH = [
  '1. Do you encrypt customer data at rest?',
  '2. Who approves access to production systems?',
  '3. How often are backups tested?',
];
/** One language is read in half the time of two; the scan of all pages is read in both, as installations do. */
const ENGLISH_ALONE = { languages: ['eng'] };
const GERMAN = ['4. Verschlüsseln Sie Kundendaten bei der Übertragung?', '5. Wer genehmigt den Zugriff auf Schlüssel?'];

/** The pages of one scan, each read in its own way: loading the engine for each takes longer than reading them. */
const SCAN: { what: string; page: ScanPageFixture; gives: string[]; turned?: number }[] = [
  { what: 'an English page', ...scanned(ENGLISH) },
  { what: 'a German page', ...scanned(GERMAN) },
  {
    what: 'a page scanned with one quarter turn',
    ...scanned(['6. Do you train all people in security?', '7. Do you test new people before they start?'], 1),
  },
  {
    what: 'a page that was scanned on its head',
    ...scanned(['8. Are laptops encrypted and managed?', '9. Are lost phones wiped from afar?'], 2),
  },
  {
    what: 'a page scanned with three quarter turns',
    ...scanned(['10. Is your network split into zones?', '11. Who may change rules of the firewall?'], 3),
  },
  {
    what: 'a page in strips',
    ...scanned(['12. Do you have a plan for incidents?', '13. When are customers told of an incident?'], 0, {
      strips: 5,
    }),
  },
  {
    what: 'a page that the PDF turns back',
    page: {
      lines: ['14. Do you review suppliers every year?', '15. Which suppliers may see customer data?'],
      turned: 3,
      rotation: 90,
    },
    gives: ['14. Do you review suppliers every year?', '15. Which suppliers may see customer data?'],
    turned: 0,
  },
  {
    what: 'a page with text',
    page: { text: ['16. Do you have a policy for access, and is it reviewed every year by its owner?'] },
    gives: ['16. Do you have a policy for access, and is it reviewed every year by its owner?'],
  },
  { what: 'a page that says nothing', page: { blank: true }, gives: [], turned: 0 },
];

function scanned(
  lines: string[],
  turned = 0,
  more: Partial<ScanPageFixture> = {},
): { page: ScanPageFixture; gives: string[]; turned: number } {
  return { page: { lines, turned, ...more }, gives: lines, turned: (4 - turned) % 4 };
}

async function readBytes(
  bytes: Uint8Array,
  fileName = 'scan.pdf',
  options: Partial<RecognitionOptions> = {},
  pictures = false,
  more: Partial<Recognition> = {},
): Promise<TextModel> {
  const recognition: Recognition = {
    options: { ...DEFAULT_RECOGNITION, ...options },
    pictures,
    turn: () => Promise.resolve(() => undefined),
    ...more,
  };
  const declared = { fileName, mimeType: '' };
  const model = await readDocument(new BytesSource(bytes), declared, DEFAULT_READ_LIMITS, recognition);
  if (model.kind !== 'text') throw new Error('no text was read');
  return model;
}
const questions = (model: TextModel): { page: number; text: string }[] =>
  extractQuestions(model).sheets.flatMap((sheet) =>
    sheet.questions.map(({ number, text, location }) => ({
      page: 'page' in location ? location.page : 0,
      text: `${number} ${text}`,
    })),
  );
const texts = (model: TextModel): string[] => plain(questions(model).map(({ text }) => text));
const plain = (all: readonly string[]): string[] => all.map((text) => text.replace(/^(\d+)\.? /, '$1 '));

describe('reading a scan', () => {
  let model: TextModel;
  beforeAll(async () => {
    model = await readBytes(await buildScan(SCAN.map(({ page }) => page)));
  }, 300_000);

  it.each(SCAN.map((each, i) => ({ ...each, number: i + 1 })))('gives $what', ({ number, gives, turned }) => {
    const asked = questions(model).filter(({ page }) => page === number);
    expect(plain(asked.map(({ text }) => text))).toEqual(plain(gives));
    expect(model.recognised?.find(({ page }) => page === number)?.turned).toBe(turned);
  });

  it('says how sure it is, and names only the page that gives nothing', () => {
    expect(model.blocks[0]).toMatchObject({ page: 1, line: 1 });
    const read = (model.recognised ?? []).filter(({ characters }) => characters > 0);
    expect(read).toHaveLength(7);
    for (const { confidence } of read) expect(confidence).toBeGreaterThan(80);
    expect(model.warnings).toEqual([{ code: 'ocr_found_nothing', message: 'OCR found no text: page 9.' }]);
  });

  it('refuses a picture in which nothing is found, and says which page', async () => {
    await expect(readBytes(drawPicture([], 'png'), 'a.png', ENGLISH_ALONE)).rejects.toMatchObject({
      code: 'no_text_layer',
      detail: 'OCR found no text: page 1',
    });
  });

  it('ends when the time is up, and names what was not read', async () => {
    const scan = await buildScan([{ text: ['5. Do you log access to all systems?'] }, { lines: ENGLISH }]);
    const late = await readBytes(scan, 'scan.pdf', { ...ENGLISH_ALONE, timeMs: 5 });
    expect(questions(late)).toHaveLength(1);
    expect(late.warnings).toMatchObject([{ code: 'ocr_out_of_time', message: expect.stringContaining('page 2') }]);
  });

  it('names pages beyond the number that is read, pictures that are too large, and an engine without memory', async () => {
    const two = await buildScan([{ lines: ENGLISH }, { lines: GERMAN }]);
    expect((await readBytes(two, 'a.pdf', { ...ENGLISH_ALONE, pages: 1 })).warnings).toMatchObject([
      { code: 'ocr_too_many' },
    ]);
    const failing = { code: 'no_text_layer', detail: expect.stringContaining('page 1') };
    await expect(readBytes(two, 'a.pdf', { pixels: 1_000 })).rejects.toMatchObject(failing);
    const one = await buildScan([{ lines: ENGLISH }]);
    await expect(readBytes(one, 'a.pdf', { ...ENGLISH_ALONE, memoryMb: 17 })).rejects.toMatchObject(failing);
  });

  it('does not read again what it read before, in the same languages', async () => {
    const known = new KnownPages();
    const memory = {
      get: (picture: string) => Promise.resolve(known.get(picture)),
      put: known.put.bind(known),
    };
    const scan = await buildScan([{ lines: ENGLISH, turned: 2 }]);
    const first = await readBytes(scan, 'a.pdf', ENGLISH_ALONE, false, { memory });
    const turn = () => Promise.reject(new Error('the engine is not needed'));
    expect(await readBytes(scan, 'a.pdf', { ...ENGLISH_ALONE, timeMs: 0 }, false, { memory, turn })).toEqual(first);
    await expect(readBytes(scan, 'a.pdf', { languages: ['deu'] }, false, { memory, turn })).rejects.toMatchObject({
      cause: { message: 'the engine is not needed' },
    });
  });

  it('reads a JPEG as a page', async () => {
    expect(texts(await readBytes(drawPicture(ENGLISH, 'jpeg'), 'a.jpg', ENGLISH_ALONE))).toEqual(plain(ENGLISH));
  });
});

describe('reading pictures beside text', () => {
  it('gives their text with the page and the picture, only where pictures are wanted', async () => {
    const text = Array.from({ length: 6 }, (_, i) => `This page has text of its own, line ${i} of some lines of it.`);
    const bytes = await buildScan([{ text, lines: ['', '', '', '', '', '', '', '', ...ENGLISH] }]);
    const model = await readBytes(bytes, 'a.pdf', ENGLISH_ALONE, true);
    expect(model.blocks.filter((block) => block.kind === 'paragraph' && block.picture !== undefined)).toMatchObject([
      { page: 1, picture: 1, text: ENGLISH.join('\n') },
    ]);
    expect(splitPassages(model, 'a.pdf').map(({ locator }) => locator)).toEqual(['page 1', 'page 1, picture']);
    expect((await readBytes(bytes)).recognised).toBeUndefined();
  });

  it('gives the text of pictures in a Word document at its end', async () => {
    const docx = withPicture(buildDocx([paragraph('Our policy has a picture.')]), drawPicture(ENGLISH, 'png'));
    const model = await readBytes(docx, 'a.docx', ENGLISH_ALONE, true);
    expect(model.blocks).toMatchObject([
      { text: 'Our policy has a picture.' },
      { index: 1, picture: 1, text: ENGLISH.join('\n') },
    ]);
    expect(splitPassages(model, 'a.docx').map(({ locator }) => locator)).toEqual(['a.docx', 'picture 1']);
  });
});
