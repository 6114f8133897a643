import type { CellModel, CellRange, SheetModel } from '../model.js';
import { MAX_COLUMNS, parseRange } from './cell-reference.js';

/** A name that stands for a formula, in the whole workbook or (with `sheet`) on one sheet. */
export interface DefinedName {
  name: string;
  formula: string;
  /** Index of the sheet whose name this is. */
  sheet: number | undefined;
}

/** A table of a sheet, for references like "Table1[Choice]". */
export interface TableDefinition {
  name: string;
  sheet: number;
  range: CellRange;
  headerRows: number;
  totalRows: number;
  columns: string[];
}

/** Names that lead to names stop here. */
const MAX_STEPS = 8;

/** Resolves the source of a drop-down list to its options. */
export class ListSources {
  readonly #sheets: Map<string, SheetModel>;
  readonly #byIndex: Map<number, SheetModel>;
  readonly #names: Map<string, DefinedName>;
  readonly #cells = new Map<SheetModel, Map<number, CellModel>>();
  readonly #resolved = new Map<string, string[]>();
  #tables: Map<string, TableDefinition> | undefined;

  constructor(
    sheets: readonly SheetModel[],
    names: readonly DefinedName[],
    /** Tables are only read when a list refers to one. */
    private readonly loadTables: () => TableDefinition[],
  ) {
    this.#sheets = new Map(sheets.map((sheet) => [sheet.name.toLowerCase(), sheet]));
    this.#byIndex = new Map(sheets.map((sheet) => [sheet.index, sheet]));
    this.#names = new Map(names.map((name) => [`${name.sheet ?? ''}!${name.name.toLowerCase()}`, name]));
  }

  /** Options of a list source as seen from a sheet; [] when it cannot be resolved. */
  resolve(formula: string, sheet: SheetModel): string[] {
    const key = `${sheet.index}!${formula}`;
    let options = this.#resolved.get(key);
    if (options === undefined) {
      options = this.#options(formula, sheet, 0);
      this.#resolved.set(key, options);
    }
    return options;
  }

  #options(source: string, sheet: SheetModel, steps: number): string[] {
    const formula = source.trim().replace(/^=/, '').trim();
    if (steps > MAX_STEPS || formula === '') return [];
    const literal = /^"((?:[^"]|"")*)"$/s.exec(formula);
    if (literal?.[1] !== undefined) return unique(literal[1].replaceAll('""', '"').split(','));
    const indirect = /^INDIRECT\(\s*"([^"]+)"\s*(?:,[^)]*)?\)$/i.exec(formula);
    if (indirect?.[1] !== undefined) return this.#options(indirect[1], sheet, steps + 1);
    const offset = /^OFFSET\(([^,()]+),/i.exec(formula);
    if (offset?.[1] !== undefined) return this.#downFrom(offset[1], sheet);
    const place = this.#place(formula, sheet);
    if (place !== undefined) return this.#texts(place.sheet, place.range);
    const table = this.#tableColumn(formula);
    if (table !== undefined) return table;
    const scoped = /^(?:'((?:[^']|'')+)'|([^'!]+))!(.+)$/s.exec(formula);
    const bare = (scoped?.[3] ?? formula).toLowerCase();
    const name = this.#names.get(`${sheet.index}!${bare}`) ?? this.#names.get(`!${bare}`);
    if (name === undefined) return [];
    return this.#options(
      name.formula,
      (name.sheet === undefined ? undefined : this.#byIndex.get(name.sheet)) ?? sheet,
      steps + 1,
    );
  }

  #place(formula: string, from: SheetModel): { sheet: SheetModel; range: CellRange } | undefined {
    const match = /^(?:(?:'((?:[^']|'')+)'|([^'!:()]+))!)?(\$?[A-Z]{0,3}\$?\d*(?::\$?[A-Z]{0,3}\$?\d*)?)$/i.exec(
      formula,
    );
    const range = parseRange(match?.[3] ?? '');
    if (match === null || range === undefined) return undefined;
    const name = match[1]?.replaceAll("''", "'") ?? match[2];
    const sheet = name === undefined ? from : this.#sheets.get(name.toLowerCase());
    return sheet === undefined ? undefined : { sheet, range };
  }

  #texts(sheet: SheetModel, range: CellRange): string[] {
    const inside = (cell: CellModel): boolean =>
      cell.row >= range.top && cell.row <= range.bottom && cell.column >= range.left && cell.column <= range.right;
    const area = (range.bottom - range.top + 1) * (range.right - range.left + 1);
    if (area > sheet.cells.length) return unique(sheet.cells.filter(inside).map((cell) => cell.text));
    const cells = this.#cellsOf(sheet);
    const texts: string[] = [];
    for (let row = range.top; row <= range.bottom; row++) {
      for (let column = range.left; column <= range.right; column++)
        texts.push(cells.get(row * MAX_COLUMNS + column)?.text ?? '');
    }
    return unique(texts);
  }

  /** Lists that grow (`OFFSET(A1,0,0,COUNTA(A:A),1)`) go from their first cell down to the first empty one. */
  #downFrom(reference: string, from: SheetModel): string[] {
    const place = this.#place(reference.trim(), from);
    if (place === undefined) return [];
    const cells = this.#cellsOf(place.sheet);
    const texts: string[] = [];
    for (let row = place.range.top; ; row++) {
      const text = cells.get(row * MAX_COLUMNS + place.range.left)?.text;
      if (text === undefined) return unique(texts);
      texts.push(text);
    }
  }

  #tableColumn(formula: string): string[] | undefined {
    const match = /^([^[\]()!]+)(?:\[(?:#Data\]?,?\[?)?([^\]]*)\]{1,2})?$/i.exec(formula);
    if (match?.[1] === undefined) return undefined;
    this.#tables ??= new Map(this.loadTables().map((table) => [table.name.toLowerCase(), table]));
    const table = this.#tables.get(match[1].toLowerCase());
    const sheet = table === undefined ? undefined : this.#byIndex.get(table.sheet);
    if (table === undefined || sheet === undefined) return undefined;
    const column =
      match[2] === undefined || match[2] === ''
        ? 0
        : table.columns.findIndex((name) => name.toLowerCase() === match[2]?.toLowerCase());
    if (column < 0) return [];
    const left = table.range.left + column;
    const top = table.range.top + table.headerRows;
    return this.#texts(sheet, { top, left, bottom: table.range.bottom - table.totalRows, right: left });
  }

  #cellsOf(sheet: SheetModel): Map<number, CellModel> {
    let cells = this.#cells.get(sheet);
    if (cells === undefined) {
      cells = new Map(sheet.cells.map((cell) => [cell.row * MAX_COLUMNS + cell.column, cell]));
      this.#cells.set(sheet, cells);
    }
    return cells;
  }
}

function unique(options: readonly string[]): string[] {
  return [...new Set(options.map((option) => option.trim()).filter((option) => option !== ''))];
}
