import type { CellModel, CellRange, SheetModel, ValidationModel, WorkbookModel } from '../documents/model.js';

export type Value = string | number | null | { text: string; formula?: string; bold?: boolean; filled?: boolean };

export interface SheetOptions {
  name?: string;
  hidden?: boolean;
  merges?: string[];
  /** Range → options of a drop-down. */
  lists?: Record<string, string[]>;
  /** Ranges of empty cells with lines around them. */
  framed?: string[];
  hiddenRows?: number[];
  hiddenColumns?: CellRange[];
  boldRows?: number[];
}

/** A sheet from rows of values; null and '' are empty cells. Rows count from 1 as people see them. */
export function sheetOf(rows: readonly (readonly Value[])[], options: SheetOptions = {}): SheetModel {
  const cells: CellModel[] = [];
  rows.forEach((values, row) => {
    values.forEach((value, column) => {
      if (value === null || value === '') return;
      const cell: CellModel =
        typeof value === 'object'
          ? { row, column, type: 'text', ...value }
          : { row, column, text: String(value), type: typeof value === 'number' ? 'number' : 'text' };
      if (options.boldRows?.includes(row + 1) === true) cell.bold = true;
      cells.push(cell);
    });
  });
  return {
    name: options.name ?? 'Sheet1',
    index: 0,
    hidden: options.hidden ?? false,
    protected: false,
    rightToLeft: false,
    cells,
    merges: (options.merges ?? []).map(rangeOf),
    framedBlanks: (options.framed ?? []).map(rangeOf),
    hiddenRows: (options.hiddenRows ?? []).map((row) => row - 1),
    hiddenColumns: options.hiddenColumns ?? [],
    validations: Object.entries(options.lists ?? {}).map(([range, list]): ValidationModel => ({
      ranges: [rangeOf(range)],
      type: 'list',
      options: list,
    })),
  };
}

export function workbookOf(...sheets: SheetModel[]): WorkbookModel {
  return {
    kind: 'workbook',
    format: 'xlsx',
    sheets: sheets.map((sheet, index) => ({ ...sheet, index })),
    warnings: [],
  };
}

/** "B2:D40" or "B2", zero-based. */
export function rangeOf(name: string): CellRange {
  const [from = name, to = from] = name.split(':');
  const start = cellOf(from);
  const end = cellOf(to);
  return { top: start.row, left: start.column, bottom: end.row, right: end.column };
}

function cellOf(name: string): { row: number; column: number } {
  const [, letters = 'A', digits = '1'] = /^([A-Z]+)(\d+)$/.exec(name) ?? [];
  let column = 0;
  for (const letter of letters) column = column * 26 + letter.charCodeAt(0) - 64;
  return { row: Number(digits) - 1, column: column - 1 };
}
