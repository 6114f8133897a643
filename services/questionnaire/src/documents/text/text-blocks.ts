import type { ReadBudget } from '../budget.js';
import { findCheckBoxes } from '../check-boxes.js';
import type { BlockModel, ParagraphBlock, TableCell } from '../model.js';

/** Gathers the blocks of a marked-up text and gives them their index. */
export class TextBlocks {
  readonly blocks: BlockModel[] = [];

  constructor(readonly budget: ReadBudget) {}

  paragraph(text: string, more: Partial<Omit<ParagraphBlock, 'kind' | 'index' | 'text'>> = {}): void {
    const clean = text.trim();
    if (clean === '') return;
    this.budget.chargeCell(clean.length);
    const boxes = findCheckBoxes(clean);
    const block: ParagraphBlock = {
      kind: 'paragraph',
      index: this.blocks.length,
      text: boxes?.before === undefined || boxes.before === '' ? clean : boxes.before,
      ...more,
    };
    if (boxes !== undefined) {
      block.options = boxes.options;
      if (boxes.checked.length > 0) block.checked = boxes.checked;
    }
    this.blocks.push(block);
  }

  table(rows: TableCell[][]): void {
    const filled = rows.filter((row) => row.some((cell) => cell.text !== ''));
    if (filled.length === 0) return;
    for (const row of filled) for (const cell of row) this.budget.chargeCell(cell.text.length);
    this.blocks.push({ kind: 'table', index: this.blocks.length, rows: filled });
  }
}
