import type { OpcPackage } from '../opc/package.js';
import type { XmlHandler, XmlTag } from '../xml/scanner.js';
import { PlainText, readPlainItem } from './plain-elements.js';

export interface SharedStrings {
  texts: string[];
  /** Indexes of strings whose runs are all bold. */
  bold: Set<number>;
}

/**
 * Collects the text of one string item (`si` or `is`): plain or in runs, without phonetic runs (furigana), which would
 * repeat the text as it is pronounced, and without what is struck out.
 */
export class StringItem {
  #text = '';
  #inPhonetic = false;
  #runs = 0;
  #boldRuns = 0;
  #runIsBold = false;
  #runIsStruck = false;

  /** Returns whether the text of this element is wanted. */
  open(name: string, tag: XmlTag): boolean {
    if (name === 'rPh') this.#inPhonetic = true;
    else if (name === 'r' && !this.#inPhonetic) this.#runIsBold = this.#runIsStruck = false;
    else if (name === 'b') this.#runIsBold = isOn(tag);
    else if (name === 'strike') this.#runIsStruck = isOn(tag);
    return name === 't' && !this.#inPhonetic && !this.#runIsStruck;
  }

  add(text: string): void {
    this.#text += text;
  }

  close(name: string): void {
    if (name === 'rPh') this.#inPhonetic = false;
    else if (name === 'r' && !this.#inPhonetic) {
      this.#runs++;
      if (this.#runIsBold) this.#boldRuns++;
    }
  }

  get text(): string {
    return cleanText(this.#text);
  }

  get bold(): boolean {
    return this.#runs > 0 && this.#runs === this.#boldRuns;
  }
}

const isOn = (tag: XmlTag): boolean => !/^(0|false)$/.test(tag.attribute('val') ?? '1');

/** Undoes the escapes of ST_Xstring ("_x000D_") and makes line ends "\n". */
export function cleanText(text: string): string {
  const unescaped = text.includes('_x')
    ? text.replace(/_x([0-9A-Fa-f]{4})_/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)))
    : text;
  return unescaped.includes('\r') ? unescaped.replace(/\r\n?/g, '\n') : unescaped;
}

/** Turns the events of the part of shared strings into their list. */
export class SharedStringsReader implements XmlHandler {
  wantsText = false;
  readonly wholeElements = { of: 'sst', take: (xml: string, at: number) => this.#plainString(xml, at) };
  readonly strings: SharedStrings = { texts: [], bold: new Set() };
  readonly #plain = new PlainText();
  #item: StringItem | undefined;

  open(name: string, tag: XmlTag): void {
    if (name === 'si') this.#item = new StringItem();
    else this.wantsText = this.#item?.open(name, tag) ?? false;
  }

  text(text: string): void {
    this.#item?.add(text);
  }

  close(name: string): void {
    this.wantsText = false;
    if (name !== 'si') this.#item?.close(name);
    else if (this.#item !== undefined) {
      const { texts, bold } = this.strings;
      if (this.#item.bold) bold.add(texts.length);
      texts.push(this.#item.text);
      this.#item = undefined;
    }
  }

  /** A string that is written plainly; see plain-elements.ts. */
  #plainString(xml: string, at: number): number {
    if (this.#item !== undefined) return -1;
    const end = readPlainItem(xml, at, this.#plain);
    if (end < 0) return -1;
    this.strings.texts.push(cleanText(this.#plain.text));
    this.wantsText = false;
    return end;
  }
}

/** Reads the shared strings. The counts that the part announces are ignored: they are often wrong. */
export function readSharedStrings(opc: OpcPackage, part: string | undefined): SharedStrings {
  const reader = new SharedStringsReader();
  if (part !== undefined) opc.scan(part, reader);
  return reader.strings;
}
