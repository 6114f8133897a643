import { deflateSync } from 'node:zlib';
import { PDFParse } from 'pdf-parse';
import { degrees, PDFDocument, StandardFonts } from 'pdf-lib';

/** A PDF with so many pages, each with its own words, turned by so many degrees. */
export async function pdfOf(words: string, { pages = 1, turned = 0 } = {}): Promise<Uint8Array> {
  const pdf = await PDFDocument.create();
  const font = await pdf.embedFont(StandardFonts.Helvetica);
  for (let number = 1; number <= pages; number++) {
    const page = pdf.addPage();
    page.setRotation(degrees(turned));
    page.drawText(`${words} ${number}`, { x: 50, y: 500, size: 20, font });
  }
  return pdf.save();
}

/** The text of each page. */
export async function textsOf(bytes: Uint8Array): Promise<string[]> {
  const parser = new PDFParse({ data: Uint8Array.from(bytes) });
  try {
    return (await parser.getText()).pages.map(({ text }) => text);
  } finally {
    await parser.destroy();
  }
}

/** What pdf-lib sees as encrypted: a trailer that names an encryption dictionary. */
export async function encryptedPdf(): Promise<Uint8Array> {
  const plain = Buffer.from(await (await PDFDocument.load(await pdfOf('Secret'))).save({ useObjectStreams: false }));
  const text = plain.toString('latin1').replace('/Root', '/Encrypt 1 0 R /Root');
  return Buffer.from(text, 'latin1');
}

/** A PDF of one page, described in a stream that has so many bytes after decoding. */
export function swollenPdf(bytes: number): Uint8Array {
  const pages = '<</Type/Pages/Kids[3 0 R]/Count 1>>';
  const head = `2 0 3 ${pages.length + 1} `;
  const page = '<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]>>';
  const stream = deflateSync(Buffer.concat([Buffer.from(`${head}${pages} ${page}`), Buffer.alloc(bytes, ' ')]));
  const type = `/Type/ObjStm/N 2/First ${head.length}/Filter/FlateDecode/Length ${stream.length}`;
  return Buffer.concat([
    Buffer.from(`%PDF-1.7\n1 0 obj\n<</Type/Catalog/Pages 2 0 R>>\nendobj\n4 0 obj\n<<${type}>>\nstream\n`),
    stream,
    Buffer.from('\nendstream\nendobj\ntrailer\n<</Root 1 0 R/Size 5>>\nstartxref\n0\n%%EOF\n'),
  ]);
}
