import { PDFDocument, StandardFonts, type PDFFont, type PDFPage } from 'pdf-lib';
import { written } from './watermark.js';
import { wrapped } from './wrapped.js';

export interface NdaRecordText {
  title: string;
  /** The agreement as plain text. */
  text: string;
  /** Lines that say who accepted what, when and from where. */
  record: string[];
}

const PAGE: [number, number] = [595.28, 841.89];
const MARGIN = 56;
const SIZE = 10.5;
const LINE = 15;
const TITLE_SIZE = 16;

/** An accepted agreement as a PDF: the record, then the text. `at` in milliseconds. */
export async function ndaPdf({ title, text, record }: NdaRecordText, at: number): Promise<Uint8Array> {
  const pdf = await PDFDocument.create({ updateMetadata: false });
  pdf.setTitle(title);
  pdf.setCreationDate(new Date(at));
  const [plain, bold] = [
    await pdf.embedFont(StandardFonts.Helvetica),
    await pdf.embedFont(StandardFonts.HelveticaBold),
  ];
  const place: { page: PDFPage; y: number } = { page: pdf.addPage(PAGE), y: PAGE[1] - MARGIN };
  const write = (words: string, font: PDFFont, size = SIZE): void => {
    for (const line of wrapped(written(font, words), font, size, PAGE[0] - 2 * MARGIN)) {
      if (place.y < MARGIN + LINE) {
        place.page = pdf.addPage(PAGE);
        place.y = PAGE[1] - MARGIN;
      }
      place.page.drawText(line, { x: MARGIN, y: place.y, size, font });
      place.y -= size === SIZE ? LINE : LINE * 1.7;
    }
  };
  write(title, bold, TITLE_SIZE);
  for (const line of record) write(line, plain);
  place.y -= LINE;
  for (const line of text.split('\n')) {
    if (line.trim() === '') place.y -= LINE / 2;
    else write(line, plain);
  }
  return pdf.save({ objectsPerTick: Infinity });
}
