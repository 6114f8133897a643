import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type * as pdfjsModule from 'pdfjs-dist/legacy/build/pdf.mjs';
import { DocumentError } from '../errors.js';

export type PdfJs = typeof pdfjsModule;

/** Loads pdf.js, only when a PDF is read: it is large. */
export async function loadPdfJs(): Promise<PdfJs> {
  return import('pdfjs-dist/legacy/build/pdf.mjs');
}

/** Opens a PDF for reading its text; nothing in it is run, fetched or drawn. Throws `DocumentError`. */
export async function openPdf(pdfjs: PdfJs, bytes: Uint8Array): Promise<pdfjsModule.PDFDocumentProxy> {
  const home = dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json'));
  try {
    return await pdfjs.getDocument({
      // pdf.js takes the buffer over.
      data: new Uint8Array(bytes),
      verbosity: pdfjs.VerbosityLevel.ERRORS,
      isEvalSupported: false,
      disableFontFace: true,
      useSystemFonts: false,
      // Pictures are never looked at, and decoding them would be most of the work.
      maxImageSize: 1,
      cMapUrl: join(home, 'cmaps/'),
      cMapPacked: true,
      standardFontDataUrl: join(home, 'standard_fonts/'),
    }).promise;
  } catch (error) {
    if (error instanceof Error && error.name === 'PasswordException') throw new DocumentError('password_protected');
    throw new DocumentError('file_damaged', 'the PDF cannot be opened', { cause: error });
  }
}
