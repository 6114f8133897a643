import type { ReadBudget } from '../budget.js';
import { DocumentError } from '../errors.js';
import type { BlockModel, DocumentWarning, TableBlock, TextModel } from '../model.js';
import { readWidgets, type Widget } from './form-fields.js';
import type { Grid } from './grids.js';
import type { Recognition } from '../ocr/recognition.js';
import { readScans, type ScanReading } from '../ocr/read-scans.js';
import { NO_SCANS, recognitionDetail, withScans } from '../ocr/tell-recognition.js';
import { drawnBoxes } from './drawn-boxes.js';
import { dropMargins } from './margins.js';
import { loadPdfJs, openPdf } from './open-pdf.js';
import { pageBlocks } from './page-blocks.js';
import { readPageContent, type PageContent } from './page-content.js';
import { appendRows, continuesTable } from './table-blocks.js';

/**
 * Reads a PDF by coordinates: paragraphs in reading order, ruled tables, check boxes and form fields; running heads dropped.
 * With `recognition` pages that are pictures are read by OCR.
 */
export async function readPdf(bytes: Uint8Array, budget: ReadBudget, recognition?: Recognition): Promise<TextModel> {
  const pdfjs = await loadPdfJs();
  const pdf = await openPdf(pdfjs, bytes);
  const { info } = (await pdf.getMetadata()) as { info: { IsXFAPresent?: boolean; IsAcroFormPresent?: boolean } };
  if (info.IsXFAPresent === true && info.IsAcroFormPresent !== true) throw new DocumentError('xfa_form');
  const pages: PageContent[] = [];
  const widgets: Widget[][] = [];
  for (let number = 1; number <= pdf.numPages; number++) {
    budget.checkTime();
    const page = await pdf.getPage(number);
    const content = await readPageContent(pdfjs, page);
    const fields = await readWidgets(page, content.shown);
    const drawn = drawnBoxes(content.shapes, content.pieces, [...fields.boxes, ...fields.widgets]);
    content.pieces = [...drawn.pieces, ...fields.boxes];
    content.rulings.push(...drawn.rulings);
    for (const piece of content.pieces) budget.chargeCell(piece.text.length);
    pages.push(content);
    widgets.push(fields.widgets);
    page.cleanup();
  }
  await pdf.destroy();
  const scans = recognition === undefined ? NO_SCANS : await readScans(bytes, pages, recognition, budget);
  checkText(pages, widgets, scans);
  const runningLines = dropMargins(pages);
  const told = new Set(scans.recognised.map(({ page }) => page));
  const unread = pages.flatMap((page, i) =>
    page.showsMore && page.pieces.length === 0 && (widgets[i]?.length ?? 0) === 0 && !told.has(i + 1) ? [i + 1] : [],
  );
  const model: TextModel = {
    kind: 'text',
    format: 'pdf',
    blocks: assemble(pages, widgets, budget),
    warnings: unread.length === 0 ? [] : [unreadWarning(unread)],
    ...(unread.length === 0 ? {} : { unreadPages: unread }),
    ...(runningLines.length === 0 ? {} : { runningLines }),
  };
  return withScans(model, scans);
}

/** Page numbers that a warning names one by one. */
const MOST_NAMED = 30;

function unreadWarning(pages: readonly number[]): DocumentWarning {
  const named = pages.slice(0, MOST_NAMED).join(', ') + (pages.length > MOST_NAMED ? ', …' : '');
  const which = pages.length === 1 ? `page ${named}` : `${pages.length} pages (${named})`;
  return {
    code: 'page_without_text',
    message: `Nothing was read of ${which}: there is no text there, only pictures (perhaps a scan). Look there for questions.`,
  };
}

/** A scan has pictures and no text, or only a stamp on each picture. */
function checkText(pages: readonly PageContent[], widgets: readonly Widget[][], scans: ScanReading): void {
  const characters = pages.reduce(
    (sum, page) => sum + page.pieces.reduce((text, piece) => text + piece.text.trim().length, 0),
    0,
  );
  if (widgets.some((list) => list.length > 0)) return;
  const isScan = pages.every((page) => page.hasPictures) && characters < 20 * pages.length;
  if (characters === 0 || isScan) throw new DocumentError('no_text_layer', recognitionDetail(scans.recognised));
}

function assemble(pages: readonly PageContent[], widgets: readonly Widget[][], budget: ReadBudget): BlockModel[] {
  const blocks: BlockModel[] = [];
  let last: { block: TableBlock; grid: Grid } | undefined;
  pages.forEach((content, i) => {
    budget.checkTime();
    for (const entry of pageBlocks(content, widgets[i] ?? [], i + 1)) {
      if (!('grid' in entry)) {
        blocks.push({ ...entry, index: blocks.length });
        last = undefined;
      } else if (last !== undefined && last.block.page !== i + 1 && continuesTable(last.grid, entry.grid)) {
        appendRows(last.block, entry.block.rows);
        last.grid = entry.grid;
      } else {
        const block: TableBlock = { ...entry.block, index: blocks.length };
        blocks.push(block);
        last = { block, grid: entry.grid };
      }
    }
  });
  return blocks;
}
