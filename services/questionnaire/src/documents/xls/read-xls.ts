import type * as xlsxModule from '@e965/xlsx';
import type { CellObject, ParsingOptions, Range, WorkBook, WorkSheet } from '@e965/xlsx';
import type { ReadBudget } from '../budget.js';
import { isCompoundFile } from '../detect/compound-file.js';
import { DocumentError } from '../errors.js';
import type { CellModel, CellRange, DocumentWarning, SheetModel, WorkbookModel } from '../model.js';
import { NumberFormats } from '../xlsx/number-formats.js';
import { withoutCovered } from '../xlsx/sheet-reader.js';
import { readBiffSheets, type BiffSheet, type BiffValidation } from './biff-workbook.js';
import { takeOutFormulas } from './without-formulas.js';

/** Most rows of BIFF8; a sheet of an old workbook cannot be larger. */
const LAST_ROW = 65_535;
/** Of cell types only these hold something. */
const TYPES: Record<string, CellModel['type']> = { s: 'text', n: 'number', b: 'boolean', e: 'error', d: 'date' };

type XlsxLibrary = typeof xlsxModule;

/** The part of the library's container reader that is used; the library gives it no types. */
interface CompoundFiles {
  read(bytes: Uint8Array, options: { type: 'array' }): CompoundFile;
  find(container: CompoundFile, name: string): { content: number[] | Uint8Array } | null;
}
type CompoundFile = object;
/** Reads a workbook out of a container; not among the library's types either. */
type ReadCompoundFile = (container: CompoundFile, options: ParsingOptions) => WorkBook;

const OPTIONS: ParsingOptions = {
  type: 'array',
  cellFormula: true,
  cellStyles: true,
  cellNF: true,
  cellHTML: false,
  sheetStubs: false,
};

/** Reads a workbook of Excel 97-2003 or older (BIFF2 to BIFF8), codepages included. */
export async function readXls(bytes: Uint8Array, budget: ReadBudget): Promise<WorkbookModel> {
  const xlsx = await import('@e965/xlsx');
  const codepages: unknown = await import('@e965/xlsx/dist/cpexcel.full.mjs');
  xlsx.set_cptable(codepages);
  const { workbook, biff } = open(xlsx, bytes);
  const formats = await NumberFormats.load(workbook.Workbook?.WBProps?.date1904 === true);
  const warnings: DocumentWarning[] = [];
  const sheets: SheetModel[] = [];
  workbook.SheetNames.forEach((name, index) => {
    const sheet = workbook.Sheets[name];
    if (sheet === undefined) return;
    if (sheet['!type'] !== undefined && sheet['!type'] !== 'sheet') {
      warnings.push({
        code: 'sheet_without_cells',
        message: `The sheet "${name}" holds no cells (${sheet['!type']}) and was left out.`,
      });
      return;
    }
    const hidden = (workbook.Workbook?.Sheets?.[index]?.Hidden ?? 0) !== 0;
    sheets.push(sheetModel(sheet, { name, index, hidden }, biff[index], formats, budget));
  });
  sheets.forEach((sheet) => {
    sheet.validations = (biff[sheet.index]?.validations ?? []).map((validation) => resolve(validation, sheets));
  });
  return { kind: 'workbook', format: 'xls', sheets, warnings };
}

/** The workbook, and of BIFF8 (older ones have no validations) the parts that the library leaves out. */
function open(xlsx: XlsxLibrary, bytes: Uint8Array): { workbook: WorkBook; biff: BiffSheet[] } {
  try {
    const files = xlsx.CFB as CompoundFiles;
    const container = isCompoundFile(bytes) ? files.read(bytes, { type: 'array' }) : undefined;
    const stream = container && files.find(container, 'Workbook');
    if (!container || !stream) return { workbook: xlsx.read(bytes, OPTIONS), biff: [] };
    const content = Buffer.from(stream.content);
    const biff = readBiffSheets(content);
    takeOutFormulas(content);
    // Its own object stays: the library has hung what it reads with on it.
    for (let i = 0; i < content.length; i++) stream.content[i] = content[i]!;
    const read = (xlsx as unknown as { parse_xlscfb: ReadCompoundFile }).parse_xlscfb;
    return { workbook: read(container, OPTIONS), biff };
  } catch (error) {
    if (error instanceof Error && /password|encrypt/i.test(error.message))
      throw new DocumentError('password_protected');
    throw new DocumentError('file_damaged', 'the workbook cannot be opened', { cause: error });
  }
}

/** The library keeps cells by name; only those that exist are visited, whatever range the sheet claims. */
function sheetModel(
  sheet: WorkSheet,
  identity: Pick<SheetModel, 'name' | 'index' | 'hidden'>,
  biff: BiffSheet | undefined,
  formats: NumberFormats,
  budget: ReadBudget,
): SheetModel {
  const cells: CellModel[] = [];
  for (const [name, value] of Object.entries(sheet)) {
    if (name.startsWith('!')) continue;
    const place = /^([A-Z]{1,3})(\d{1,7})$/.exec(name);
    const cell =
      place === null ? undefined : cellModel(value as CellObject, columnOf(place[1]!), Number(place[2]) - 1, formats);
    if (cell === undefined) continue;
    const style = biff?.styleOf(cell.row, cell.column);
    if (style?.struck === true) continue;
    budget.chargeCell(cell.text.length);
    if (style?.bold === true) cell.bold = true;
    if (style?.filled === true) cell.filled = true;
    if (style !== undefined) cell.fontSize = style.fontSize;
    if (biff?.isFormula(cell.row, cell.column) === true) cell.formula ??= '';
    cells.push(cell);
  }
  cells.sort((a, b) => a.row - b.row || a.column - b.column);
  const merges = (sheet['!merges'] ?? []).map(cellRange);
  return {
    ...identity,
    protected: biff?.protected ?? false,
    rightToLeft: false,
    cells: withoutCovered(cells, merges),
    merges,
    hiddenRows: (sheet['!rows'] ?? []).flatMap((row: { hidden?: boolean } | undefined, i) =>
      row?.hidden === true ? [i] : [],
    ),
    hiddenColumns: (sheet['!cols'] ?? []).flatMap((column: { hidden?: boolean } | undefined, i) =>
      column?.hidden === true ? [{ top: 0, left: i, bottom: LAST_ROW, right: i }] : [],
    ),
    validations: [],
    formulas: biff?.formulas() ?? [],
  };
}

function cellModel(value: CellObject, column: number, row: number, formats: NumberFormats): CellModel | undefined {
  const type = TYPES[value.t];
  if (type === undefined) return undefined;
  const isDate =
    type === 'number' &&
    typeof value.z === 'string' &&
    /[dmyhs]/i.test(value.z.replace(/"[^"]*"|\[[^\]]{0,255}\]|\\./g, '')) &&
    !/general/i.test(value.z);
  const text = (value.t === 's' ? String(value.v ?? '') : shownText(value, isDate, formats)).replace(/\r\n?/g, '\n');
  if (text.trim() === '') return undefined;
  const cell: CellModel = { row, column, text: type === 'text' ? text : text.trim(), type: isDate ? 'date' : type };
  if (value.f !== undefined) cell.formula = value.f;
  return cell;
}

/** The library shows a date whose format it cannot render as the number of its day. */
function shownText(value: CellObject, isDate: boolean, formats: NumberFormats): string {
  const shown = value.w ?? String(value.v ?? '');
  const isBare = isDate && /^\d+(?:\.\d+)?$/.test(shown) && Number(shown) === Number(value.v);
  return isBare ? formats.format(String(value.z)).show(shown) : shown;
}

function cellRange(range: Range): CellRange {
  return { top: range.s.r, left: range.s.c, bottom: range.e.r, right: range.e.c };
}

function columnOf(letters: string): number {
  let column = 0;
  for (const letter of letters) column = column * 26 + letter.charCodeAt(0) - 64;
  return column - 1;
}

function resolve(validation: BiffValidation, sheets: readonly SheetModel[]): SheetModel['validations'][number] {
  const { ranges, type, options, source } = validation;
  if (source === undefined) return { ranges, type, options };
  const { sheet: index, range } = source;
  const sheet = sheets.find((candidate) => candidate.index === index);
  const texts = (sheet?.cells ?? []).filter(
    (cell) =>
      cell.row >= range.top && cell.row <= range.bottom && cell.column >= range.left && cell.column <= range.right,
  );
  return { ranges, type, options: [...new Set(texts.map((cell) => cell.text.trim()))] };
}
