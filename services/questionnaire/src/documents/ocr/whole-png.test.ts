import { createCanvas } from '@napi-rs/canvas';
import { describe, expect, it } from '@jest/globals';
import { buildDocx, paragraph } from '../fixtures/docx.fixture.js';
import { pictureHead, withPicture } from '../fixtures/scan.fixture.js';
import { readDocument } from '../read-document.js';
import { BytesSource, DEFAULT_READ_LIMITS } from '../source.js';
import { DEFAULT_RECOGNITION } from './recognition.js';
import { isWholePng } from './whole-png.js';

const picture = new Uint8Array(createCanvas(400, 300).toBuffer('image/png'));
const recognition = {
  options: DEFAULT_RECOGNITION,
  pictures: true,
  turn: () => Promise.resolve(() => undefined),
};
const read = (bytes: Uint8Array, fileName: string) =>
  readDocument(new BytesSource(bytes), { fileName, mimeType: '' }, DEFAULT_READ_LIMITS, recognition);

/** With the pixels cut short inside their chunk, whose length still fits. */
function withoutPixels(png: Uint8Array): Uint8Array {
  const damaged = Uint8Array.from(png);
  const at = Buffer.from(png).indexOf('IDAT') + 4;
  damaged.fill(0, at + 20, at + Buffer.from(png).readUInt32BE(at - 8));
  return damaged;
}

describe('a damaged PNG', () => {
  it('is told from a whole one', () => {
    expect(isWholePng(picture)).toBe(true);
    const damaged = [picture.subarray(0, picture.length - 30), withoutPixels(picture), pictureHead(400, 300)];
    expect(damaged.map(isWholePng)).toEqual([false, false, false]);
  });

  it('is refused by itself, and named where a document has it', async () => {
    await expect(read(withoutPixels(picture), 'a.png')).rejects.toMatchObject({ code: 'file_damaged' });
    const docx = withPicture(buildDocx([paragraph('Our policy has a picture.')]), withoutPixels(picture));
    expect((await read(docx, 'a.docx')).warnings).toEqual([
      { code: 'ocr_damaged', message: 'Not read, the picture is damaged: picture 1.' },
    ]);
  });
});
