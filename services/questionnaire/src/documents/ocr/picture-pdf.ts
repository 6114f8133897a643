import { PDFDocument } from 'pdf-lib';
import type { PageContent } from '../pdf/page-content.js';
import { isWholePng } from './whole-png.js';

export interface PictureSize {
  width: number;
  height: number;
}

/** Pixels of an inch: of a scan or photo of a page, and of a small picture, such as one of a screen. */
const [PAGE_DPI, SCREEN_DPI] = [200, 110];
const PAGE_WIDTH = 1_600;
const POINTS_PER_INCH = 72;

/** What the head of a PNG or JPEG says; undefined for anything else. Nothing is decoded. */
export function pictureSize(bytes: Uint8Array): PictureSize | undefined {
  const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (view.length > 24 && view.readUInt32BE(0) === 0x89504e47)
    return { width: view.readUInt32BE(16), height: view.readUInt32BE(20) };
  if (view.length < 4 || view.readUInt16BE(0) !== 0xffd8) return undefined;
  for (let at = 2; at + 9 < view.length;) {
    const marker = view[at + 1]!;
    if (view[at] !== 0xff) return undefined;
    // Start of frame, all but the three markers of that range that are none.
    if (marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker))
      return { height: view.readUInt16BE(at + 5), width: view.readUInt16BE(at + 7) };
    at += marker === 0xff ? 1 : marker >= 0xd0 && marker <= 0xd9 ? 2 : 2 + view.readUInt16BE(at + 2);
  }
  return undefined;
}

/**
 * A PDF with a page for each picture, so that pictures take the one way that scans take. A picture that cannot be decoded
 * has an empty page.
 */
export async function picturesToPdf(
  files: readonly Uint8Array[],
  pixels: number,
): Promise<{ bytes: Uint8Array; pages: PageContent[] }> {
  const pdf = await PDFDocument.create();
  const pages: PageContent[] = [];
  for (const file of files) {
    const { width, height } = pictureSize(file) ?? { width: 1, height: 1 };
    const points = POINTS_PER_INCH / (Math.max(width, height) >= PAGE_WIDTH ? PAGE_DPI : SCREEN_DPI);
    const size = { width: Math.max(1, width * points), height: Math.max(1, height * points) };
    const page = pdf.addPage([size.width, size.height]);
    pages.push({
      ...size,
      pieces: [],
      rulings: [],
      shapes: [],
      hasPictures: true,
      showsMore: true,
      shown: [1, 0, 0, 1, 0, 0],
    });
    const isJpeg = file[0] === 0xff;
    if (width * height > pixels || (!isJpeg && !isWholePng(file))) continue;
    try {
      const picture = isJpeg ? await pdf.embedJpg(file) : await pdf.embedPng(file);
      page.drawImage(picture, { x: 0, y: 0, ...size });
      await picture.embed();
    } catch {
      continue;
    }
  }
  return { bytes: await pdf.save(), pages };
}
