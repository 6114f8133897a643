import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type * as pdfjsModule from 'pdfjs-dist/legacy/build/pdf.mjs';
import { DocumentError } from '../errors.js';

export type PdfJs = typeof pdfjsModule;

/** Loads pdf.js, only when a PDF is read: it is large. */
export async function loadPdfJs(): Promise<PdfJs> {
  return import('pdfjs-dist/legacy/build/pdf.mjs');
}

/**
 * Opens a PDF; nothing in it is run, fetched or drawn. Pictures of more than `pixels` are left out: without it all of them,
 * for text needs none, and decoding them would be most of the work. Throws `DocumentError`.
 */
export async function openPdf(pdfjs: PdfJs, bytes: Uint8Array, pixels = 1): Promise<pdfjsModule.PDFDocumentProxy> {
  const home = dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json'));
  try {
    return await pdfjs.getDocument({
      // pdf.js takes the buffer over.
      data: new Uint8Array(bytes),
      verbosity: pdfjs.VerbosityLevel.ERRORS,
      isEvalSupported: false,
      disableFontFace: true,
      useSystemFonts: false,
      maxImageSize: pixels,
      // Pictures come as plain pixels.
      isOffscreenCanvasSupported: false,
      isImageDecoderSupported: false,
      cMapUrl: join(home, 'cmaps/'),
      cMapPacked: true,
      standardFontDataUrl: join(home, 'standard_fonts/'),
      wasmUrl: join(home, 'wasm/'),
    }).promise;
  } catch (error) {
    if (error instanceof Error && error.name === 'PasswordException') throw new DocumentError('password_protected');
    throw new DocumentError('file_damaged', 'the PDF cannot be opened', { cause: error });
  }
}
