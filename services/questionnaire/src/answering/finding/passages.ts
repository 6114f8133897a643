import type {
  BlockModel,
  CellModel,
  DocumentModel,
  ParagraphBlock,
  SheetModel,
  TableBlock,
  TableCell,
  TextModel,
} from '../../documents/model.js';
import { withoutMarkup } from '@candor/runtime/plain-text';
import { joinWrappedLines, splitNumberedClauses } from './line-joining.js';
import { paragraphsOf } from './plain-paragraphs.js';
import { cutAtSpace } from './sentences.js';

export interface Passage {
  /** Heading path, page or row: "Encryption Policy v2.3 > §4", "page 4", "Sheet1, row 12". */
  locator: string;
  text: string;
  /** Order in the document, from 0. */
  ordinal: number;
}

/** A passage is about a screen of text: enough to hold a section, little enough to cite. Characters. */
const PASSAGE_LENGTH = 1500;
const LONGEST_HEADER_CELL = 60;
const HEADER_ROWS_SEARCHED = 15;
const DEEPEST_LIST = 4;

/**
 * Splits a document into passages of at most about 1,500 characters that never cross a heading. Lines of a passage are
 * the document's own paragraphs, list items and table rows. The same document always gives the same passages.
 *
 * @param name name of the document, used as locator when nothing better is known
 */
export function splitPassages(model: DocumentModel, name: string): Passage[] {
  const parts = model.kind === 'workbook' ? model.sheets.flatMap(sheetPassages) : textPassages(unmarked(model), name);
  return parts.map((p, ordinal) => ({ ...p, ordinal }));
}

type Part = Omit<Passage, 'ordinal'>;

/**
 * The paragraphs of a text with what people write as Markdown in any file read as such, before it is cut: a cut goes through
 * marks. Markdown and web pages were read so already.
 */
function unmarked({ format, blocks }: TextModel): BlockModel[] {
  if (format === 'md' || format === 'html') return paragraphsOf(blocks);
  return paragraphsOf(blocks).map((block) => {
    if (block.kind === 'paragraph') return block.code === true ? block : { ...block, text: withoutMarkup(block.text) };
    if (block.kind === 'field') return { ...block, value: withoutMarkup(block.value) };
    return {
      ...block,
      rows: block.rows.map((row) => row.map((cell) => ({ ...cell, text: withoutMarkup(cell.text) }))),
    };
  });
}

function textPassages(blocks: readonly BlockModel[], name: string): Part[] {
  const parts: Part[] = [];
  const path: { level: number; text: string }[] = [];
  let lines: string[] = [];
  let page: number | undefined;
  const flush = (): void => {
    const text = lines.join('\n');
    lines = [];
    if (text.trim() === '') return;
    const headings = path.map((h) => h.text).join(' > ');
    const place = [headings, page === undefined ? '' : `page ${page}`].filter(Boolean).join(', ');
    parts.push({ locator: place === '' ? name : place, text });
  };
  const add = (line: string): void => {
    for (const piece of piecesOf(line)) {
      if (lines.length > 0 && lines.join('\n').length + piece.length > PASSAGE_LENGTH) flush();
      lines.push(piece);
    }
  };
  for (const block of blocks) {
    if (block.page !== undefined && block.page !== page) {
      flush();
      page = block.page;
    }
    if (block.kind === 'paragraph' && block.picture !== undefined) {
      flush();
      parts.push(...picturePassages(block, block.picture));
      continue;
    }
    if (block.kind === 'table') {
      flush();
      for (const chunk of tableChunks(block)) {
        lines = chunk;
        flush();
      }
    } else if (block.kind === 'field') {
      if (block.value.trim() !== '') add(`${block.label === '' ? block.name : block.label}: ${block.value}`);
    } else if (block.heading !== undefined) {
      flush();
      while (path.length > 0 && path.at(-1)!.level >= block.heading) path.pop();
      path.push({ level: block.heading, text: numbered(block.text.trim(), block.number) });
    } else {
      if (block.code === true) continue;
      const own = joinWrappedLines(block.text.split('\n')).flatMap(splitNumberedClauses);
      own.forEach((line, i) => add(i === 0 ? listed(line, block) : line));
    }
  }
  flush();
  return parts;
}

/** What OCR read of a picture stands for itself, under no heading. */
function picturePassages(block: ParagraphBlock, picture: number): Part[] {
  const locator = block.page === undefined ? `picture ${picture}` : `page ${block.page}, picture`;
  return chunkLines(joinWrappedLines(block.text.split('\n'))).map((text) => ({ locator, text }));
}

/** A list item keeps its mark and its depth, so that what reads the passage knows the list from the text around it. */
function listed(text: string, { number, listLevel }: ParagraphBlock): string {
  const marked = numbered(text, number);
  if (listLevel === undefined) return marked;
  return `${'  '.repeat(Math.min(listLevel, DEEPEST_LIST))}${marked === text ? '- ' : ''}${marked}`;
}

function numbered(text: string, number: string | undefined): string {
  return number === undefined || number === '' || /^[\p{P}\p{S}]+$/u.test(number) ? text : `${number} ${text}`;
}

/** Cuts a very long paragraph at sentence ends or spaces. */
function piecesOf(line: string): string[] {
  const pieces: string[] = [];
  let rest = line;
  while (rest.length > PASSAGE_LENGTH) {
    const head = rest.slice(0, PASSAGE_LENGTH);
    const sentence = Math.max(head.lastIndexOf('. '), head.lastIndexOf('.\n')) + 1;
    const piece = sentence > PASSAGE_LENGTH / 2 ? head.slice(0, sentence) : cutAtSpace(rest, PASSAGE_LENGTH);
    pieces.push(piece);
    rest = rest.slice(piece.length).trimStart();
  }
  if (rest !== '') pieces.push(rest);
  return pieces;
}

/** Rows as lines "cell | cell"; every chunk repeats the header line. */
function tableChunks(table: TableBlock): string[][] {
  const rows = table.rows.map(rowCells).filter((row) => row.some((t) => t !== ''));
  const header =
    rows.length > 1 && rows[0]!.filter((t) => t !== '').length > 1 && isHeader(rows[0]!)
      ? rows[0]!.join(' | ')
      : undefined;
  const chunks: string[][] = [];
  let chunk: string[] = [];
  for (const row of header === undefined ? rows : rows.slice(1)) {
    const line = row.join(' | ');
    if (line === '') continue;
    if (chunk.length > 0 && chunk.join('\n').length + line.length > PASSAGE_LENGTH) {
      chunks.push(chunk);
      chunk = [];
    }
    if (chunk.length === 0 && header !== undefined) chunk.push(header);
    chunk.push(cutAtSpace(line, PASSAGE_LENGTH));
  }
  if (chunk.length > (header === undefined ? 0 : 1)) chunks.push(chunk);
  return chunks;
}

/** Cells at their columns, so that an empty one does not shift the others under wrong headings. */
function rowCells(row: readonly TableCell[]): string[] {
  const cells: string[] = [];
  for (const cell of row) {
    while (cells.length < cell.column) cells.push('');
    cells.push(oneLine(cell.text));
  }
  while (cells.length > 2 && cells.at(-1) === '') cells.pop();
  return cells;
}

function isHeader(cells: readonly string[]): boolean {
  return cells.every((t) => t.length <= LONGEST_HEADER_CELL && !/[.!?]$/.test(t) && !/^\d[\d.,%]*$/.test(t));
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

/** A passage a row, each cell as a line "header: value". */
function sheetPassages(sheet: SheetModel): Part[] {
  const rows = new Map<number, CellModel[]>();
  const hidden = new Set(sheet.hiddenRows);
  for (const cell of sheet.cells) {
    if (cell.text.trim() === '' || hidden.has(cell.row)) continue;
    const clean = { ...cell, text: withoutMarkup(cell.text) };
    const row = rows.get(cell.row);
    if (row) row.push(clean);
    else rows.set(cell.row, [clean]);
  }
  const entries = [...rows].sort(([a], [b]) => a - b);
  const width = Math.max(0, ...entries.slice(0, HEADER_ROWS_SEARCHED).map(([, cells]) => cells.length));
  const headerRow =
    width < 2
      ? undefined
      : entries.find(([, cells]) => cells.length === width && isHeader(cells.map((c) => oneLine(c.text))));
  const headers = new Map(headerRow?.[1].map((c) => [c.column, oneLine(c.text)]) ?? []);
  const parts: Part[] = [];
  for (const [row, cells] of entries) {
    if (headerRow && row <= headerRow[0]) continue;
    const lines = cells.map((c) => {
      const header = headers.get(c.column);
      return header === undefined ? oneLine(c.text) : `${header}: ${oneLine(c.text)}`;
    });
    const place = sheet.name === '' ? `row ${row + 1}` : `${sheet.name}, row ${row + 1}`;
    for (const text of chunkLines(lines)) parts.push({ locator: place, text });
  }
  return parts;
}

function chunkLines(lines: readonly string[]): string[] {
  const chunks: string[] = [];
  for (const piece of lines.flatMap(piecesOf)) {
    const last = chunks.at(-1);
    if (last !== undefined && last.length + piece.length < PASSAGE_LENGTH)
      chunks[chunks.length - 1] = `${last}\n${piece}`;
    else chunks.push(piece);
  }
  return chunks;
}
