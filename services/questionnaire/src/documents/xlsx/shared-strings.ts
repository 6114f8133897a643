import type { OpcPackage } from '../opc/package.js';
import type { XmlTag } from '../xml/scanner.js';

export interface SharedStrings {
  texts: string[];
  /** Indexes of strings whose runs are all bold. */
  bold: Set<number>;
}

/**
 * Collects the text of one string item (`si` or `is`): plain or in runs, without phonetic runs (furigana), which would
 * repeat the text as it is pronounced.
 */
export class StringItem {
  #text = '';
  #inPhonetic = false;
  #runs = 0;
  #boldRuns = 0;
  #runIsBold = false;

  /** Returns whether the text of this element is wanted. */
  open(name: string, tag: XmlTag): boolean {
    if (name === 'rPh') this.#inPhonetic = true;
    else if (name === 'r' && !this.#inPhonetic) this.#runIsBold = false;
    else if (name === 'b') this.#runIsBold = !/^(0|false)$/.test(tag.attribute('val') ?? '1');
    return name === 't' && !this.#inPhonetic;
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

/** Undoes the escapes of ST_Xstring ("_x000D_") and makes line ends "\n". */
export function cleanText(text: string): string {
  const unescaped = text.includes('_x')
    ? text.replace(/_x([0-9A-Fa-f]{4})_/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)))
    : text;
  return unescaped.includes('\r') ? unescaped.replace(/\r\n?/g, '\n') : unescaped;
}

/** Reads the shared strings. The counts that the part announces are ignored: they are often wrong. */
export function readSharedStrings(opc: OpcPackage, part: string | undefined): SharedStrings {
  const strings: SharedStrings = { texts: [], bold: new Set() };
  if (part === undefined) return strings;
  let item: StringItem | undefined;
  const handler = {
    wantsText: false,
    open: (name: string, tag: XmlTag) => {
      if (name === 'si') item = new StringItem();
      else handler.wantsText = item?.open(name, tag) ?? false;
    },
    text: (text: string) => item?.add(text),
    close: (name: string) => {
      handler.wantsText = false;
      if (name !== 'si') item?.close(name);
      else if (item !== undefined) {
        if (item.bold) strings.bold.add(strings.texts.length);
        strings.texts.push(item.text);
        item = undefined;
      }
    },
  };
  opc.scan(part, handler);
  return strings;
}
