import type { CellRange, ValidationModel } from '../model.js';
import type { XmlTag } from '../xml/scanner.js';
import { parseRanges } from './cell-reference.js';

/** A data validation before its list source is resolved. */
export interface RawValidation {
  ranges: CellRange[];
  type: ValidationModel['type'];
  /** First formula: the list's source. */
  formula: string;
}

const TYPES = new Map<string, ValidationModel['type']>([
  ['list', 'list'],
  ['whole', 'whole'],
  ['decimal', 'decimal'],
  ['date', 'date'],
  ['time', 'date'],
]);

/** Collects data validations, also those of the 2009 extension (sources on other sheets), which spell their parts differently. */
export class ValidationReader {
  readonly found: RawValidation[] = [];
  #current: RawValidation | undefined;
  #collecting: 'formula' | 'ranges' | undefined;
  #inFormula1 = false;
  #ranges = '';

  /** Returns whether the text of this element is wanted. */
  open(name: string, tag: XmlTag): boolean {
    if (name === 'dataValidation' || name === 'x14:dataValidation') {
      this.#ranges = tag.attribute('sqref') ?? '';
      this.#current = { ranges: [], type: TYPES.get(tag.attribute('type') ?? '') ?? 'other', formula: '' };
    } else if (this.#current === undefined) return false;
    else if (name === 'formula1') this.#collecting = 'formula';
    else if (name === 'x14:formula1') this.#inFormula1 = true;
    else if (name === 'xm:f' && this.#inFormula1) this.#collecting = 'formula';
    else if (name === 'xm:sqref') this.#collecting = 'ranges';
    return this.#collecting !== undefined;
  }

  text(text: string): void {
    if (this.#collecting === 'ranges') this.#ranges += text;
    else if (this.#collecting === 'formula' && this.#current !== undefined) this.#current.formula += text;
  }

  close(name: string): void {
    this.#collecting = undefined;
    if (name === 'x14:formula1') this.#inFormula1 = false;
    if (name !== 'dataValidation' && name !== 'x14:dataValidation') return;
    const validation = this.#current;
    this.#current = undefined;
    if (validation === undefined) return;
    validation.ranges = parseRanges(this.#ranges);
    if (validation.ranges.length > 0) this.found.push(validation);
  }
}
