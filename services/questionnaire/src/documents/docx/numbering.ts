import type { OpcPackage } from '../opc/package.js';
import { formatNumber } from './number-words.js';
import { runText } from './symbols.js';

/** Which list a paragraph is in. */
export interface NumberingReference {
  listId: string;
  level: number;
}

interface Level {
  start: number;
  format: string;
  text: string;
  /** Font of the number or the bullet. */
  font: string | undefined;
  /** Paragraph style whose paragraphs are at this level. */
  style: string | undefined;
  /** Numbers of outer levels are shown as decimals whatever their format. */
  legal: boolean;
  /** A level restarts after this one (1-based) is used; undefined: after any outer one; 0: never. */
  restartAfter: number | undefined;
}

interface List {
  abstractId: string;
  startOverrides: Map<number, number>;
  levelOverrides: Map<number, Level>;
}

interface AbstractList {
  levels: Map<number, Level>;
  /** Name of a numbering style that holds the real levels. */
  styleLink: string | undefined;
  /** Name of the numbering style that this list defines. */
  definesStyle: string | undefined;
}

const HIGHEST_LEVEL = 8;
const BOX = /^[☐□❏❑▢◻⬜]$/u;

/** Automatic numbers of a document (ECMA-376 17.9): give it every numbered paragraph in order. */
export class Numbering {
  readonly #abstract = new Map<string, AbstractList>();
  readonly #lists = new Map<string, List>();
  /** Counters by abstract list: lists made from one definition count on together. */
  readonly #counters = new Map<string, (number | undefined)[]>();
  readonly #started = new Set<string>();

  static read(opc: OpcPackage, part: string | undefined): Numbering {
    const numbering = new Numbering();
    if (part !== undefined) numbering.#scan(opc, part);
    return numbering;
  }

  /** Level of a list whose paragraphs have this style, for styles that number without naming a level. */
  levelOfStyle(listId: string, style: string): number | undefined {
    for (const [index, level] of this.#abstractOf(listId)?.levels ?? []) if (level.style === style) return index;
    return undefined;
  }

  /** Counts a paragraph and returns its number as shown; undefined for bullets and unknown lists. */
  next({ listId, level }: NumberingReference): string | undefined {
    const list = this.#lists.get(listId);
    const abstract = this.#abstractOf(listId);
    if (list === undefined || abstract === undefined || level > HIGHEST_LEVEL) return undefined;
    const counters = this.#countersOf(list, listId, level);
    const definition = this.#level(list, abstract, level);
    counters[level] = (counters[level] ?? definition.start - 1) + 1;
    for (let inner = level + 1; inner <= HIGHEST_LEVEL; inner++) {
      const restart = this.#level(list, abstract, inner).restartAfter;
      if (restart === undefined || (restart !== 0 && level < restart)) counters[inner] = undefined;
    }
    if (definition.format === 'bullet') return undefined;
    const shown = definition.text.replace(/%([1-9])/g, (_, digit: string) => {
      const index = Number(digit) - 1;
      const of = this.#level(list, abstract, index);
      return formatNumber(counters[index] ?? of.start, definition.legal && index < level ? 'decimal' : of.format);
    });
    return shown.trim() === '' ? undefined : shown.trim();
  }

  /** Whether the bullet of a list is an empty box: its entries are words to choose from. */
  hasBoxes({ listId, level }: NumberingReference): boolean {
    const list = this.#lists.get(listId);
    const abstract = this.#abstractOf(listId);
    if (list === undefined || abstract === undefined || level > HIGHEST_LEVEL) return false;
    const { format, text, font } = this.#level(list, abstract, level);
    return format === 'bullet' && BOX.test(runText(text, font).trim());
  }

  #countersOf(list: List, listId: string, level: number): (number | undefined)[] {
    let counters = this.#counters.get(list.abstractId);
    if (counters === undefined) {
      counters = [];
      this.#counters.set(list.abstractId, counters);
    }
    const override = list.startOverrides.get(level);
    if (override !== undefined && !this.#started.has(`${listId} ${level}`)) counters[level] = override - 1;
    this.#started.add(`${listId} ${level}`);
    return counters;
  }

  #level(list: List, abstract: AbstractList, level: number): Level {
    return list.levelOverrides.get(level) ?? abstract.levels.get(level) ?? newLevel();
  }

  #abstractOf(listId: string): AbstractList | undefined {
    const abstract = this.#abstract.get(this.#lists.get(listId)?.abstractId ?? '');
    if (abstract?.styleLink === undefined || abstract.levels.size > 0) return abstract;
    for (const other of this.#abstract.values()) if (other.definesStyle === abstract.styleLink) return other;
    return abstract;
  }

  #scan(opc: OpcPackage, part: string): void {
    let abstract: AbstractList | undefined;
    let list: List | undefined;
    let level: Level | undefined;
    let overrideLevel = 0;
    opc.scan(part, {
      wantsText: false,
      open: (name, tag) => {
        const value = tag.attribute('w:val');
        if (name === 'w:abstractNum') {
          abstract = { levels: new Map(), styleLink: undefined, definesStyle: undefined };
          this.#abstract.set(tag.attribute('w:abstractNumId') ?? '', abstract);
        } else if (name === 'w:num') {
          list = { abstractId: '', startOverrides: new Map(), levelOverrides: new Map() };
          this.#lists.set(tag.attribute('w:numId') ?? '', list);
        } else if (name === 'w:lvl') {
          level = newLevel();
          const index = Number(tag.attribute('w:ilvl') ?? 0);
          if (list !== undefined) list.levelOverrides.set(index, level);
          else abstract?.levels.set(index, level);
        } else if (name === 'w:abstractNumId' && list !== undefined) list.abstractId = value ?? '';
        else if (name === 'w:lvlOverride') overrideLevel = Number(tag.attribute('w:ilvl') ?? 0);
        else if (name === 'w:startOverride') list?.startOverrides.set(overrideLevel, Number(value ?? 1));
        else if (name === 'w:numStyleLink' && abstract !== undefined) abstract.styleLink = value;
        else if (name === 'w:styleLink' && abstract !== undefined) abstract.definesStyle = value;
        else if (level !== undefined && name === 'w:rFonts')
          level.font = tag.attribute('w:ascii') ?? tag.attribute('w:hAnsi');
        else if (level !== undefined) readLevelProperty(level, name, value);
      },
      text: () => undefined,
      close: (name) => {
        if (name === 'w:abstractNum') abstract = undefined;
        else if (name === 'w:num') list = undefined;
        else if (name === 'w:lvl') level = undefined;
      },
    });
  }
}

function newLevel(): Level {
  return {
    start: 1,
    format: 'decimal',
    text: '',
    font: undefined,
    style: undefined,
    legal: false,
    restartAfter: undefined,
  };
}

function readLevelProperty(level: Level, name: string, value: string | undefined): void {
  if (name === 'w:start') level.start = Number(value ?? 1);
  else if (name === 'w:numFmt') level.format = value ?? 'decimal';
  else if (name === 'w:lvlText') level.text = value ?? '';
  else if (name === 'w:pStyle') level.style = value;
  else if (name === 'w:isLgl') level.legal = value !== '0' && value !== 'false';
  else if (name === 'w:lvlRestart') level.restartAfter = Number(value ?? 0);
}
