import type { OpcPackage } from '../opc/package.js';
import type { XmlTag } from '../xml/scanner.js';

/** What a paragraph or character style says, its ancestors included. */
export interface TextStyle {
  name: string;
  bold: boolean;
  struck: boolean;
  /** Points. */
  fontSize: number | undefined;
  /** 1 to 9. */
  heading: number | undefined;
  listId: string | undefined;
  listLevel: number | undefined;
}

interface RawStyle extends Partial<Omit<TextStyle, 'heading'>> {
  basedOn?: string;
  /** 0 to 8; 9 is body text. */
  outlineLevel?: number;
}

const MAX_ANCESTORS = 20;
const PLAIN: TextStyle = {
  name: '',
  bold: false,
  struck: false,
  fontSize: undefined,
  heading: undefined,
  listId: undefined,
  listLevel: undefined,
};

/** Styles of a document by id. */
export class TextStyles {
  readonly #raw = new Map<string, RawStyle>();
  readonly #resolved = new Map<string, TextStyle>();
  #defaultParagraph = '';
  #defaultFontSize: number | undefined;

  static read(opc: OpcPackage, part: string | undefined): TextStyles {
    const styles = new TextStyles();
    if (part !== undefined) styles.#scan(opc, part);
    return styles;
  }

  /** Style of a paragraph that names none, or that names this one. */
  paragraph(id: string | undefined): TextStyle {
    return this.style(id ?? this.#defaultParagraph);
  }

  style(id: string): TextStyle {
    let style = this.#resolved.get(id);
    if (style === undefined) {
      style = this.#resolve(id);
      this.#resolved.set(id, style);
    }
    return style;
  }

  #resolve(id: string): TextStyle {
    const chain: RawStyle[] = [];
    for (let at: string | undefined = id; at !== undefined && chain.length < MAX_ANCESTORS;) {
      const raw: RawStyle | undefined = this.#raw.get(at);
      if (raw === undefined) break;
      chain.push(raw);
      at = raw.basedOn;
    }
    const first = <K extends keyof RawStyle>(key: K): RawStyle[K] | undefined =>
      chain.find((raw) => raw[key] !== undefined)?.[key];
    const outline = first('outlineLevel');
    const named = chain.map((raw) => headingOfName(raw.name ?? '')).find((level) => level !== undefined);
    return {
      ...PLAIN,
      name: chain[0]?.name ?? '',
      bold: first('bold') ?? false,
      struck: first('struck') ?? false,
      fontSize: first('fontSize') ?? this.#defaultFontSize,
      heading: outline === undefined ? named : outline < 9 ? outline + 1 : undefined,
      listId: first('listId'),
      listLevel: first('listLevel'),
    };
  }

  #scan(opc: OpcPackage, part: string): void {
    let style: RawStyle | undefined;
    let inDefaults = false;
    opc.scan(part, {
      wantsText: false,
      open: (name, tag) => {
        const value = tag.attribute('w:val');
        if (name === 'w:docDefaults') inDefaults = true;
        else if (name === 'w:style') style = this.#start(tag);
        else if (name === 'w:sz' && inDefaults) this.#defaultFontSize = halfPoints(value);
        else if (style !== undefined) readStyleProperty(style, name, value);
      },
      text: () => undefined,
      close: (name) => {
        if (name === 'w:docDefaults') inDefaults = false;
        else if (name === 'w:style') style = undefined;
      },
    });
  }

  #start(tag: XmlTag): RawStyle {
    const style: RawStyle = {};
    const id = tag.attribute('w:styleId') ?? '';
    this.#raw.set(id, style);
    if (tag.attribute('w:type') === 'paragraph' && isOn(tag.attribute('w:default') ?? '0')) this.#defaultParagraph = id;
    return style;
  }
}

function readStyleProperty(style: RawStyle, name: string, value: string | undefined): void {
  if (name === 'w:name') style.name = value ?? '';
  else if (name === 'w:basedOn' && value !== undefined) style.basedOn = value;
  else if (name === 'w:b') style.bold = isOn(value);
  else if (name === 'w:strike' || name === 'w:dstrike') style.struck = isOn(value);
  else if (name === 'w:sz') style.fontSize = halfPoints(value);
  else if (name === 'w:outlineLvl') style.outlineLevel = Number(value ?? 9);
  else if (name === 'w:numId' && value !== undefined) style.listId = value;
  else if (name === 'w:ilvl') style.listLevel = Number(value ?? 0);
}

/** Built-in styles keep their English names in every language of Word. */
function headingOfName(name: string): number | undefined {
  const level = /^heading ([1-9])$/i.exec(name)?.[1];
  if (level !== undefined) return Number(level);
  return /^title$/i.test(name) ? 1 : undefined;
}

/** An on/off property is on unless its value says otherwise. */
export function isOn(value: string | undefined): boolean {
  return value === undefined || !/^(0|false|off)$/.test(value);
}

export function halfPoints(value: string | undefined): number | undefined {
  const points = Number(value) / 2;
  return points > 0 ? points : undefined;
}
