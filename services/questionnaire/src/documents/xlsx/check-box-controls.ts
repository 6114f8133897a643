import { DocumentError } from '../errors.js';
import type { CellModel, CellRange } from '../model.js';
import type { OpcPackage, Relationship } from '../opc/package.js';
import type { XmlHandler, XmlTag } from '../xml/scanner.js';
import { parseRange } from './cell-reference.js';
import { drawnBox, type DrawnBox } from './drawn-boxes.js';

/** A check box that is drawn over the cells of a sheet (a form control), and the cell that shows it. Zero-based. */
export interface CheckBoxControl {
  row: number;
  column: number;
  /** Words beside the box; '' for none. */
  label: string;
  checked: boolean;
  /** Cell that takes TRUE and FALSE with the box; `sheet` undefined where it is the box's own. */
  linked: { sheet: string | undefined; row: number; column: number } | undefined;
  /** The shape's id in the drawing of the part `drawing`; `properties` is the part with its state. */
  shape: string;
  drawing: string;
  properties: string;
}

/**
 * The check boxes of a worksheet part, from left to right and top to bottom. Newer files keep state and link in a part of each
 * control, and place and words in the sheet's drawing of old. Throws `DocumentError` where such a part is damaged.
 */
export function readCheckBoxes(opc: OpcPackage, sheetPart: string): CheckBoxControl[] {
  const relationships = opc.relationships(sheetPart).filter(({ target }) => opc.has(target));
  const properties = new Map(relationships.filter(ofType('ctrlProp')).map(({ id, target }) => [id, target]));
  if (properties.size === 0) return [];
  const drawings = relationships.filter(ofType('vmlDrawing'));
  const drawn = drawings.flatMap(({ target }) => readDrawn(opc, target).map((box) => ({ ...box, drawing: target })));
  const byShape = new Map(drawn.map((box) => [shapeNumber(box.shape), box]));
  const boxes = controlsIn(opc, sheetPart).flatMap(({ shape, id }): CheckBoxControl[] => {
    const part = properties.get(id);
    const box = byShape.get(shape);
    const state = part === undefined ? undefined : readState(opc, part);
    if (part === undefined || box === undefined || state === undefined) return [];
    const { row, column, label, drawing } = box;
    return [{ row, column, label, ...state, shape: box.shape, drawing, properties: part }];
  });
  return boxes.sort((a, b) => a.row - b.row || a.column - b.column);
}

const ofType =
  (wanted: string) =>
  ({ type }: Relationship): boolean =>
    type === wanted;

/** "_x0000_s1026" → "1026", by which the sheet names the shape. */
const shapeNumber = (id: string): string => id.replace(/^.*\D/, '');

/** Nothing to read and no names: what most handlers of small parts do with text and ends. */
function handler(open: (name: string, tag: XmlTag) => void): XmlHandler {
  return { wantsText: false, open, text: () => undefined, close: () => undefined };
}

function controlsIn(opc: OpcPackage, sheetPart: string): { shape: string; id: string }[] {
  const found = new Map<string, string>();
  opc.scan(
    sheetPart,
    handler((name, tag) => {
      if (name === 'control') found.set(tag.attribute('shapeId') ?? '', tag.attribute('r:id') ?? '');
    }),
  );
  return [...found].map(([shape, id]) => ({ shape, id }));
}

/** State and link of a control; undefined where it is no check box. */
function readState(opc: OpcPackage, part: string): Pick<CheckBoxControl, 'checked' | 'linked'> | undefined {
  let state: Pick<CheckBoxControl, 'checked' | 'linked'> | undefined;
  opc.scan(
    part,
    handler((name, tag) => {
      if (!/(?:^|:)formControlPr$/.test(name) || tag.attribute('objectType') !== 'CheckBox') return;
      state = { checked: tag.attribute('checked') === 'Checked', linked: linkedCell(tag.attribute('fmlaLink') ?? '') };
    }),
  );
  return state;
}

/** "$A$1", "Sheet1!$A$1" or "'My sheet'!$A$1" as a place. */
function linkedCell(formula: string): CheckBoxControl['linked'] {
  const [, quoted, plain, cell = ''] = /^(?:'((?:[^']|'')+)'!|([^'!]+)!)?(\$?[A-Z]{1,3}\$?\d+)$/.exec(formula) ?? [];
  const place = parseRange(cell.replaceAll('$', ''));
  if (place === undefined) return undefined;
  return { sheet: quoted?.replaceAll("''", "'") ?? plain, row: place.top, column: place.left };
}

function readDrawn(opc: OpcPackage, part: string): DrawnBox[] {
  const boxes: DrawnBox[] = [];
  let shape = { id: '', style: '' };
  let collecting: 'anchor' | 'label' | undefined;
  let texts = { anchor: '', label: '' };
  const reader: XmlHandler = {
    wantsText: false,
    open: (name, tag) => {
      if (name === 'v:shape') {
        shape = { id: tag.attribute('id') ?? '', style: tag.attribute('style') ?? '' };
        texts = { anchor: '', label: '' };
      } else if (name === 'v:textbox') collecting = 'label';
      else if (name === 'x:Anchor') collecting = 'anchor';
      reader.wantsText = collecting !== undefined;
    },
    text: (text) => {
      if (collecting !== undefined) texts[collecting] += text;
    },
    close: (name) => {
      if (name === 'v:textbox' || name === 'x:Anchor') collecting = undefined;
      reader.wantsText = collecting !== undefined;
      const box = name === 'v:shape' ? drawnBox(shape.id, shape.style, texts.anchor, texts.label) : undefined;
      if (box !== undefined) boxes.push(box);
    },
  };
  opc.scan(part, reader);
  return boxes;
}

/** As `readCheckBoxes`; where those parts are damaged, undefined: the cells are worth more than what is drawn over them. */
export function checkBoxesIfReadable(opc: OpcPackage, sheetPart: string): CheckBoxControl[] | undefined {
  try {
    return readCheckBoxes(opc, sheetPart);
  } catch (error) {
    if (error instanceof DocumentError && error.code === 'file_damaged') return undefined;
    throw error;
  }
}

/** The cell that shows a box: the first cell of a merged range that covers it. */
export function cellOf(box: CheckBoxControl, merges: readonly CellRange[]): { row: number; column: number } {
  const { row, column } = box;
  const merge = merges.find((m) => m.top <= row && row <= m.bottom && m.left <= column && column <= m.right);
  return merge === undefined ? { row, column } : { row: merge.top, column: merge.left };
}

/** What a cell shows together with the boxes that are drawn over it: signs of boxes and their words, and its own text. */
export function shownWithBoxes(boxes: readonly Pick<CheckBoxControl, 'label' | 'checked'>[], own: string): string {
  const signs = boxes.map(({ label, checked }) => `${checked ? '☒' : '☐'} ${label}`.trimEnd()).join('  ');
  const text = own.trim();
  if (text === '' || /^(?:TRUE|FALSE)$/.test(text)) return signs;
  return boxes.some(({ label }) => label !== '') ? `${text} ${signs}` : `${signs} ${text}`;
}

/**
 * The cells of a sheet with its check boxes as text: "☐", "☒ Yes". Cells with a formula stay as they are; TRUE and FALSE in a cell that a box
 * is linked to say what the box says, and are left out.
 */
export function withCheckBoxes(
  cells: CellModel[],
  boxes: readonly CheckBoxControl[],
  merges: readonly CellRange[],
): CellModel[] {
  if (boxes.length === 0) return cells;
  const over = new Map<string, { row: number; column: number; boxes: CheckBoxControl[] }>();
  for (const box of boxes) {
    const cell = cellOf(box, merges);
    const key = `${cell.row},${cell.column}`;
    const known = over.get(key);
    if (known === undefined) over.set(key, { ...cell, boxes: [box] });
    else known.boxes.push(box);
  }
  const isBox = ({ row, column }: CellModel): boolean => over.has(`${row},${column}`);
  const links = new Set(
    boxes.flatMap(({ linked }) => (linked?.sheet === undefined ? [`${linked?.row},${linked?.column}`] : [])),
  );
  const isLink = ({ row, column, text, formula }: CellModel): boolean =>
    links.has(`${row},${column}`) && formula === undefined && /^(?:TRUE|FALSE)$/.test(text);
  const own = cells.filter((cell) => isBox(cell) || !isLink(cell));
  const shown = own.map((cell) => {
    const key = `${cell.row},${cell.column}`;
    const place = over.get(key);
    if (place === undefined) return cell;
    over.delete(key);
    if (cell.formula !== undefined) return cell;
    return { ...cell, text: shownWithBoxes(place.boxes, cell.text), type: 'text' as const };
  });
  const added = [...over.values()].map((place): CellModel => ({
    row: place.row,
    column: place.column,
    text: shownWithBoxes(place.boxes, ''),
    type: 'text',
  }));
  return [...shown, ...added].sort((a, b) => a.row - b.row || a.column - b.column);
}
