import type { CellRange, ValidationType, ValueBounds } from '../model.js';
import { OPERATORS, readBounds } from '../value-bounds.js';
import { RangeCollector } from '../xlsx/range-collector.js';
import { BiffCursor, RECORD, recordsFrom } from './biff-records.js';

/** A drop-down or other validation; the source of a list that stands in cells is resolved by the caller. */
export interface BiffValidation {
  ranges: CellRange[];
  type: ValidationType;
  bounds: ValueBounds | undefined;
  options: string[];
  source: { sheet: number; range: CellRange } | undefined;
}

export interface BiffStyle {
  bold: boolean;
  struck: boolean;
  fontSize: number;
  filled: boolean;
}

export interface BiffSheet {
  validations: BiffValidation[];
  /** Style of a cell that holds something. */
  styleOf(row: number, column: number): BiffStyle | undefined;
  isFormula(row: number, column: number): boolean;
  /** All cells that hold a formula. */
  formulas(): CellRange[];
  protected: boolean;
}

interface Globals {
  sheetOffsets: number[];
  fonts: { bold: boolean; struck: boolean; size: number }[];
  styles: BiffStyle[];
  /** First sheet of each external reference; -1 outside the workbook. */
  references: number[];
  /** Formula of each defined name. */
  names: Buffer[];
}

const VALIDATION_TYPES: ValidationType[] = ['other', 'whole', 'decimal', 'list', 'date', 'time', 'length', 'other'];
const CELL_RECORDS = new Set<number>([
  RECORD.LABELSST,
  RECORD.NUMBER,
  RECORD.RK,
  RECORD.FORMULA,
  RECORD.LABEL,
  RECORD.BOOLERR,
]);

/**
 * What the spreadsheet library does not read of a BIFF8 workbook: validations, fonts and fills. Damage in these parts is no
 * reason to refuse the cells: what was read before it counts.
 */
export function readBiffSheets(stream: Buffer): BiffSheet[] {
  const globals = readGlobals(stream);
  return globals.sheetOffsets.map((offset, index) => readSheet(stream, offset, index, globals));
}

function readGlobals(stream: Buffer): Globals {
  const globals: Globals = { sheetOffsets: [], fonts: [], styles: [], references: [], names: [] };
  for (const { type, data } of recordsFrom(stream, 0)) {
    try {
      if (type === RECORD.BOUNDSHEET) globals.sheetOffsets.push(data.readUInt32LE(0));
      else if (type === RECORD.FONT)
        globals.fonts.push({
          size: data.readUInt16LE(0) / 20,
          bold: data.readUInt16LE(6) >= 600,
          struck: (data.readUInt16LE(2) & 8) !== 0,
        });
      else if (type === RECORD.XF) globals.styles.push(readStyle(data, globals.fonts));
      else if (type === RECORD.EXTERNSHEET) {
        for (let i = 0; i < data.readUInt16LE(0); i++) globals.references.push(data.readInt16LE(2 + i * 6 + 2));
      } else if (type === RECORD.NAME) globals.names.push(nameFormula(data));
    } catch {
      continue;
    }
  }
  return globals;
}

/** Font 4 does not exist: the numbers of later fonts are one too high (MS-XLS 2.5.129). */
function readStyle(data: Buffer, fonts: Globals['fonts']): BiffStyle {
  const fontIndex = data.readUInt16LE(0);
  const font = fonts[fontIndex > 4 ? fontIndex - 1 : fontIndex];
  const pattern = data.length >= 20 ? data.readUInt32LE(14) >>> 26 : 0;
  const colour = data.length >= 20 ? data.readUInt16LE(18) & 0x7f : 0;
  const white = colour === 9 || colour === 1;
  return {
    bold: font?.bold ?? false,
    struck: font?.struck ?? false,
    fontSize: font?.size ?? 10,
    filled: pattern !== 0 && !(pattern === 1 && white),
  };
}

function nameFormula(data: Buffer): Buffer {
  const cursor = new BiffCursor(data);
  cursor.at = 3;
  const characters = cursor.u8();
  const size = cursor.u16();
  cursor.at = 14;
  cursor.characters(characters);
  return data.subarray(cursor.at, cursor.at + size);
}

function readSheet(stream: Buffer, offset: number, index: number, globals: Globals): BiffSheet {
  const validations: BiffValidation[] = [];
  const styles = new Map<number, number>();
  const formulas = new Set<number>();
  let isProtected = false;
  for (const { type, data } of recordsFrom(stream, offset)) {
    try {
      if (type === RECORD.DV) validations.push(readValidation(data, index, globals));
      else if (CELL_RECORDS.has(type)) {
        const place = data.readUInt16LE(0) * 256 + data.readUInt16LE(2);
        styles.set(place, data.readUInt16LE(4));
        if (type === RECORD.FORMULA) formulas.add(place);
      } else if (type === RECORD.PROTECT) isProtected = data.readUInt16LE(0) === 1;
      else if (type === RECORD.MULRK) {
        const first = data.readUInt16LE(2);
        for (let i = 0; 4 + i * 6 + 6 <= data.length - 2; i++) {
          styles.set(data.readUInt16LE(0) * 256 + first + i, data.readUInt16LE(4 + i * 6));
        }
      }
    } catch {
      continue;
    }
  }
  return {
    validations,
    protected: isProtected,
    isFormula: (row, column) => formulas.has(row * 256 + column),
    formulas: () => rangesOf(formulas),
    styleOf: (row, column) => globals.styles[styles.get(row * 256 + column) ?? -1],
  };
}

function rangesOf(places: ReadonlySet<number>): CellRange[] {
  const ranges = new RangeCollector();
  for (const place of [...places].sort((a, b) => a - b)) ranges.add(Math.floor(place / 256), place % 256);
  return ranges.ranges();
}

/** MS-XLS 2.4.98. */
function readValidation(data: Buffer, sheet: number, globals: Globals): BiffValidation {
  const cursor = new BiffCursor(data);
  const options = cursor.u32();
  const type = VALIDATION_TYPES[options & 0xf] ?? 'other';
  for (let text = 0; text < 4; text++) cursor.characters(cursor.u16());
  const formula = formulaOf(cursor);
  const bounds = readBounds(OPERATORS[(options >> 20) & 0xf], constantOf(formula), constantOf(formulaOf(cursor)));
  const ranges: CellRange[] = [];
  for (let left = cursor.u16(); left > 0; left--) ranges.push(readRange(cursor));
  const list = type === 'list' ? listOf(formula, sheet, globals, 0) : undefined;
  return {
    ranges,
    type,
    bounds: list === undefined ? bounds : undefined,
    options: list?.options ?? [],
    source: list?.source,
  };
}

/** A formula that is nothing but a number (PtgInt, PtgNum), as text; else ''. */
function constantOf(formula: Buffer): string {
  if (formula.length === 3 && formula[0] === 0x1e) return String(formula.readUInt16LE(1));
  return formula.length === 9 && formula[0] === 0x1f ? String(formula.readDoubleLE(1)) : '';
}

function formulaOf(cursor: BiffCursor): Buffer {
  const size = cursor.u16();
  cursor.u16();
  cursor.at += size;
  return cursor.data.subarray(cursor.at - size, cursor.at);
}

function readRange(cursor: BiffCursor): CellRange {
  const top = cursor.u16();
  const bottom = cursor.u16();
  const left = cursor.u16() & 0x3fff;
  return { top, left, bottom, right: cursor.u16() & 0x3fff };
}

/** Source of a list: a text with the options, cells, or a name for cells (tokens of MS-XLS 2.5.198). */
function listOf(
  formula: Buffer,
  sheet: number,
  globals: Globals,
  steps: number,
): Pick<BiffValidation, 'options' | 'source'> | undefined {
  if (formula.length === 0 || steps > 4) return undefined;
  const cursor = new BiffCursor(formula);
  const token = cursor.u8();
  const kind = token >= 0x40 ? (token & 0x1f) | 0x20 : token;
  if (kind === 0x17) {
    const options = cursor
      .characters(cursor.u8())
      .split(/[\0,]/)
      .map((option) => option.trim());
    return { options: options.filter((option) => option !== ''), source: undefined };
  }
  if (kind === 0x25) return { options: [], source: { sheet, range: readRange(cursor) } };
  if (kind === 0x3b)
    return { options: [], source: { sheet: globals.references[cursor.u16()] ?? -1, range: readRange(cursor) } };
  if (kind === 0x23) return listOf(globals.names[cursor.u32() - 1] ?? Buffer.alloc(0), sheet, globals, steps + 1);
  return undefined;
}
