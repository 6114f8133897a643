import { degrees, PDFDocument, rgb, StandardFonts, type PDFFont, type PDFPage } from 'pdf-lib';
import { boundDecoding, MOST_DECODED } from './decoding-bounds.js';
import { wrapped } from './wrapped.js';

/** What cannot be marked, by the code that people are told. */
export class UnmarkablePdf extends Error {
  constructor(readonly code: 'document_encrypted' | 'document_unreadable') {
    super(code);
    this.name = 'UnmarkablePdf';
  }
}

boundDecoding(MOST_DECODED);

const GREY = rgb(0.35, 0.35, 0.4);
const FOOT_SIZE = 8;
/** As small as people still read it; longer ones take several lines. */
const SMALLEST_FOOT = 5;
const FOOT_LINE = 1.25;
const FOOT_MARGIN = 12;
/** Of the page's shorter side. */
const ACROSS_SHARE = 0.045;
const ACROSS_OPACITY = 0.14;

/**
 * The PDF with `line` at the foot of each page and `across` over it. The same input gives the same bytes, so that parts of a
 * copy fit together. Throws `UnmarkablePdf`.
 */
export async function watermarked(
  bytes: Uint8Array,
  { line, across }: { line: string; across: string },
): Promise<Uint8Array> {
  const pdf = await opened(bytes);
  try {
    const font = await pdf.embedFont(StandardFonts.Helvetica);
    const pages = pdf.getPages();
    if (pages.length === 0) throw new UnmarkablePdf('document_unreadable');
    for (const page of pages) mark(page, font, { line: written(font, line), across: written(font, across) });
    return await pdf.save({ objectsPerTick: Infinity, addDefaultPage: false, updateFieldAppearances: false });
  } catch (error) {
    if (error instanceof UnmarkablePdf) throw error;
    throw new UnmarkablePdf('document_unreadable');
  }
}

async function opened(bytes: Uint8Array): Promise<PDFDocument> {
  const pdf = await PDFDocument.load(bytes, {
    updateMetadata: false,
    parseSpeed: Infinity,
    // Its own error for this cannot be told from others.
    ignoreEncryption: true,
  }).catch(() => undefined);
  if (!pdf) throw new UnmarkablePdf('document_unreadable');
  if (pdf.isEncrypted) throw new UnmarkablePdf('document_encrypted');
  return pdf;
}

/** Pages may be shown turned: the foot is where a reader sees it. */
function mark(page: PDFPage, font: PDFFont, { line, across }: { line: string; across: string }): void {
  const { x, y, width, height } = page.getCropBox();
  const turned = ((page.getRotation().angle % 360) + 360) % 360;
  const shorter = Math.min(width, height);
  const shownWidth = turned % 180 === 0 ? width : height;
  const { lines, size } = footOf(line, font, shownWidth - 2 * FOOT_MARGIN);
  // The last line stands at the margin, the others over it.
  const above = FOOT_MARGIN + (lines.length - 1) * size * FOOT_LINE;
  const place = {
    0: { x: x + FOOT_MARGIN, y: y + above },
    90: { x: x + width - above, y: y + FOOT_MARGIN },
    180: { x: x + width - FOOT_MARGIN, y: y + height - above },
    270: { x: x + above, y: y + height - FOOT_MARGIN },
  }[turned] ?? { x: x + FOOT_MARGIN, y: y + above };
  const looks = { font, color: GREY, rotate: degrees(turned) };
  page.drawText(lines.join('\n'), { ...place, ...looks, size, lineHeight: size * FOOT_LINE });
  const large = shorter * ACROSS_SHARE;
  const half = font.widthOfTextAtSize(across, large) / 2;
  const angle = turned + 35;
  const radians = (angle * Math.PI) / 180;
  page.drawText(across, {
    x: x + width / 2 - half * Math.cos(radians),
    y: y + height / 2 - half * Math.sin(radians),
    size: large,
    font,
    color: GREY,
    opacity: ACROSS_OPACITY,
    rotate: degrees(angle),
  });
}

/** The lines at the foot and the size of their letters, for so much room in points: whole, however long the text is. */
export function footOf(text: string, font: PDFFont, room: number): { lines: string[]; size: number } {
  const fitting = (FOOT_SIZE * room) / font.widthOfTextAtSize(text, FOOT_SIZE);
  const size = Math.min(FOOT_SIZE, Math.max(SMALLEST_FOOT, fitting));
  return { lines: wrapped(text, font, size, room), size };
}

/** The text in the letters that the built-in fonts of PDF have; others become "?". */
export const written = (font: PDFFont, text: string): string => {
  const known = new Set(font.getCharacterSet());
  return Array.from(text, (letter) => (known.has(letter.codePointAt(0) ?? 0) ? letter : '?')).join('');
};
