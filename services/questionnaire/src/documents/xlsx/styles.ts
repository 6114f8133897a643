import type { OpcPackage } from '../opc/package.js';
import type { XmlTag } from '../xml/scanner.js';
import type { NumberFormat, NumberFormats } from './number-formats.js';

/** What of a cell's style matters for reading. */
export interface CellStyle {
  bold: boolean;
  /** The whole cell is struck out. */
  struck: boolean;
  filled: boolean;
  /** Lines are drawn on two or more of its sides. */
  framed: boolean;
  fontSize: number | undefined;
  /** The cell may be edited when the sheet is protected. */
  unlocked: boolean;
  format: NumberFormat;
}

interface Font {
  bold: boolean;
  struck: boolean;
  size: number | undefined;
}

/** Reads the cell styles (cellXfs) of a workbook, in order of their index. */
export function readStyles(opc: OpcPackage, part: string | undefined, formats: NumberFormats): CellStyle[] {
  const fonts: Font[] = [];
  const fills: boolean[] = [];
  /** Sides with a line, of each border. */
  const borders: number[] = [];
  const codes = new Map<number, string>();
  const styles: CellStyle[] = [];
  let font: Font | undefined;
  let inCellXfs = false;
  let inFills = false;
  let inBorders = false;
  const startFont = (): void => {
    font = { bold: false, struck: false, size: undefined };
    fonts.push(font);
  };
  if (part !== undefined) {
    opc.scan(part, {
      wantsText: false,
      open: (name, tag) => {
        if (name === 'numFmt') codes.set(Number(tag.attribute('numFmtId')), tag.attribute('formatCode') ?? '');
        else if (name === 'font') startFont();
        else if (name === 'b' && font !== undefined) font.bold = isOn(tag);
        else if (name === 'strike' && font !== undefined) font.struck = isOn(tag);
        else if (name === 'sz' && font !== undefined) font.size = Number(tag.attribute('val')) || undefined;
        else if (name === 'fills') inFills = true;
        else if (name === 'fill' && inFills) fills.push(false);
        else if (name === 'patternFill' && inFills) fills[fills.length - 1] = hasPattern(tag);
        else if (name === 'gradientFill' && inFills) fills[fills.length - 1] = true;
        else if (name === 'fgColor' && inFills && isWhite(tag)) fills[fills.length - 1] = false;
        else if (name === 'borders') inBorders = true;
        else if (inBorders && name === 'border') borders.push(0);
        else if (inBorders && SIDE.test(name)) borders[borders.length - 1]! += Number(hasLine(tag));
        else if (name === 'cellXfs') inCellXfs = true;
        else if (name === 'xf' && inCellXfs) styles.push(cellStyle(tag, { fonts, fills, borders, codes }, formats));
        else if (name === 'protection' && inCellXfs && styles.length > 0) {
          styles[styles.length - 1]!.unlocked = /^(0|false)$/.test(tag.attribute('locked') ?? '1');
        }
      },
      text: () => undefined,
      close: (name) => {
        if (name === 'font') font = undefined;
        else if (name === 'fills') inFills = false;
        else if (name === 'borders') inBorders = false;
        else if (name === 'cellXfs') inCellXfs = false;
      },
    });
  }
  if (styles.length === 0)
    styles.push({
      bold: false,
      struck: false,
      filled: false,
      framed: false,
      fontSize: undefined,
      unlocked: false,
      format: formats.format(0),
    });
  return styles;
}

interface StyleParts {
  fonts: readonly Font[];
  fills: readonly boolean[];
  borders: readonly number[];
  codes: ReadonlyMap<number, string>;
}

function cellStyle(tag: XmlTag, parts: StyleParts, formats: NumberFormats): CellStyle {
  const { fonts, fills, borders, codes } = parts;
  const font = fonts[Number(tag.attribute('fontId') ?? 0)];
  const formatId = Number(tag.attribute('numFmtId') ?? 0);
  return {
    bold: font?.bold ?? false,
    struck: font?.struck ?? false,
    filled: fills[Number(tag.attribute('fillId') ?? 0)] ?? false,
    framed: (borders[Number(tag.attribute('borderId') ?? 0)] ?? 0) >= 2,
    fontSize: font?.size,
    unlocked: false,
    format: formats.format(codes.get(formatId) ?? formatId),
  };
}

function isOn(tag: XmlTag): boolean {
  return !/^(0|false)$/.test(tag.attribute('val') ?? '1');
}

const SIDE = /^(?:left|right|top|bottom|start|end)$/;

function hasLine(tag: XmlTag): boolean {
  const style = tag.attribute('style');
  return style !== undefined && style !== 'none';
}

function hasPattern(tag: XmlTag): boolean {
  const pattern = tag.attribute('patternType');
  return pattern !== undefined && pattern !== 'none';
}

/** A white fill looks like no fill. Theme colour 0 is the background. */
function isWhite(tag: XmlTag): boolean {
  const tint = Number(tag.attribute('tint') ?? 0);
  return /^(?:..)?ffffff$/i.test(tag.attribute('rgb') ?? '') || (tag.attribute('theme') === '0' && tint > -0.01);
}
