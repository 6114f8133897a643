import type { XmlTag } from '../xml/scanner.js';

/** What of a cell's style matters for reading and writing. */
export interface OdsCellStyle {
  bold: boolean;
  struck: boolean;
  filled: boolean;
  /** Lines are drawn on two or more of its sides. */
  framed: boolean;
  /** Points. */
  fontSize: number | undefined;
  unlocked: boolean;
  /** A number would be shown as something else: a share, a sum of money, a date, a text. */
  formatted: boolean;
}

/** What one style says itself. */
interface OwnStyle {
  parent: string | undefined;
  bold?: boolean;
  struck?: boolean;
  filled?: boolean;
  fontSize?: number;
  unlocked?: boolean;
  dataStyle?: string;
  sides: Map<string, boolean>;
  display?: boolean;
  rightToLeft?: boolean;
}

/** Styles that lead to styles stop here. */
const MAX_PARENTS = 16;
const SIDES = ['top', 'bottom', 'left', 'right'];

/** Collects the styles of styles.xml and of content.xml, by family. */
export class OdsStyles {
  readonly #own = new Map<string, OwnStyle>();
  readonly #cells = new Map<string, OdsCellStyle>();
  readonly #plainNumbers = new Set<string>();
  #current: OwnStyle | undefined;

  open(name: string, tag: XmlTag): void {
    if (name === 'style:style' || name === 'style:default-style') {
      const own = name === 'style:style' ? (tag.attribute('style:name') ?? '') : '';
      this.#current = { parent: tag.attribute('style:parent-style-name'), sides: new Map() };
      const dataStyle = tag.attribute('style:data-style-name');
      if (dataStyle !== undefined) this.#current.dataStyle = dataStyle;
      this.#own.set(`${tag.attribute('style:family') ?? ''} ${own}`, this.#current);
    } else if (name === 'number:number-style') this.#plainNumbers.add(tag.attribute('style:name') ?? '');
    else if (this.#current === undefined) return;
    else if (name === 'style:text-properties') readText(tag, this.#current);
    else if (name === 'style:table-cell-properties') readCell(tag, this.#current);
    else if (name === 'style:table-properties') readTable(tag, this.#current);
  }

  close(name: string): void {
    if (name === 'style:style' || name === 'style:default-style') this.#current = undefined;
  }

  /** Style of a cell by name; the default one for ''. */
  cell(name: string): OdsCellStyle {
    let style = this.#cells.get(name);
    if (style === undefined) this.#cells.set(name, (style = this.#resolved(name)));
    return style;
  }

  /** What a piece of text says of itself; undefined where it is as the text around it. */
  text(name: string): { bold: boolean | undefined; struck: boolean | undefined } {
    const chain = this.#chain('text', name);
    return { bold: first(chain, ({ bold }) => bold), struck: first(chain, ({ struck }) => struck) };
  }

  table(name: string): { hidden: boolean; rightToLeft: boolean } {
    const chain = this.#chain('table', name);
    return {
      hidden: first(chain, ({ display }) => display) === false,
      rightToLeft: first(chain, ({ rightToLeft }) => rightToLeft) === true,
    };
  }

  #resolved(name: string): OdsCellStyle {
    const chain = [...this.#chain('table-cell', name), ...this.#chain('table-cell', '')];
    const dataStyle = first(chain, (own) => own.dataStyle);
    return {
      bold: first(chain, ({ bold }) => bold) ?? false,
      struck: first(chain, ({ struck }) => struck) ?? false,
      filled: first(chain, ({ filled }) => filled) ?? false,
      framed: SIDES.filter((side) => first(chain, ({ sides }) => sides.get(side))).length >= 2,
      fontSize: first(chain, ({ fontSize }) => fontSize),
      unlocked: first(chain, ({ unlocked }) => unlocked) ?? false,
      formatted: dataStyle !== undefined && !this.#plainNumbers.has(dataStyle),
    };
  }

  #chain(family: string, name: string): OwnStyle[] {
    const chain: OwnStyle[] = [];
    for (let at: string | undefined = name; at !== undefined && chain.length < MAX_PARENTS;) {
      const own = this.#own.get(`${family} ${at}`);
      if (own === undefined) break;
      chain.push(own);
      at = own.parent;
    }
    return chain;
  }
}

function first<T>(chain: readonly OwnStyle[], say: (own: OwnStyle) => T | undefined): T | undefined {
  for (const own of chain) {
    const said = say(own);
    if (said !== undefined) return said;
  }
  return undefined;
}

function readText(tag: XmlTag, own: OwnStyle): void {
  const weight = tag.attribute('fo:font-weight');
  if (weight !== undefined) own.bold = weight === 'bold' || Number(weight) >= 600;
  const line = tag.attribute('style:text-line-through-style') ?? tag.attribute('style:text-line-through-type');
  if (line !== undefined) own.struck = line !== 'none';
  const points = /^([\d.]+)pt$/.exec(tag.attribute('fo:font-size') ?? '')?.[1];
  if (points !== undefined && Number(points) > 0) own.fontSize = Number(points);
}

function readCell(tag: XmlTag, own: OwnStyle): void {
  const ground = tag.attribute('fo:background-color');
  // A white ground looks like none.
  if (ground !== undefined) own.filled = !/^(?:transparent|#f{6})$/i.test(ground);
  const protection = tag.attribute('style:cell-protect');
  if (protection !== undefined) own.unlocked = !/protected/.test(protection);
  for (const side of SIDES) {
    const border = tag.attribute(`fo:border-${side}`) ?? tag.attribute('fo:border');
    if (border !== undefined) own.sides.set(side, !/\b(?:none|hidden)\b/.test(border));
  }
}

function readTable(tag: XmlTag, own: OwnStyle): void {
  const display = tag.attribute('table:display');
  if (display !== undefined) own.display = display !== 'false';
  const mode = tag.attribute('style:writing-mode');
  if (mode !== undefined && mode !== 'page') own.rightToLeft = mode.startsWith('rl');
}
