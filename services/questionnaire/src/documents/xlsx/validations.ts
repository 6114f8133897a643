import type { CellRange, ValidationType, ValueBounds } from '../model.js';
import { readBounds } from '../value-bounds.js';
import type { XmlTag } from '../xml/scanner.js';
import { parseRanges } from './cell-reference.js';

/** A data validation before its list source is resolved. */
export interface RawValidation {
  ranges: CellRange[];
  type: ValidationType;
  /** First formula: the list's source. */
  formula: string;
  bounds?: ValueBounds;
}

const TYPES = new Map<string, ValidationType>([
  ['list', 'list'],
  ['whole', 'whole'],
  ['decimal', 'decimal'],
  ['date', 'date'],
  ['time', 'time'],
  ['textLength', 'length'],
]);

/** Collects data validations, also those of the 2009 extension (sources on other sheets), which spell their parts differently. */
export class ValidationReader {
  readonly found: RawValidation[] = [];
  #current: RawValidation | undefined;
  #collecting: 'formula' | 'second' | 'ranges' | undefined;
  #inFormula: 'formula' | 'second' | undefined;
  #ranges = '';
  #operator: string | undefined;
  #second = '';

  /** Returns whether the text of this element is wanted. */
  open(name: string, tag: XmlTag): boolean {
    if (name === 'dataValidation' || name === 'x14:dataValidation') {
      this.#ranges = tag.attribute('sqref') ?? '';
      this.#operator = tag.attribute('operator');
      this.#second = '';
      this.#current = { ranges: [], type: TYPES.get(tag.attribute('type') ?? '') ?? 'other', formula: '' };
    } else if (this.#current === undefined) return false;
    else if (name === 'formula1') this.#collecting = 'formula';
    else if (name === 'formula2') this.#collecting = 'second';
    else if (name === 'x14:formula1') this.#inFormula = 'formula';
    else if (name === 'x14:formula2') this.#inFormula = 'second';
    else if (name === 'xm:f') this.#collecting = this.#inFormula;
    else if (name === 'xm:sqref') this.#collecting = 'ranges';
    return this.#collecting !== undefined;
  }

  text(text: string): void {
    if (this.#collecting === 'ranges') this.#ranges += text;
    else if (this.#collecting === 'second') this.#second += text;
    else if (this.#collecting === 'formula' && this.#current !== undefined) this.#current.formula += text;
  }

  close(name: string): void {
    this.#collecting = undefined;
    if (name === 'x14:formula1' || name === 'x14:formula2') this.#inFormula = undefined;
    if (name !== 'dataValidation' && name !== 'x14:dataValidation') return;
    const validation = this.#current;
    this.#current = undefined;
    if (validation === undefined) return;
    validation.ranges = parseRanges(this.#ranges);
    const bounds =
      validation.type === 'list' ? undefined : readBounds(this.#operator, validation.formula, this.#second);
    if (bounds !== undefined) validation.bounds = bounds;
    if (validation.ranges.length > 0) this.found.push(validation);
  }
}
