import { ReadBudget } from './budget.js';
import { readCsv } from './csv/read-csv.js';
import { detectFormat } from './detect/detect-format.js';
import type { DocumentFormat } from './detect/formats.js';
import { readDocx } from './docx/read-docx.js';
import { DocumentError } from './errors.js';
import type { DocumentModel } from './model.js';
import type { Recognition } from './ocr/recognition.js';
import { OpcPackage } from './opc/package.js';
import type { ByteSource, DeclaredType, ReadLimits } from './source.js';
import { decodeText } from './text/encoding.js';
import { readPlainText } from './text/read-plain.js';
import { ODS_PARTS, readOds } from './ods/read-ods.js';
import { readXlsx, workbookParts } from './xlsx/read-xlsx.js';
import { readWorkbookPart } from './xlsx/workbook-part.js';

/**
 * Detects the real type by bytes, compares it with the declared one and reads the document into the model. The work is
 * synchronous CPU for the most part: run it in a worker thread (see pool/). Scans and pictures are read only with
 * `recognition`. Throws `DocumentError`, and nothing else.
 */
export async function readDocument(
  source: ByteSource,
  declared: DeclaredType,
  limits: ReadLimits,
  recognition?: Recognition,
): Promise<DocumentModel> {
  return asDocumentError(async () => {
    const budget = new ReadBudget(limits);
    const format = await detectFormat(source, declared, budget);
    return readFormat(source, format, budget, recognition);
  });
}

/**
 * Cheap safety check before anything is read: empty file, contradicted type, encryption, and zip parts that say that they
 * inflate beyond the limit. Reads the head, the tail and small parts only. Throws `DocumentError`.
 */
export async function checkDocument(
  source: ByteSource,
  declared: DeclaredType,
  limits: ReadLimits,
): Promise<{ format: DocumentFormat }> {
  return asDocumentError(async () => {
    const budget = new ReadBudget(limits);
    const format = await detectFormat(source, declared, budget);
    if (format === 'xlsx' || format === 'xlsm') {
      const opc = OpcPackage.open(source, budget);
      opc.archive.checkAnnounced(workbookParts(readWorkbookPart(opc)));
    } else if (format === 'ods') OpcPackage.open(source, budget).archive.checkAnnounced(ODS_PARTS);
    else if (format === 'docx') {
      const opc = OpcPackage.open(source, budget);
      opc.archive.checkAnnounced([opc.mainPart('word/document.xml')]);
    }
    return { format };
  });
}

/** Libraries that only some formats need are loaded when such a document comes, so that a thread starts soon. */
async function readFormat(
  source: ByteSource,
  format: DocumentFormat,
  budget: ReadBudget,
  recognition: Recognition | undefined,
): Promise<DocumentModel> {
  switch (format) {
    case 'xlsx':
    case 'xlsm':
      return readXlsx(OpcPackage.open(source, budget), format, budget);
    case 'ods':
      return readOds(OpcPackage.open(source, budget), budget);
    case 'docx': {
      const opc = OpcPackage.open(source, budget);
      const model = readDocx(opc, budget);
      if (recognition?.pictures !== true) return model;
      const { withDocxPictures } = await import('./ocr/docx-pictures.js');
      return withDocxPictures(model, opc, recognition, budget);
    }
    case 'pdf': {
      const { readPdf } = await import('./pdf/read-pdf.js');
      return readPdf(wholeFile(source, budget), budget, recognition);
    }
    case 'png':
    case 'jpeg': {
      const { readPicture } = await import('./ocr/read-picture.js');
      return readPicture(wholeFile(source, budget), budget, recognition);
    }
    case 'xls': {
      const { readXls } = await import('./xls/read-xls.js');
      return readXls(wholeFile(source, budget), budget);
    }
    case 'csv':
      return readCsv(wholeFile(source, budget), budget);
    case 'txt':
      return readPlainText(wholeText(source, budget), 'txt', budget);
    case 'md': {
      const { readMarkdown } = await import('./text/read-markdown.js');
      return readMarkdown(wholeText(source, budget), budget);
    }
    case 'html': {
      const { readHtml } = await import('./text/read-html.js');
      return readHtml(wholeText(source, budget), budget);
    }
  }
}

/** Bytes of a format that can only be read as a whole, charged to the budget like inflated ones. */
function wholeFile(source: ByteSource, budget: ReadBudget): Uint8Array {
  budget.chargeInflated(source.size);
  return source.read(0, source.size);
}

function wholeText(source: ByteSource, budget: ReadBudget): string {
  const { text } = decodeText(wholeFile(source, budget));
  if (text.trim() === '') throw new DocumentError('file_empty');
  return text;
}

/** A library that stumbles over a hostile file is one more way in which a file can be damaged. */
async function asDocumentError<T>(run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    if (error instanceof DocumentError) throw error;
    throw new DocumentError('file_damaged', undefined, { cause: error });
  }
}
