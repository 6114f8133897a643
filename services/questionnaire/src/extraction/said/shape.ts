import { createHash } from 'node:crypto';
import type { CellModel, DocumentModel, SheetModel, TableBlock, TextModel } from '../../documents/model.js';
import { fold } from '../language/words.js';

/** Rows among which the row of headings is looked for, and what a heading is at most long. */
const HEAD_ROWS = 30;
const HEADING_CHARACTERS = 80;
/** Headings of a text document that tell it from another. */
const TEXT_HEADINGS = 50;

/**
 * Fingerprint of a template: the names of its sheets and the texts of their headings, or the headings of a text document and
 * those of its tables. What is filled in does not count. '' when the document has nothing that tells it from another.
 */
export function shapeOf(model: DocumentModel): string {
  const parts = model.kind === 'workbook' ? model.sheets.map(shapeOfSheet) : shapeOfText(model);
  const said = parts.flat().filter((text) => text !== '').length;
  if (said < 2) return '';
  return createHash('sha256')
    .update(JSON.stringify([model.format, parts]))
    .digest('hex');
}

function shapeOfSheet({ name, cells }: SheetModel): string[] {
  return [fold(name.trim()), ...headings(rowsOf(cells))];
}

function shapeOfText({ blocks }: TextModel): string[][] {
  const titles = blocks.flatMap((block) =>
    block.kind === 'paragraph' && block.heading !== undefined && block.contents !== true ? [plain(block.text)] : [],
  );
  const tables = blocks.filter((block): block is TableBlock => block.kind === 'table');
  const fields = blocks.flatMap((block) => (block.kind === 'field' ? [block.name] : []));
  return [titles.slice(0, TEXT_HEADINGS), ...tables.map(({ rows }) => headings(rows)), fields];
}

function rowsOf(cells: readonly CellModel[]): CellModel[][] {
  const rows: CellModel[][] = [];
  for (const cell of cells) {
    if (cell.text.trim() === '') continue;
    const last = rows.at(-1);
    if (last?.[0]?.row === cell.row) last.push(cell);
    else if (rows.length < HEAD_ROWS) rows.push([cell]);
    else break;
  }
  return rows;
}

/** The topmost of the rows with the most short texts, with the columns that they stand in. */
function headings(rows: readonly (readonly { column: number; text: string; type?: string }[])[]): string[] {
  let best: string[] = [];
  for (const row of rows.slice(0, HEAD_ROWS)) {
    const texts = row.flatMap(({ column, text, type = 'text' }) =>
      type === 'text' && text.length <= HEADING_CHARACTERS && /\p{L}/u.test(text) ? [`${column} ${plain(text)}`] : [],
    );
    if (texts.length > best.length && new Set(texts).size === texts.length) best = texts;
  }
  return best.length >= 2 ? best : [];
}

const plain = (text: string): string => fold(text.replace(/\s+/g, ' ').trim());
