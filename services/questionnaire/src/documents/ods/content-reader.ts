import type { ReadBudget } from '../budget.js';
import type { CellModel, SheetModel } from '../model.js';
import type { DefinedName } from '../xlsx/list-sources.js';
import { MAX_COLUMNS, MAX_ROWS } from '../xlsx/cell-reference.js';
import type { XmlHandler, XmlTag } from '../xml/scanner.js';
import { CellText } from './cell-text.js';
import { readCondition, type Condition } from './conditions.js';
import { asExcelFormula, asExcelReference } from './references.js';
import { SheetBuilder, type OdsCell, type OdsSheet } from './sheet-builder.js';
import type { OdsStyles } from './styles.js';

/** Depth of the sheets: below the root, the body and the spreadsheet. Tables elsewhere are no sheets. */
export const SHEET_DEPTH = 4;
/** What stands in a table beside its rows and shows nothing of its cells. */
export const BESIDE_ROWS = new Set(['table:shapes', 'office:forms', 'table:table-source', 'office:dde-source']);

type Identity = Pick<SheetModel, 'name' | 'index' | 'hidden' | 'protected' | 'rightToLeft'>;
type OpenCell = Omit<OdsCell, 'text' | 'boldText'> & { stated: string | undefined };

const TYPES: Record<string, CellModel['type']> = {
  float: 'number',
  percentage: 'number',
  currency: 'number',
  date: 'date',
  time: 'date',
  boolean: 'boolean',
};

/** Turns the events of content.xml into sheets: only what is written there is visited, never a used range. */
export class ContentReader implements XmlHandler {
  wantsText = false;
  readonly sheets: OdsSheet[] = [];
  readonly names: DefinedName[] = [];
  readonly conditions = new Map<string, Condition>();
  /** Formulas without a result, by sheet. */
  readonly uncached: { sheet: string; count: number }[] = [];
  #depth = 0;
  #besideFrom = 0;
  #isSpreadsheet = false;
  #identity: Identity | undefined;
  #builder: SheetBuilder | undefined;
  #columns: { right: number; style: string | undefined }[] = [];
  #rowStyle: string | undefined;
  #cell: OpenCell | undefined;
  #text: CellText | undefined;

  constructor(
    private readonly styles: OdsStyles,
    private readonly budget: ReadBudget,
  ) {}

  open(name: string, tag: XmlTag): void {
    this.#depth++;
    if (this.#cell !== undefined) this.#text?.open(name, tag);
    else if (this.#besideFrom > 0) return;
    else if (this.#builder !== undefined) this.#openInSheet(name, tag, this.#builder);
    else if (name === 'office:spreadsheet') this.#isSpreadsheet = true;
    else if (name === 'table:table' && this.#isSpreadsheet && this.#depth === SHEET_DEPTH) this.#openSheet(tag);
    else if (name === 'table:content-validation') this.#openValidation(tag);
    else if (name === 'table:named-range' || name === 'table:named-expression') this.#openName(name, tag, undefined);
    else this.styles.open(name, tag);
    this.wantsText = this.#text?.wantsText ?? false;
  }

  text(text: string): void {
    this.#text?.add(text);
  }

  close(name: string): void {
    if (this.#cell !== undefined) {
      if (name === 'table:table-cell' || name === 'table:covered-table-cell') this.#closeCell(name);
      else this.#text?.close(name);
    } else if (this.#besideFrom === this.#depth) this.#besideFrom = 0;
    else if (this.#besideFrom === 0 && this.#builder !== undefined) {
      if (name === 'table:table-row') this.#builder.endRow();
      else if (name === 'table:table' && this.#depth === SHEET_DEPTH) this.#closeSheet(this.#builder);
    } else this.styles.close(name);
    this.#depth--;
    this.wantsText = this.#text?.wantsText ?? false;
  }

  #openSheet(tag: XmlTag): void {
    const { hidden, rightToLeft } = this.styles.table(tag.attribute('table:style-name') ?? '');
    this.#identity = {
      name: tag.attribute('table:name') ?? '',
      index: this.sheets.length,
      hidden,
      protected: tag.attribute('table:protected') === 'true',
      rightToLeft,
    };
    this.#builder = new SheetBuilder(this.budget);
    this.#columns = [];
  }

  #closeSheet(builder: SheetBuilder): void {
    const identity = this.#identity!;
    this.sheets.push(builder.finish(identity));
    if (builder.uncachedFormulas > 0) this.uncached.push({ sheet: identity.name, count: builder.uncachedFormulas });
    this.#builder = undefined;
  }

  #openInSheet(name: string, tag: XmlTag, builder: SheetBuilder): void {
    if (name === 'table:table-column') this.#openColumn(tag, builder);
    else if (name === 'table:table-row') {
      this.#rowStyle = tag.attribute('table:default-cell-style-name');
      builder.startRow(count(tag, 'table:number-rows-repeated', MAX_ROWS), isHidden(tag));
    } else if (name === 'table:table-cell' || name === 'table:covered-table-cell') this.#openCell(name, tag, builder);
    else if (name === 'table:named-range' || name === 'table:named-expression')
      this.#openName(name, tag, this.#identity?.index);
    else if (BESIDE_ROWS.has(name)) this.#besideFrom = this.#depth;
  }

  #openColumn(tag: XmlTag, builder: SheetBuilder): void {
    const left = (this.#columns.at(-1)?.right ?? -1) + 1;
    const right = left + count(tag, 'table:number-columns-repeated', MAX_COLUMNS) - 1;
    if (left < MAX_COLUMNS && isHidden(tag)) builder.hideColumns(left, right);
    this.#columns.push({ right, style: tag.attribute('table:default-cell-style-name') });
  }

  #openCell(name: string, tag: XmlTag, builder: SheetBuilder): void {
    const style = tag.attribute('table:style-name') ?? this.#rowStyle ?? this.#columnStyle(builder.column) ?? '';
    const formula = tag.attribute('table:formula');
    const matrixRows = count(tag, 'table:number-matrix-rows-spanned', MAX_ROWS);
    const matrixColumns = count(tag, 'table:number-matrix-columns-spanned', MAX_COLUMNS);
    const isError = tag.attribute('calcext:value-type') === 'error';
    this.#cell = {
      repeated: count(tag, 'table:number-columns-repeated', MAX_COLUMNS),
      covered: name === 'table:covered-table-cell',
      type: isError ? 'error' : (TYPES[tag.attribute('office:value-type') ?? ''] ?? 'text'),
      style: this.styles.cell(style),
      formula: formula === undefined ? undefined : asExcelFormula(formula),
      matrix: matrixRows * matrixColumns > 1 ? { rows: matrixRows, columns: matrixColumns } : undefined,
      rowsSpanned: count(tag, 'table:number-rows-spanned', MAX_ROWS),
      columnsSpanned: count(tag, 'table:number-columns-spanned', MAX_COLUMNS),
      validation: tag.attribute('table:content-validation-name'),
      stated: statedValue(tag),
    };
    this.#text = new CellText(this.styles);
  }

  #closeCell(name: string): void {
    const text = this.#text!;
    const cell = this.#cell!;
    // A cell in a table in the cell ends nothing here.
    if (text.isInside) {
      text.close(name);
      return;
    }
    const isBoolean = cell.type === 'boolean' && cell.stated !== undefined;
    const shown = isBoolean || !text.isStated ? (cell.stated ?? '') : text.text;
    if (cell.formula !== undefined && !text.isStated && cell.stated === undefined) this.#builder!.uncachedFormulas++;
    this.#builder!.add({ ...cell, text: shown, boldText: text.bold });
    this.#cell = undefined;
    this.#text = undefined;
  }

  /** Cells come from left to right; a sheet has few stretches of columns. */
  #columnStyle(column: number): string | undefined {
    return this.#columns.find(({ right }) => column <= right)?.style;
  }

  #openValidation(tag: XmlTag): void {
    const name = tag.attribute('table:name');
    const condition = tag.attribute('table:condition');
    if (name !== undefined && condition !== undefined) this.conditions.set(name, readCondition(condition));
  }

  #openName(element: string, tag: XmlTag, sheet: number | undefined): void {
    const name = tag.attribute('table:name');
    const formula =
      element === 'table:named-range'
        ? asExcelReference(tag.attribute('table:cell-range-address') ?? '')
        : asExcelFormula(tag.attribute('table:expression') ?? '');
    if (name !== undefined && formula !== '') this.names.push({ name, formula, sheet });
  }
}

const isHidden = (tag: XmlTag): boolean => /^(?:collapse|filter)$/.test(tag.attribute('table:visibility') ?? '');

/** A count that the file states: at least 1, at most what a sheet holds. */
export function count(tag: XmlTag, name: string, most: number): number {
  const stated = Number(tag.attribute(name) ?? 1);
  return Number.isInteger(stated) && stated >= 1 ? Math.min(stated, most) : 1;
}

/** The value as an attribute states it, for cells whose text does not show it. */
function statedValue(tag: XmlTag): string | undefined {
  switch (tag.attribute('office:value-type')) {
    case 'boolean':
      return tag.attribute('office:boolean-value') === 'true' ? 'TRUE' : 'FALSE';
    case 'date':
      return tag.attribute('office:date-value');
    case 'time':
      return tag.attribute('office:time-value');
    case 'string':
      return tag.attribute('office:string-value');
    default:
      return tag.attribute('office:value');
  }
}
