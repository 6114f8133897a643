import type { CellRange, ValueBounds } from '../../documents/model.js';
import { parseRange } from '../../documents/xlsx/cell-reference.js';
import { ValidationReader } from '../../documents/xlsx/validations.js';
import { XmlScanner, type XmlHandler, type XmlTag } from '../../documents/xml/scanner.js';

/** What a sheet says outside of its rows. */
export interface SheetFacts {
  merges: CellRange[];
  isProtected: boolean;
  /** Style of a column's cells that the sheet does not have, by range of columns. */
  columnStyles: { left: number; right: number; style: string }[];
  /** Drop-downs whose choices stand in the validation itself. */
  lists: { ranges: CellRange[]; options: string[] }[];
  /** Validations that take only numbers, days or texts of some length. */
  limits: Limit[];
}

export interface Limit {
  ranges: CellRange[];
  type: 'whole' | 'decimal' | 'date' | 'length';
  /** Undefined where a formula computes them. */
  bounds: ValueBounds | undefined;
}

/** Reads a sheet's head and tail, whose rows were taken out. */
export function readSheetFacts(headAndTail: string): SheetFacts {
  const facts: SheetFacts = { merges: [], isProtected: false, columnStyles: [], lists: [], limits: [] };
  const validations = new ValidationReader();
  const handler: XmlHandler = {
    wantsText: false,
    open: (name: string, tag: XmlTag) => {
      if (name === 'mergeCell') {
        const range = parseRange(tag.attribute('ref') ?? '');
        if (range !== undefined) facts.merges.push(range);
      } else if (name === 'sheetProtection') facts.isProtected = /^(1|true|on)$/.test(tag.attribute('sheet') ?? '');
      else if (name === 'col') {
        const style = tag.attribute('style');
        if (style !== undefined)
          facts.columnStyles.push({
            left: Number(tag.attribute('min')) - 1,
            right: Number(tag.attribute('max')) - 1,
            style,
          });
      } else handler.wantsText = validations.open(name, tag);
    },
    text: (text) => validations.text(text),
    close: (name) => {
      handler.wantsText = false;
      validations.close(name);
    },
  };
  const scanner = new XmlScanner(handler);
  scanner.write(headAndTail);
  scanner.end();
  for (const { type, formula, ranges, bounds } of validations.found) {
    if (type === 'whole' || type === 'decimal' || type === 'date' || type === 'length')
      facts.limits.push({ ranges, type, bounds });
    const literal = /^\s*"([\s\S]*)"\s*$/.exec(formula)?.[1];
    if (type !== 'list' || literal === undefined) continue;
    facts.lists.push({
      ranges,
      options: literal
        .replaceAll('""', '"')
        .split(',')
        .map((option) => option.trim()),
    });
  }
  return facts;
}

/** Finds the merged range that covers a cell. */
export class MergeLookup {
  readonly #byRow = new Map<number, CellRange[]>();
  readonly #tall: CellRange[] = [];

  constructor(merges: readonly CellRange[]) {
    for (const merge of merges) {
      if (merge.bottom - merge.top > 1_000) this.#tall.push(merge);
      else
        for (let row = merge.top; row <= merge.bottom; row++) {
          const list = this.#byRow.get(row);
          if (list === undefined) this.#byRow.set(row, [merge]);
          else list.push(merge);
        }
    }
  }

  at(row: number, column: number): CellRange | undefined {
    return [...(this.#byRow.get(row) ?? []), ...this.#tall].find((merge) => contains(merge, row, column));
  }
}

export const contains = (range: CellRange, row: number, column: number): boolean =>
  range.top <= row && row <= range.bottom && range.left <= column && column <= range.right;
