import { findCheckBoxes } from '../check-boxes.js';
import type { TableCell } from '../model.js';
import type { ParagraphBuilder } from './paragraph-builder.js';

/** A cell while it is read. */
export class CellBuilder {
  columnSpan = 1;
  verticalMerge: 'none' | 'restart' | 'continue' = 'none';
  filled = false;
  readonly options: string[] = [];
  readonly #paragraphs: ParagraphBuilder[] = [];
  /** Lines of boxes from a table in the cell. */
  readonly #inner: string[] = [];

  add(paragraph: ParagraphBuilder): void {
    if (!paragraph.isEmpty || paragraph.number !== undefined) this.#paragraphs.push(paragraph);
  }

  finish(row: number, column: number): TableCell {
    const [first] = this.#paragraphs;
    const lines = this.#paragraphs.map((paragraph, i) => {
      const text = paragraph.text.trim();
      return i === 0 || paragraph.number === undefined ? text : `${paragraph.number} ${text}`.trim();
    });
    const text = this.#withBoxes(lines)
      .filter((line) => line !== '')
      .join('\n');
    const cell: TableCell = { row, column, rowSpan: 1, columnSpan: this.columnSpan, text };
    if (first?.number !== undefined) {
      cell.number = first.number;
      if (text === '') cell.text = first.number;
    }
    if (text !== '' && this.#paragraphs.every((paragraph) => paragraph.bold || paragraph.text.trim() === ''))
      cell.bold = true;
    if (this.filled) cell.filled = true;
    this.#addOptions(cell, text);
    return cell;
  }

  /**
   * The boxes of a table that stands in the cell are the cell's own, when it holds nothing else; false when they are not
   * boxes with their words.
   */
  takeInner(rows: readonly (readonly TableCell[])[]): boolean {
    const lines = rows.map((row) => row.map(({ text }) => text).join(' '));
    const boxes = findCheckBoxes(lines.join('\n'));
    if (boxes === undefined || boxes.before !== '' || boxes.options.length < 2 || this.#paragraphs.length > 0)
      return false;
    this.#inner.push(...lines);
    return true;
  }

  /** Two or more entries of a list with boxes for bullets are choices: the boxes are shown in front of them. */
  #withBoxes(lines: readonly string[]): string[] {
    const boxed = (i: number): boolean => this.#paragraphs[i]?.boxed === true;
    const shown = lines.map((line, i) => (boxed(i) ? `□ ${line}` : line));
    const boxes = lines.filter((_, i) => boxed(i)).length + lines.filter((line) => /^[☐☑☒]/u.test(line)).length;
    const areChoices = boxes >= 2 && lines.some((_, i) => boxed(i)) && findCheckBoxes(shown.join('\n')) !== undefined;
    return [...(areChoices ? shown : lines), ...this.#inner];
  }

  #addOptions(cell: TableCell, text: string): void {
    const boxes = findCheckBoxes(text);
    if (boxes === undefined) {
      if (this.options.length > 0) cell.options = this.options;
      if (this.options.includes(text)) cell.checked = [text];
      return;
    }
    cell.options = [...this.options, ...boxes.options];
    if (boxes.checked.length > 0) cell.checked = boxes.checked;
    // A question and its check boxes may share a cell.
    if (boxes.before !== '') cell.text = boxes.before;
  }
}

/** A table while it is read. */
export class TableBuilder {
  readonly rows: TableCell[][] = [];
  /** The row being read is deleted by a tracked change. */
  rowDeleted = false;
  cell: CellBuilder | undefined;
  /** What the control around the next cell offers. */
  optionsOfNext: readonly string[] = [];
  #row: { cell: TableCell; merge: CellBuilder['verticalMerge'] }[] = [];
  #column = 0;
  /** Cells that a vertical merge may go on from, by column. */
  readonly #mergeAnchors = new Map<number, TableCell>();

  startRow(): void {
    this.optionsOfNext = [];
    this.#row = [];
    this.#column = 0;
    this.rowDeleted = false;
  }

  /** Grid columns that the row leaves free before its first cell. */
  skipColumns(count: number): void {
    this.#column += count;
  }

  startCell(): CellBuilder {
    this.cell = new CellBuilder();
    this.cell.options.push(...this.optionsOfNext);
    this.optionsOfNext = [];
    return this.cell;
  }

  endCell(): void {
    if (this.cell === undefined) return;
    const { cell } = this;
    this.#row.push({ cell: cell.finish(this.rows.length, this.#column), merge: cell.verticalMerge });
    this.#column += cell.columnSpan;
    this.cell = undefined;
  }

  endRow(): void {
    if (this.rowDeleted) return;
    const shown: TableCell[] = [];
    for (const { cell, merge } of this.#row) {
      const anchor = this.#mergeAnchors.get(cell.column);
      if (merge === 'continue' && anchor !== undefined) {
        anchor.rowSpan++;
        continue;
      }
      this.#mergeAnchors.delete(cell.column);
      if (merge === 'restart') this.#mergeAnchors.set(cell.column, cell);
      shown.push(cell);
    }
    this.rows.push(shown);
  }
}
