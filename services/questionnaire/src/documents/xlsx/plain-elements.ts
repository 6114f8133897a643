import { EQUALS, GT, QUOTE, SLASH, SPACE } from '../xml/characters.js';
import { decodeEntities } from '../xml/entities.js';
import { MAX_COLUMNS } from './cell-reference.js';

/**
 * Elements of a workbook as nearly all programs write them, read in one go: most of a workbook is such cells and strings,
 * and taking one apart into the events of a scan takes three times as long. What is written in any other way (a formula,
 * runs, an attribute that is not known here, single quotes, a comment) or does not end in this piece of the part is left
 * to the scan, which gives the same.
 */

/** From the "<" on so much must follow, more than anything but a text is long: an engine is slow where it reads past the end. */
const LONGEST = 96;
const LONGEST_REFERENCE = 10;
const MAX_DIGITS = 8;

const A = 65;
const DIGIT_0 = 48;
const B = 98;
const C = 99;
const D = 100;
const E = 101;
const I = 105;
const N = 110;
const R = 114;
const S = 115;
const T = 116;
const V = 118;

/** `<t>Text</t>`, also with xml:space="preserve". */
export class PlainText {
  /** Decoded. */
  text = '';

  /** Takes the element at `at`; where it ends, or -1. */
  read(xml: string, at: number): number {
    if (xml.charCodeAt(at + 1) !== T) return -1;
    const from =
      xml.charCodeAt(at + 2) === GT ? at + 3 : xml.startsWith(' xml:space="preserve">', at + 2) ? at + 24 : -1;
    if (from < 0) return -1;
    const to = xml.indexOf('<', from);
    if (to < 0 || !xml.startsWith('</t>', to)) return -1;
    this.text = decodeEntities(xml.slice(from, to));
    return to + 4;
  }
}

/** `<si>` with one text, of the shared strings: where it ends, or -1. */
export function readPlainItem(xml: string, at: number, text: PlainText): number {
  if (!xml.startsWith('<si><t', at)) return -1;
  const end = text.read(xml, at + 4);
  return end >= 0 && xml.startsWith('</si>', end) ? end + 5 : -1;
}

type PlainType = 's' | 'n' | 'b' | 'e' | 'd' | 'str' | 'inlineStr';

/** `<c r="B7" s="3" t="s"><v>12</v></c>`: attributes in any order, with a value, an inline text or nothing. */
export class PlainCell {
  /** Zero-based; -1 when the cell has no reference. */
  column = -1;
  style = 0;
  type: PlainType = 'n';
  /** Of a shared string, when there is one. */
  index = -1;
  /** Decoded; undefined without one, and for a shared string. */
  value: string | undefined;
  readonly #text = new PlainText();

  /** Takes the element at `at`; where it ends, or -1. */
  read(xml: string, at: number): number {
    if (xml.charCodeAt(at + 1) !== C || at + LONGEST > xml.length) return -1;
    this.column = -1;
    this.style = 0;
    this.type = 'n';
    this.index = -1;
    this.value = undefined;
    const end = this.#attributes(xml, at + 2);
    if (end < 0) return -1;
    if (xml.charCodeAt(end) === SLASH) return xml.charCodeAt(end + 1) === GT ? end + 2 : -1;
    return xml.charCodeAt(end) === GT ? this.#content(xml, end + 1) : -1;
  }

  /** Where the tag's ">" or "/" is expected. */
  #attributes(xml: string, from: number): number {
    let at = from;
    let seen = 0;
    while (xml.charCodeAt(at) === SPACE) {
      const name = xml.charCodeAt(at + 1);
      if (xml.charCodeAt(at + 2) !== EQUALS || xml.charCodeAt(at + 3) !== QUOTE) return -1;
      at += 4;
      let bit: number;
      if (name === R) {
        bit = 1;
        at = this.#reference(xml, at);
      } else if (name === S) {
        bit = 2;
        at = this.#styleIndex(xml, at);
      } else if (name === T) {
        bit = 4;
        at = this.#typeName(xml, at);
      } else return -1;
      if (at < 0 || xml.charCodeAt(at) !== QUOTE || (seen & bit) !== 0) return -1;
      seen |= bit;
      at++;
    }
    return at;
  }

  #reference(xml: string, from: number): number {
    let at = from;
    let column = 0;
    for (let letter = xml.charCodeAt(at) - A; letter >= 0 && letter < 26; letter = xml.charCodeAt(++at) - A)
      column = column * 26 + letter + 1;
    const letters = at - from;
    while (isDigit(xml.charCodeAt(at))) at++;
    this.column = column - 1;
    const isWhole = letters > 0 && at > from + letters && at - from <= LONGEST_REFERENCE;
    // A cell outside the sheet is left to who tells of it.
    return isWhole && column <= MAX_COLUMNS ? at : -1;
  }

  #styleIndex(xml: string, from: number): number {
    const to = digitsEnd(xml, from);
    if (to > from) this.style = numberAt(xml, from, to);
    return to > from ? to : -1;
  }

  #typeName(xml: string, at: number): number {
    const first = xml.charCodeAt(at);
    if (xml.charCodeAt(at + 1) === QUOTE) {
      if (first === S) this.type = 's';
      else if (first === N) this.type = 'n';
      else if (first === B) this.type = 'b';
      else if (first === E) this.type = 'e';
      else if (first === D) this.type = 'd';
      else return -1;
      return at + 1;
    }
    if (first === S && xml.startsWith('str"', at)) this.type = 'str';
    else if (first === I && xml.startsWith('inlineStr"', at)) this.type = 'inlineStr';
    else return -1;
    return at + this.type.length;
  }

  #content(xml: string, at: number): number {
    if (this.type === 'inlineStr') return this.#inline(xml, at);
    if (xml.charCodeAt(at + 1) !== V || xml.charCodeAt(at + 2) !== GT) return -1;
    const from = at + 3;
    let to: number;
    if (this.type === 's') {
      to = digitsEnd(xml, from);
      if (to === from) return -1;
      this.index = numberAt(xml, from, to);
    } else {
      to = xml.indexOf('<', from);
      if (to < 0) return -1;
      this.value = decodeEntities(xml.slice(from, to));
    }
    return xml.startsWith('</v></c>', to) ? to + 8 : -1;
  }

  #inline(xml: string, at: number): number {
    if (!xml.startsWith('<is><t', at)) return -1;
    const end = this.#text.read(xml, at + 4);
    if (end < 0 || !xml.startsWith('</is></c>', end)) return -1;
    this.value = this.#text.text;
    return end + 9;
  }
}

const isDigit = (code: number): boolean => code >= DIGIT_0 && code < DIGIT_0 + 10;

/** Where the digits that begin at `from` end; `from` when there are none, or more than any index has. */
function digitsEnd(xml: string, from: number): number {
  let at = from;
  while (isDigit(xml.charCodeAt(at))) at++;
  return at - from <= MAX_DIGITS ? at : from;
}

function numberAt(xml: string, from: number, to: number): number {
  let number = 0;
  for (let at = from; at < to; at++) number = number * 10 + xml.charCodeAt(at) - DIGIT_0;
  return number;
}
