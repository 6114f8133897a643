import type { RecognisedPage } from './ocr/recognition.js';

/**
 * One model for every format. Readers produce it, extraction and knowledge passages consume it, writers go back to the
 * places it names. All indexes are zero-based; `cellName` turns them into what people see ("B7").
 */
export type DocumentModel = WorkbookModel | TextModel;

/** xlsx, xlsm, xls, ods and csv. A CSV is a workbook with one sheet whose name is "" and whose rows are records. */
export interface WorkbookModel {
  kind: 'workbook';
  format: 'xlsx' | 'xlsm' | 'xls' | 'ods' | 'csv';
  sheets: SheetModel[];
  warnings: DocumentWarning[];
  /** How a CSV's bytes were written, for writing back; only there for CSV. */
  csv?: CsvDialect;
}

export interface CsvDialect {
  /** Name as iconv-lite knows it. */
  encoding: string;
  byteOrderMark: boolean;
  /** Field separator; '' when the file has one column. */
  delimiter: string;
}

export interface SheetModel {
  name: string;
  /** Position among the workbook's sheets. */
  index: number;
  hidden: boolean;
  /** Edit protection of the sheet (not encryption). */
  protected: boolean;
  rightToLeft: boolean;
  /** Only cells that hold something or that carry a style that matters; ordered by row, then column. */
  cells: CellModel[];
  /** Merged ranges; the value is in the anchor (top left). */
  merges: CellRange[];
  hiddenRows: number[];
  hiddenColumns: CellRange[];
  validations: ValidationModel[];
  /** Unlocked empty cells (where a protected sheet expects input), as ranges; only what the format knows. */
  unlockedBlanks?: CellRange[];
  /** Empty cells with a fill colour, as ranges: often the cells to fill in, or the rest of a section row. */
  filledBlanks?: CellRange[];
  /** Empty cells with lines around them, as ranges: often the cells to write in. */
  framedBlanks?: CellRange[];
  /** Cells whose formula shows nothing, and those that an array formula or a data table fills, as ranges. */
  formulas?: CellRange[];
}

export interface CellRange {
  top: number;
  left: number;
  bottom: number;
  right: number;
}

export interface CellModel {
  row: number;
  column: number;
  /** The shown text: of a formula its cached result. */
  text: string;
  type: 'text' | 'number' | 'date' | 'boolean' | 'error';
  formula?: string;
  bold?: boolean;
  /** The cell has a fill colour. */
  filled?: boolean;
  fontSize?: number;
}

/** A data validation, kept as ranges, never expanded to cells. */
export interface ValidationModel {
  ranges: CellRange[];
  type: ValidationType;
  /** Resolved options of a list, in order; empty when they cannot be resolved. */
  options: string[];
  /** What else the cell takes only, where the file states it by numbers. */
  bounds?: ValueBounds;
}

export type ValidationType = 'list' | 'whole' | 'decimal' | 'date' | 'time' | 'length' | 'other';

/** Bounds of a value, of a date (as the number of its day in the file), or of a text's length in characters. */
export interface ValueBounds {
  operator:
    | 'between'
    | 'notBetween'
    | 'equal'
    | 'notEqual'
    | 'greaterThan'
    | 'lessThan'
    | 'greaterThanOrEqual'
    | 'lessThanOrEqual';
  first: number;
  /** Of `between` and `notBetween`. */
  second?: number;
}

/** docx, pdf, md, txt, html and pasted text. */
export interface TextModel {
  kind: 'text';
  format: 'docx' | 'pdf' | 'md' | 'txt' | 'html' | 'pasted';
  blocks: BlockModel[];
  warnings: DocumentWarning[];
  /** Pages, from 1, that show something of which nothing could be read (PDF). */
  unreadPages?: number[];
  /** Running heads, feet and page numbers, which are part of no block (PDF); their lines count on behind the page's own. */
  runningLines?: { page: number; line: number; text: string }[];
  /** Pages and pictures that were read by OCR, or could not be. */
  recognised?: RecognisedPage[];
}

export type BlockModel = ParagraphBlock | TableBlock | FieldBlock;

export interface ParagraphBlock {
  kind: 'paragraph';
  /** Position in the document, from 0, counting every block. */
  index: number;
  text: string;
  /** Computed list number as shown ("3.2", "a)"), not part of `text`. */
  number?: string;
  /** 1 to 9 for headings. */
  heading?: number;
  /** A line of program text or of a console: shown, but nobody's statement. */
  code?: boolean;
  /** List depth from 0, for list items. */
  listLevel?: number;
  bold?: boolean;
  fontSize?: number;
  /** PDF: page from 1 and line from 1 on that page; pasted text: line from 1. */
  page?: number;
  line?: number;
  /** Labels of check boxes or radio buttons in the paragraph; then `text` is what stands before the first of them, if anything. */
  options?: string[];
  /** Those of `options` that are ticked. */
  checked?: string[];
  /** The options are the steps of a scale, whose words stand above several such paragraphs (PDF). */
  rated?: boolean;
  /** Names of the form fields (PDF) that draw the check boxes, by which a writer fills them. */
  fields?: string[];
  /** A line of a table of contents: it repeats a heading. */
  contents?: boolean;
  /** The bullet in front of it is an empty box (docx). */
  boxed?: boolean;
  /** Left edge in points, where the format knows it (PDF). */
  x?: number;
  /** Read by OCR from the picture of this number (from 1), on the page or in a document without pages. */
  picture?: number;
}

export interface TableBlock {
  kind: 'table';
  index: number;
  rows: TableCell[][];
  page?: number;
  /** Its boxes are those of the cell that it stands in (docx). */
  ofCell?: boolean;
}

export interface TableCell {
  row: number;
  column: number;
  rowSpan: number;
  columnSpan: number;
  text: string;
  /** Automatic number of the cell's first paragraph, not part of `text` (unless the cell has nothing else). */
  number?: string;
  bold?: boolean;
  filled?: boolean;
  /** Options of a drop-down or of check boxes in the cell. */
  options?: string[];
  /** Check boxes and fields that are already filled. */
  checked?: string[];
  /** Names of the form fields (PDF) in the cell, by which a writer fills them; `text` then holds their value. */
  fields?: string[];
  /** What those fields hold, where words are printed in the cell too: the last lines of `text`. */
  value?: string;
}

/** A form field outside tables: docx content control, PDF AcroForm field. */
export interface FieldBlock {
  kind: 'field';
  index: number;
  /** The name by which a writer finds it again. */
  name: string;
  label: string;
  type: 'text' | 'checkbox' | 'choice' | 'date';
  options: string[];
  value: string;
  /** It goes on with the field or the boxes before it (PDF): a further part of the same blank. */
  continues?: boolean;
  /** Automatic number of the paragraph that the field stands in. */
  number?: string;
  page?: number;
}

export interface DocumentWarning {
  code: string;
  message: string;
}

/** Zero-based row and column to "B7". */
export function cellName(row: number, column: number): string {
  return columnName(column) + String(row + 1);
}

/** Zero-based column to letters: 0 → "A", 26 → "AA". */
export function columnName(column: number): string {
  let name = '';
  for (let n = column + 1; n > 0; n = Math.floor((n - 1) / 26)) name = String.fromCharCode(65 + ((n - 1) % 26)) + name;
  return name;
}
