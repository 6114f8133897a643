import type { ReadBudget } from '../budget.js';
import { DocumentError } from '../errors.js';
import type { CellModel, CellRange, SheetModel } from '../model.js';
import type { XmlHandler, XmlTag } from '../xml/scanner.js';
import { MAX_COLUMNS, MAX_ROWS, parseRange, referenceColumn } from './cell-reference.js';
import { PlainCell } from './plain-elements.js';
import { RangeCollector } from './range-collector.js';
import { shiftFormula } from './shared-formulas.js';
import { cleanText, StringItem, type SharedStrings } from './shared-strings.js';
import type { CellStyle } from './styles.js';
import { ValidationReader, type RawValidation } from './validations.js';

/** What the cells of a sheet refer to. */
export interface SheetContext {
  strings: SharedStrings;
  styles: CellStyle[];
  budget: ReadBudget;
}

interface SharedFormula {
  formula: string;
  row: number;
  column: number;
}

/** Turns the events of one worksheet part into a sheet. Only cells that the part has are visited, never a used range. */
export class SheetReader implements XmlHandler {
  wantsText = false;
  readonly wholeElements = { of: 'row', take: (xml: string, at: number) => this.#plainCell(xml, at) };
  readonly cells: CellModel[] = [];
  readonly merges: CellRange[] = [];
  readonly hiddenRows: number[] = [];
  readonly hiddenColumns: CellRange[] = [];
  readonly unlockedBlanks = new RangeCollector();
  readonly filledBlanks = new RangeCollector();
  readonly framedBlanks = new RangeCollector();
  readonly #blankFormulas = new RangeCollector();
  /** What array formulas and data tables fill. */
  readonly #filledByFormula: CellRange[] = [];
  readonly #validations = new ValidationReader();
  protected = false;
  rightToLeft = false;
  /** Formulas whose result is not in the file. */
  uncachedFormulas = 0;
  #ordered = true;
  #row = -1;
  #rowCharged = -1;
  #column = -1;
  #cellOpen = false;
  #type = 'n';
  #style: CellStyle | undefined;
  #value: string | undefined;
  /** Of a shared string; -1 when it is still to be found in the value. */
  #index = -1;
  #inline: StringItem | undefined;
  #formula: string | undefined;
  #formulaShared: string | undefined;
  #collecting: 'value' | 'formula' | 'inline' | undefined;
  readonly #plain = new PlainCell();
  readonly #sharedFormulas = new Map<string, SharedFormula>();

  constructor(private readonly context: SheetContext) {}

  get validations(): RawValidation[] {
    return this.#validations.found;
  }

  get formulas(): CellRange[] {
    return [...this.#blankFormulas.ranges(), ...this.#filledByFormula];
  }

  open(name: string, tag: XmlTag): void {
    if (this.#cellOpen) this.#openInCell(name, tag);
    else if (name === 'c') this.#openCell(tag);
    else if (name === 'row') this.#openRow(tag);
    else if (name === 'mergeCell') this.#merge(tag.attribute('ref'));
    else if (name === 'col') this.#hiddenColumn(tag);
    else if (name === 'sheetView') this.rightToLeft ||= isTrue(tag.attribute('rightToLeft'));
    else if (name === 'sheetProtection') this.protected = isTrue(tag.attribute('sheet'));
    else this.wantsText = this.#validations.open(name, tag);
  }

  text(text: string): void {
    if (this.#collecting === undefined) this.#validations.text(text);
    else if (this.#collecting === 'value') this.#value = (this.#value ?? '') + text;
    else if (this.#collecting === 'formula') this.#formula = (this.#formula ?? '') + text;
    else this.#inline?.add(text);
  }

  close(name: string): void {
    this.wantsText = false;
    if (!this.#cellOpen) {
      this.#validations.close(name);
      return;
    }
    if (name === 'c') this.#closeCell();
    else if (name === 'is') this.#collecting = undefined;
    else if (this.#collecting === 'inline') this.#inline?.close(name);
    else if (name === 'v' || name === 'f') this.#collecting = undefined;
  }

  /** Cells in order; those that a merge covers are not shown and left out. */
  finish(): CellModel[] {
    if (!this.#ordered) this.cells.sort((a, b) => a.row - b.row || a.column - b.column);
    return withoutCovered(this.cells, this.merges);
  }

  /** A cell that is written plainly; see plain-elements.ts. What would fail, or is no cell of a row, comes as events. */
  #plainCell(xml: string, at: number): number {
    if (this.#cellOpen || this.#column + 1 >= MAX_COLUMNS) return -1;
    const cell = this.#plain;
    const end = cell.read(xml, at);
    if (end < 0) return -1;
    this.#beginCell(cell.column < 0 ? this.#column + 1 : cell.column, cell.type, cell.style);
    this.#value = cell.value;
    this.#index = cell.index;
    this.#closeCell();
    this.wantsText = false;
    return end;
  }

  #openRow(tag: XmlTag): void {
    const number = Number(tag.attribute('r') ?? this.#row + 2);
    if (!(number <= MAX_ROWS)) throw new DocumentError('file_damaged', 'a row outside the sheet');
    // Rows are counted from 1; a row "0" can only be meant as the next one.
    const row = number >= 1 ? number - 1 : this.#row + 1;
    if (row <= this.#row) this.#ordered = false;
    this.#row = row;
    this.#column = -1;
    if (isTrue(tag.attribute('hidden')) || tag.attribute('ht') === '0') this.hiddenRows.push(this.#row);
  }

  #openCell(tag: XmlTag): void {
    const reference = tag.attribute('r');
    const column = reference === undefined ? this.#column + 1 : referenceColumn(reference);
    this.#beginCell(column, tag.attribute('t') ?? 'n', Number(tag.attribute('s') ?? 0));
  }

  #beginCell(column: number, type: string, style: number): void {
    if (column < 0 || column >= MAX_COLUMNS || this.#row < 0)
      throw new DocumentError('file_damaged', 'a cell outside the sheet');
    if (column <= this.#column) this.#ordered = false;
    this.#column = column;
    this.#cellOpen = true;
    this.#type = type;
    this.#style = this.context.styles[style];
    this.#value = undefined;
    this.#index = -1;
    this.#inline = undefined;
    this.#formula = undefined;
    this.#formulaShared = undefined;
  }

  #openInCell(name: string, tag: XmlTag): void {
    if (name === 'v') {
      this.#collecting = 'value';
      this.#value = '';
      this.wantsText = true;
    } else if (name === 'f') {
      this.#collecting = 'formula';
      this.#formula = '';
      this.wantsText = true;
      if (tag.attribute('t') === 'shared') this.#formulaShared = tag.attribute('si');
      else this.#fill(tag);
    } else if (name === 'is') {
      this.#inline = new StringItem();
      this.#collecting = 'inline';
    } else if (this.#collecting === 'inline') {
      this.wantsText = this.#inline?.open(name, tag) ?? false;
    }
  }

  #closeCell(): void {
    this.#cellOpen = false;
    this.#collecting = undefined;
    const style = this.#style;
    const shown = this.#shown(style);
    if (style?.struck === true || isBlank(shown.text)) {
      if (this.#formula !== undefined) this.#blankFormulas.add(this.#row, this.#column);
      if (this.#formula !== undefined && this.#value === undefined) this.uncachedFormulas++;
      if (style?.unlocked === true) this.unlockedBlanks.add(this.#row, this.#column);
      if (style?.filled === true) this.filledBlanks.add(this.#row, this.#column);
      if (style?.framed === true) this.framedBlanks.add(this.#row, this.#column);
      return;
    }
    this.context.budget.chargeCell(shown.text.length);
    if (this.#row !== this.#rowCharged) {
      this.#rowCharged = this.#row;
      this.context.budget.chargeRow();
    }
    const cell = this.#newCell(shown.text, shown.type, style?.fontSize);
    const formula = this.#cellFormula();
    if (formula !== undefined) cell.formula = formula;
    if (shown.bold || style?.bold === true) cell.bold = true;
    if (style?.filled === true) cell.filled = true;
    this.cells.push(cell);
  }

  /** Nearly every cell has a size: given at once it costs no second piece of memory, as what is added later does. */
  #newCell(text: string, type: CellModel['type'], fontSize: number | undefined): CellModel {
    const [row, column] = [this.#row, this.#column];
    return fontSize === undefined ? { row, column, text, type } : { row, column, text, type, fontSize };
  }

  #cellFormula(): string | undefined {
    const formula = this.#formula;
    if (this.#formulaShared === undefined) return formula;
    const master = this.#sharedFormulas.get(this.#formulaShared);
    if (formula !== undefined && formula !== '') {
      this.#sharedFormulas.set(this.#formulaShared, { formula, row: this.#row, column: this.#column });
      return formula;
    }
    return master === undefined
      ? formula
      : shiftFormula(master.formula, this.#row - master.row, this.#column - master.column);
  }

  #shown(style: CellStyle | undefined): { text: string; type: CellModel['type']; bold: boolean } {
    const value = this.#value ?? '';
    switch (this.#type) {
      case 's': {
        const index = this.#index < 0 && value !== '' ? Number(value) : this.#index;
        const text = this.context.strings.texts[index] ?? '';
        return { text: style?.format.showText(text) ?? text, type: 'text', bold: this.context.strings.bold.has(index) };
      }
      case 'inlineStr':
        return { text: this.#inline?.text ?? cleanText(value), type: 'text', bold: this.#inline?.bold ?? false };
      case 'str':
        return { text: cleanText(value), type: 'text', bold: false };
      case 'b':
        return { text: value === '' ? '' : isTrue(value) ? 'TRUE' : 'FALSE', type: 'boolean', bold: false };
      case 'e':
        return { text: value, type: 'error', bold: false };
      case 'd':
        return { text: value, type: 'date', bold: false };
      default: {
        // Some writers leave the type out and still give an inline string.
        if (value === '') return { text: this.#inline?.text ?? '', type: 'text', bold: false };
        return {
          text: style?.format.show(value) ?? value,
          type: style?.format.isDate === true ? 'date' : 'number',
          bold: false,
        };
      }
    }
  }

  /** The cells that the formula of this one fills, too. */
  #fill(formula: XmlTag): void {
    const range = /^(?:array|dataTable)$/.test(formula.attribute('t') ?? '')
      ? parseRange(formula.attribute('ref') ?? '')
      : undefined;
    if (range !== undefined) this.#filledByFormula.push(range);
  }

  #merge(reference: string | undefined): void {
    const range = parseRange(reference ?? '');
    if (range !== undefined && (range.top !== range.bottom || range.left !== range.right)) this.merges.push(range);
  }

  #hiddenColumn(tag: XmlTag): void {
    if (!isTrue(tag.attribute('hidden')) && tag.attribute('width') !== '0') return;
    const left = Number(tag.attribute('min')) - 1;
    const right = Math.min(Number(tag.attribute('max')), MAX_COLUMNS) - 1;
    if (left >= 0 && right >= left) this.hiddenColumns.push({ top: 0, left, bottom: MAX_ROWS - 1, right });
  }
}

/** Facts of the sheet that stand in the workbook part. */
export type SheetIdentity = Pick<SheetModel, 'name' | 'index' | 'hidden'>;

function isBlank(text: string): boolean {
  const code = text.charCodeAt(0);
  // Said at once for what begins with a letter or digit of ASCII, as nearly all texts do.
  return !(code > 32 && code < 127) && text.trim() === '';
}

export function isTrue(value: string | undefined): boolean {
  return value === '1' || value === 'true' || value === 'on';
}

/** Drops cells that lie in a merged range but are not its anchor. Linear in cells and in the merges' shown width. */
export function withoutCovered(cells: CellModel[], merges: readonly CellRange[]): CellModel[] {
  if (merges.length === 0) return cells;
  const width = cells.reduce((widest, cell) => Math.max(widest, cell.column), 0) + 1;
  const byTop = [...merges].sort((a, b) => a.top - b.top);
  const covering = new Array<CellRange | undefined>(width);
  let next = 0;
  return cells.filter((cell) => {
    for (; next < byTop.length && byTop[next]!.top <= cell.row; next++) {
      const merge = byTop[next]!;
      if (merge.bottom < cell.row) continue;
      for (let column = merge.left; column <= merge.right && column < width; column++) covering[column] = merge;
    }
    const merge = covering[cell.column];
    if (merge === undefined || cell.row > merge.bottom) return true;
    return cell.row === merge.top && cell.column === merge.left;
  });
}
