import type { PDFFont } from 'pdf-lib';

/** A line broken where it is wider than `most` points, between words or within one that has no room. */
export function wrapped(text: string, font: PDFFont, size: number, most: number): string[] {
  const fits = (line: string): boolean => font.widthOfTextAtSize(line, size) <= most;
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(/\s+/)) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (fits(longer)) {
      line = longer;
      continue;
    }
    if (line !== '') lines.push(line);
    line = '';
    for (const letter of word) {
      if (line !== '' && !fits(line + letter)) {
        lines.push(line);
        line = '';
      }
      line += letter;
    }
  }
  return [...lines, line];
}
