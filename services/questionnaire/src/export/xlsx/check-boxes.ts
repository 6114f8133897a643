import {
  cellOf,
  checkBoxesIfReadable,
  shownWithBoxes,
  type CheckBoxControl,
} from '../../documents/xlsx/check-box-controls.js';
import { cellName, type CellRange } from '../../documents/model.js';
import type { OpcPackage } from '../../documents/opc/package.js';
import { isMark, matchingOption, matchingOptions } from '../answer-text.js';
import type { WriteReport } from '../model.js';
import { PartEncoding, rawAttribute, withAttribute } from '../xml/part-text.js';
import { cellsOfRow, storedText } from './cell-xml.js';
import { decoded, type PlacedWrite } from './patch-sheet.js';
import { readSheetFacts } from './sheet-facts.js';
import { sheetPieces } from './sheet-pieces.js';

/** A sheet of the package, and what its cells refer to. */
export interface SheetSource {
  opc: OpcPackage;
  name: string;
  part: string;
  chunks: () => Iterable<Uint8Array>;
  strings: () => readonly string[];
}

/** Check boxes drawn over the cells of one sheet, to which answers go in place of the cell below. */
export class DrawnCheckBoxes {
  readonly #changed = new Set<CheckBoxControl>();

  private constructor(
    private readonly sheet: string,
    private readonly boxes: readonly CheckBoxControl[],
    private readonly merges: readonly CellRange[],
    /** What the cells below the boxes hold, by row and column. */
    private readonly texts: ReadonlyMap<string, string>,
  ) {}

  /** Undefined where the sheet has none that can be read. */
  static of(
    { opc, name, part, chunks, strings }: SheetSource,
    writes: readonly PlacedWrite[],
  ): DrawnCheckBoxes | undefined {
    const boxes = checkBoxesIfReadable(opc, part) ?? [];
    if (boxes.length === 0) return undefined;
    const texts = new Map<string, string>();
    const rows = new Set(writes.map(({ row }) => row));
    let encoding = PartEncoding.of(new Uint8Array());
    let [head, tail, prefix] = ['', '', ''];
    for (const piece of sheetPieces(decoded(chunks(), (found) => (encoding = found)))) {
      if (piece.kind === 'head') ({ text: head, prefix } = piece);
      else if (piece.kind === 'tail') tail = piece.text;
      else if (piece.kind === 'row' && rows.has(piece.row))
        for (const cell of cellsOfRow(piece.text, prefix))
          texts.set(`${piece.row},${cell.column}`, storedText(cell, prefix, encoding, strings()));
    }
    return new DrawnCheckBoxes(name, boxes, readSheetFacts(encoding.characters(head + tail)).merges, texts);
  }

  /**
   * Ticks the boxes over a write's cell, or those that this cell is linked to. Returns what is to be written into linked cells, each with
   * the name of its sheet; undefined where no box has to do with the cell.
   */
  take(write: PlacedWrite, report: WriteReport): { sheet: string; write: PlacedWrite }[] | undefined {
    const boxes = this.boxes.filter((box) => {
      const cell = cellOf(box, this.merges);
      return (cell.row === write.row && cell.column === write.column) || this.#isLinkedTo(box, write);
    });
    if (boxes.length === 0 || write.kind === 'comment' || write.kind === 'heading') return undefined;
    const ticked = tickedOf(boxes, write);
    const { questionId, kind, location } = write;
    if (ticked === undefined) {
      report.skipped.push({ questionId, kind, location, reason: 'no_matching_option' });
      return [];
    }
    const changed = boxes.filter((box) => box.checked !== ticked.has(box));
    for (const box of changed) {
      box.checked = ticked.has(box);
      this.#changed.add(box);
    }
    const shown = boxes.filter((box) => !this.#isLinkedTo(box, write));
    if (changed.length > 0 && shown.length > 0)
      report.places.push({ questionId, kind, location, text: shownWithBoxes(shown, this.#ownText(write)) });
    return changed.flatMap((box) => linkedWrite(box, write, this.sheet));
  }

  #isLinkedTo({ linked }: CheckBoxControl, { row, column }: PlacedWrite): boolean {
    const isHere = linked?.sheet === undefined || linked.sheet === this.sheet;
    return linked !== undefined && isHere && linked.row === row && linked.column === column;
  }

  #ownText({ row, column }: PlacedWrite): string {
    return this.texts.get(`${row},${column}`) ?? '';
  }

  /** The parts that changed, by name, with their new text. */
  changedParts(read: (part: string) => Uint8Array): Map<string, Uint8Array> {
    const parts = new Map<string, Uint8Array>();
    const patch = (part: string, change: (text: string) => string): void => {
      const bytes = parts.get(part) ?? read(part);
      const encoding = PartEncoding.of(bytes);
      parts.set(part, encoding.encode(change(encoding.decode(bytes))));
    };
    for (const box of this.#changed) {
      patch(box.properties, (text) => withState(text, box.checked));
      patch(box.drawing, (text) => withDrawnState(text, box.shape, box.checked));
    }
    return parts;
  }
}

/** The boxes that are to be ticked; undefined where the answer says neither yes nor no, and names none of their words. */
function tickedOf(boxes: readonly CheckBoxControl[], write: PlacedWrite): Set<CheckBoxControl> | undefined {
  if (write.kind === 'option') return new Set(write.ticked ? boxes : []);
  const labels = boxes.map(({ label }) => label).filter((label) => label !== '');
  const named = matchingOptions(write.text, labels);
  if (named !== undefined) return new Set(boxes.filter(({ label }) => named.includes(label)));
  if (boxes.length > 1) return undefined;
  const choice = isMark(write.text) ? 'Yes' : matchingOption(write.text, ['Yes', 'No']);
  return choice === undefined ? undefined : new Set(choice === 'Yes' ? boxes : []);
}

/** TRUE or FALSE for the cell that a box is linked to. */
function linkedWrite(box: CheckBoxControl, write: PlacedWrite, own: string): { sheet: string; write: PlacedWrite }[] {
  const { linked, checked } = box;
  if (linked === undefined) return [];
  const { row, column, sheet = own } = linked;
  const location = { sheet, cell: cellName(row, column) };
  return [
    { sheet, write: { ...write, kind: 'option', location, row, column, text: '', ticked: checked, isLink: true } },
  ];
}

/** The part of a control with its state. */
function withState(text: string, checked: boolean): string {
  return text.replace(/<(?:[\w.-]+:)?formControlPr\b[^>]*>/, (tag) =>
    withAttribute(tag, 'checked', checked ? 'Checked' : undefined),
  );
}

/** The drawing of old with the state of one of its shapes. */
function withDrawnState(text: string, shape: string, checked: boolean): string {
  const start = [...text.matchAll(/<(?:[\w.-]+:)?shape\b[^>]*>/g)].find(
    ([tag]) => rawAttribute(tag, 'id') === shape,
  )?.index;
  if (start === undefined) return text;
  const rest = text.slice(start);
  const end = /<\/([\w.-]+:)?ClientData\s*>/.exec(rest);
  if (end === null) return text;
  const prefix = end[1] ?? '';
  const before = rest.slice(0, end.index).replace(new RegExp(`<${prefix}Checked>[^<]*</${prefix}Checked>\\s*`), '');
  return `${text.slice(0, start)}${before}${checked ? `<${prefix}Checked>1</${prefix}Checked>` : ''}${rest.slice(end.index)}`;
}
