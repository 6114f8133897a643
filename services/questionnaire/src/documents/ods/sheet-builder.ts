import type { ReadBudget } from '../budget.js';
import { DocumentError } from '../errors.js';
import type { CellModel, CellRange, SheetModel } from '../model.js';
import { MAX_COLUMNS, MAX_ROWS } from '../xlsx/cell-reference.js';
import { withoutCovered } from '../xlsx/sheet-reader.js';
import { RangeRuns } from './range-runs.js';
import type { OdsCellStyle } from './styles.js';

/** A cell as its element tells it; it stands for `repeated` neighbours. */
export interface OdsCell {
  repeated: number;
  /** A merged cell lies over it. */
  covered: boolean;
  text: string;
  type: CellModel['type'];
  style: OdsCellStyle;
  boldText: boolean;
  formula: string | undefined;
  /** Rows and columns that its formula fills. */
  matrix: { rows: number; columns: number } | undefined;
  rowsSpanned: number;
  columnsSpanned: number;
  validation: string | undefined;
}

/** A sheet, and what only the writer asks about it. */
export interface OdsSheet {
  model: SheetModel;
  /** Cells whose style shows a number as something else (a share, a day). */
  formatted: CellRange[];
  /** Cells under a validation, by its name. */
  validated: Map<string, CellRange[]>;
}

/** Puts the rows of one sheet together. Repeated cells that hold nothing stay ranges; those that hold something are charged. */
export class SheetBuilder {
  readonly #cells: CellModel[] = [];
  readonly #merges: CellRange[] = [];
  readonly #hiddenRows: number[] = [];
  readonly #hiddenColumns: CellRange[] = [];
  readonly #unlocked = new RangeRuns();
  readonly #filled = new RangeRuns();
  readonly #framed = new RangeRuns();
  readonly #formatted = new RangeRuns();
  readonly #blankFormulas = new RangeRuns();
  readonly #filledByFormula: CellRange[] = [];
  readonly #validated = new Map<string, RangeRuns>();
  #row = 0;
  #column = 0;
  #repeated = 1;
  #hidden = false;
  #shown: CellModel[] = [];
  #spans: CellRange[] = [];
  /** Formulas whose result is not in the file. */
  uncachedFormulas = 0;

  constructor(private readonly budget: ReadBudget) {}

  hideColumns(left: number, right: number): void {
    this.#hiddenColumns.push({ top: 0, left, bottom: MAX_ROWS - 1, right: Math.min(right, MAX_COLUMNS - 1) });
  }

  /** The column that the next cell of the row stands in, from 0. */
  get column(): number {
    return this.#column;
  }

  startRow(repeated: number, hidden: boolean): void {
    this.#column = 0;
    this.#repeated = Math.min(repeated, MAX_ROWS - this.#row);
    this.#hidden = hidden;
    this.#shown = [];
    this.#spans = [];
  }

  add(cell: OdsCell): void {
    const left = this.#column;
    this.#column += cell.repeated;
    const right = Math.min(this.#column, MAX_COLUMNS) - 1;
    const isShown = !cell.covered && !cell.style.struck && cell.text.trim() !== '';
    if (this.#repeated <= 0 || left > right) {
      if (isShown) throw new DocumentError('file_damaged', 'a cell outside the sheet');
      return;
    }
    const range = { top: this.#row, left, bottom: this.#row + this.#repeated - 1, right };
    if (cell.covered) return;
    if (cell.rowsSpanned > 1 || cell.columnsSpanned > 1) this.#span(range, cell);
    if (cell.matrix !== undefined) this.#fill(range, cell.matrix);
    if (cell.validation !== undefined) this.#validate(cell.validation, range);
    if (cell.style.formatted) this.#formatted.add(range);
    if (isShown) this.#show(cell, left, right);
    else this.#blank(cell, range);
  }

  endRow(): void {
    const rows = this.#shown.length > 0 || this.#spans.length > 0 ? this.#repeated : 0;
    for (let i = 0; i < rows; i++) {
      if (this.#shown.length > 0) this.budget.chargeRow();
      if (this.#hidden) this.#hiddenRows.push(this.#row + i);
      for (const cell of this.#shown) {
        this.budget.chargeCell(cell.text.length);
        this.#cells.push(i === 0 ? cell : { ...cell, row: cell.row + i });
      }
      for (const span of this.#spans) {
        if (i > 0) this.budget.chargeCell();
        this.#merges.push({ ...span, top: span.top + i, bottom: Math.min(span.bottom + i, MAX_ROWS - 1) });
      }
    }
    this.#row += Math.max(0, this.#repeated);
    this.budget.checkTime();
  }

  /** The sheet, apart from its validations' conditions. */
  finish(identity: Pick<SheetModel, 'name' | 'index' | 'hidden' | 'protected' | 'rightToLeft'>): OdsSheet {
    return {
      model: {
        ...identity,
        cells: withoutCovered(this.#cells, this.#merges),
        merges: this.#merges,
        hiddenRows: this.#hiddenRows,
        hiddenColumns: this.#hiddenColumns,
        validations: [],
        unlockedBlanks: this.#unlocked.ranges(),
        filledBlanks: this.#filled.ranges(),
        framedBlanks: this.#framed.ranges(),
        formulas: [...this.#blankFormulas.ranges(), ...this.#filledByFormula],
      },
      formatted: this.#formatted.ranges(),
      validated: new Map([...this.#validated].map(([name, runs]) => [name, runs.ranges()])),
    };
  }

  #span({ top, left }: CellRange, { rowsSpanned, columnsSpanned }: OdsCell): void {
    const bottom = Math.min(top + rowsSpanned, MAX_ROWS) - 1;
    this.#spans.push({ top, left, bottom, right: Math.min(left + columnsSpanned, MAX_COLUMNS) - 1 });
  }

  #fill({ top, left }: CellRange, { rows, columns }: { rows: number; columns: number }): void {
    const bottom = Math.min(top + rows, MAX_ROWS) - 1;
    this.#filledByFormula.push({ top, left, bottom, right: Math.min(left + columns, MAX_COLUMNS) - 1 });
  }

  #validate(name: string, range: CellRange): void {
    let runs = this.#validated.get(name);
    if (runs === undefined) this.#validated.set(name, (runs = new RangeRuns()));
    runs.add(range);
  }

  #show(cell: OdsCell, left: number, right: number): void {
    const { text, type, style, formula } = cell;
    for (let column = left; column <= right; column++) {
      const shown: CellModel = { row: this.#row, column, text, type };
      if (style.fontSize !== undefined) shown.fontSize = style.fontSize;
      if (formula !== undefined) shown.formula = formula;
      if (cell.boldText || style.bold) shown.bold = true;
      if (style.filled) shown.filled = true;
      this.#shown.push(shown);
    }
  }

  #blank({ style, formula }: OdsCell, range: CellRange): void {
    if (formula !== undefined) this.#blankFormulas.add(range);
    if (style.unlocked) this.#unlocked.add(range);
    if (style.filled) this.#filled.add(range);
    if (style.framed) this.#framed.add(range);
  }
}
