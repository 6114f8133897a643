import type { CellField } from './field-cells.js';
import { columnName } from '../../documents/model.js';
import type { CellModel, CellRange, SheetModel, TableBlock, ValidationModel } from '../../documents/model.js';
import type { QuestionPlace } from '../result.js';
import { listedChoices } from './listed-choices.js';
import { COLUMNS, coveredColumns, RangeIndex } from './range-index.js';

/** What a grid is made of, whatever the format. */
interface GridParts {
  cells: readonly CellModel[];
  merges: readonly CellRange[];
  validations: readonly ValidationModel[];
  /** Cells in which a protected sheet takes input. */
  inputs: readonly CellRange[];
  /** Empty cells with lines around them. */
  frames: readonly CellRange[];
  /** Cells that formulas fill and `cells` does not tell. */
  formulas: readonly CellRange[];
  hiddenRows: readonly number[];
  hiddenColumns: readonly CellRange[];
  place: (row: number, column: number) => QuestionPlace;
  key: (row: number, column: number) => string;
  /** Workbooks have every cell, a Word table only its own. */
  exists: (row: number, column: number) => boolean;
  /** Options inside a cell (drop-down or check boxes of a Word table). */
  cellOptions: ReadonlyMap<CellModel, { options: string[]; checked: string[] }>;
  /** Automatic numbers of paragraphs in cells. */
  numbers: ReadonlyMap<CellModel, string>;
  /** Form fields drawn in cells, by row and column. */
  fields: ReadonlyMap<number, CellField>;
}

/** Cells with content, by rows that have any: one view for sheets and for tables of text documents. */
export class Grid {
  /** Cells in which form fields are drawn, empty ones too. */
  readonly fieldCount: number;
  /** Only cells whose text is not blank, by row, then column. */
  readonly cells: readonly CellModel[];
  /** First cell index of each row that has cells; one more entry than rows. */
  readonly rowStart: readonly number[];
  readonly columnCount: number;
  readonly validations: RangeIndex<ValidationModel>;
  private readonly inputs: RangeIndex<CellRange>;
  private readonly frames: RangeIndex<CellRange>;
  private readonly formulas: RangeIndex<CellRange>;
  private readonly computed = new Set<number>();
  private readonly coverings: RangeIndex<CellRange>;
  private readonly anchors: ReadonlyMap<number, CellRange>;
  private readonly hidden: ReadonlySet<number>;
  private readonly hiddenColumns: Uint8Array;

  constructor(private readonly parts: GridParts) {
    this.fieldCount = parts.fields.size;
    const cells: CellModel[] = [];
    const rowStart: number[] = [];
    let row = -1;
    let columns = 0;
    for (const cell of parts.cells) {
      if (cell.formula !== undefined) this.computed.add(cell.row * COLUMNS + cell.column);
      if (isBlank(cell.text)) continue;
      if (cell.row !== row) {
        row = cell.row;
        rowStart.push(cells.length);
      }
      if (cell.column >= columns) columns = cell.column + 1;
      cells.push(cell);
    }
    rowStart.push(cells.length);
    this.cells = cells;
    this.rowStart = rowStart;
    this.columnCount = columns;
    this.validations = new RangeIndex(
      parts.validations.flatMap((value) => value.ranges.map((range) => ({ range, value }))),
    );
    this.inputs = new RangeIndex(parts.inputs.map((range) => ({ range, value: range })));
    this.frames = new RangeIndex(parts.frames.map((range) => ({ range, value: range })));
    this.formulas = new RangeIndex(parts.formulas.map((range) => ({ range, value: range })));
    this.coverings = new RangeIndex(parts.merges.map((range) => ({ range, value: range })));
    this.anchors = new Map(parts.merges.map((range) => [range.top * COLUMNS + range.left, range]));
    this.hidden = new Set(parts.hiddenRows);
    this.hiddenColumns = coveredColumns(parts.hiddenColumns);
  }

  get rowCount(): number {
    return this.rowStart.length - 1;
  }

  /** The same grid with no other rows than these (zero-based row numbers, both included). */
  between(first: number, last: number): Grid {
    return new Grid({ ...this.parts, cells: this.parts.cells.filter(({ row }) => first <= row && row <= last) });
  }

  /** Index of the row with this number, or -1 when it has no cells. */
  rowAt(rowNumber: number): number {
    let low = 0;
    let high = this.rowCount;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.rowNumber(middle) < rowNumber) low = middle + 1;
      else high = middle;
    }
    return low < this.rowCount && this.rowNumber(low) === rowNumber ? low : -1;
  }

  /** Zero-based row number of a row that has cells. */
  rowNumber(index: number): number {
    return this.cells[this.rowStart[index]!]!.row;
  }

  rowCells(index: number): CellModel[] {
    return this.cells.slice(this.rowStart[index], this.rowStart[index + 1]);
  }

  /** Index into `cells`, or -1. */
  indexAt(index: number, column: number): number {
    let low = this.rowStart[index]!;
    const end = this.rowStart[index + 1]!;
    let high = end;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.cells[middle]!.column < column) low = middle + 1;
      else high = middle;
    }
    return low < end && this.cells[low]!.column === column ? low : -1;
  }

  cellAt(index: number, column: number): CellModel | undefined {
    const at = this.indexAt(index, column);
    return at < 0 ? undefined : this.cells[at];
  }

  /** The merged range that this cell anchors. */
  mergeOf(row: number, column: number): CellRange | undefined {
    return this.anchors.get(row * COLUMNS + column);
  }

  /** The cell that holds the value of this place: the anchor when a merged range covers it. */
  anchorOf(row: number, column: number): { row: number; column: number } {
    const covering = this.coverings.at(row, column);
    return covering === undefined ? { row, column } : { row: covering.range.top, column: covering.range.left };
  }

  validationAt(row: number, column: number): ValidationModel | undefined {
    return this.validations.at(row, column)?.value;
  }

  /** An unlocked empty cell of a protected sheet. */
  isInput(row: number, column: number): boolean {
    return this.inputs.at(row, column) !== undefined;
  }

  /** An empty cell with lines drawn around it. */
  isFramed(row: number, column: number): boolean {
    return this.frames.at(row, column) !== undefined;
  }

  /** A formula fills this cell, whatever it shows: nobody answers there. */
  isFormula(row: number, column: number): boolean {
    return this.computed.has(row * COLUMNS + column) || this.formulas.at(row, column) !== undefined;
  }

  optionsIn(cell: CellModel): { options: string[]; checked: string[] } | undefined {
    return this.parts.cellOptions.get(cell);
  }

  /** The automatic number of a cell's text, '' when it has none. */
  numberOf(cell: CellModel): string {
    return this.parts.numbers.get(cell) ?? '';
  }

  isHiddenRow(row: number): boolean {
    return this.hidden.has(row);
  }

  isHiddenColumn(column: number): boolean {
    return this.hiddenColumns[column] === 1;
  }

  place(row: number, column: number): QuestionPlace {
    return this.parts.place(row, column);
  }

  /** Where something is written: the form field in the cell, if there is one, else the cell. */
  writingPlace(row: number, column: number): QuestionPlace {
    const field = this.parts.fields.get(row * COLUMNS + column);
    return field === undefined ? this.place(row, column) : { field: field.name };
  }

  fieldIn({ row, column }: Pick<CellModel, 'row' | 'column'>): CellField | undefined {
    return this.parts.fields.get(row * COLUMNS + column);
  }

  key(row: number, column: number): string {
    return this.parts.key(row, column);
  }

  /** Whether an answer may be written here: the cell exists, and no formula fills it. */
  isWritable(row: number, column: number): boolean {
    return this.parts.exists(row, column) && !this.isFormula(row, column);
  }
}

function isBlank(text: string): boolean {
  if (text === '') return true;
  const code = text.charCodeAt(0);
  if (code > 32 && code !== 0xa0 && code < 0x2000) return false;
  return text.replace(/[\u200b\u200c\u200d\ufeff\u2060]/g, '').trim() === '';
}

const columnNames: string[] = [];

/** `cellName` with the letters remembered: it is asked for every cell of a sheet. */
function nameOf(row: number, column: number): string {
  return (columnNames[column] ??= columnName(column)) + String(row + 1);
}

const NO_OPTIONS: ReadonlyMap<CellModel, { options: string[]; checked: string[] }> = new Map();
const NO_NUMBERS: ReadonlyMap<CellModel, string> = new Map();
const NO_FIELDS: ReadonlyMap<number, CellField> = new Map();

export function gridOfSheet(sheet: SheetModel): Grid {
  const prefix = `s${sheet.index + 1}!`;
  return new Grid({
    cells: sheet.cells,
    merges: sheet.merges,
    validations: sheet.validations,
    inputs: sheet.protected ? (sheet.unlockedBlanks ?? []) : [],
    frames: sheet.framedBlanks ?? [],
    formulas: sheet.formulas ?? [],
    hiddenRows: sheet.hiddenRows,
    hiddenColumns: sheet.hiddenColumns,
    place: (row, column) => ({ sheet: sheet.name, cell: nameOf(row, column) }),
    key: (row, column) => prefix + nameOf(row, column),
    exists: (_row, column) => column < COLUMNS,
    cellOptions: NO_OPTIONS,
    numbers: NO_NUMBERS,
    fields: NO_FIELDS,
  });
}

/** A table of a text document; `number` counts tables from 1. */
export function gridOfTable(table: TableBlock, number: number): Grid {
  const cells: CellModel[] = [];
  const merges: CellRange[] = [];
  const known = new Set<number>();
  const cellOptions = new Map<CellModel, { options: string[]; checked: string[] }>();
  const numbers = new Map<CellModel, string>();
  const fields = new Map<number, CellField>();
  for (const row of table.rows) {
    for (const cell of row) {
      known.add(cell.row * COLUMNS + cell.column);
      const options = cell.options ?? listedChoices(cell);
      const model: CellModel = {
        row: cell.row,
        column: cell.column,
        // A cell that holds only boxes has no text of its own, yet it is not empty.
        text:
          (cell.text.trim() === '' || cell.options === undefined) && options.length > 0
            ? options.map((option) => `\u2610 ${option}`).join(' ')
            : cell.text,
        type: 'text',
        ...(cell.bold === true ? { bold: true } : {}),
        ...(cell.filled === true ? { filled: true } : {}),
      };
      cells.push(model);
      if (cell.number !== undefined) numbers.set(model, cell.number);
      const [name, ...others] = cell.fields ?? [];
      const single = others.length === 0 || options.length > 0;
      if (name !== undefined) fields.set(cell.row * COLUMNS + cell.column, { name, single, value: cell.value ?? '' });
      if (options.length > 0) cellOptions.set(model, { options, checked: cell.checked ?? [] });
      if (cell.rowSpan > 1 || cell.columnSpan > 1) {
        merges.push({
          top: cell.row,
          left: cell.column,
          bottom: cell.row + cell.rowSpan - 1,
          right: cell.column + cell.columnSpan - 1,
        });
      }
    }
  }
  cells.sort((a, b) => a.row - b.row || a.column - b.column);
  return new Grid({
    cells,
    merges,
    validations: [],
    inputs: [],
    frames: [],
    formulas: [],
    hiddenRows: [],
    hiddenColumns: [],
    place: (row, column) => ({ table: number, row: row + 1, column: column + 1 }),
    key: (row, column) => `t${number}!r${row + 1}c${column + 1}`,
    exists: (row, column) => known.has(row * COLUMNS + column),
    cellOptions,
    numbers,
    fields,
  });
}
