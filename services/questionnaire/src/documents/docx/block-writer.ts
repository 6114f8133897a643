import type { BlockModel, TableCell } from '../model.js';
import { withShownLabel } from './control-names.js';
import type { ParagraphBuilder, UnplacedBlock } from './paragraph-builder.js';
import type { CellBuilder } from './table-builder.js';

/** Where finished paragraphs go: the body, a cell, or a text box, whose content follows the paragraph that it is anchored in. */
type Container = ({ kind: 'body' } | { kind: 'cell'; cell: CellBuilder } | { kind: 'textBox' }) & {
  /** Paragraphs that were open around it. */
  depth: number;
};

/** Puts blocks in order and gives them their index; empty paragraphs count too, but are not kept. */
export class BlockWriter {
  readonly blocks: BlockModel[] = [];
  readonly #containers: Container[] = [{ kind: 'body', depth: 0 }];
  /** Blocks of text boxes and inner tables that wait for the end of what they stand in. */
  #waiting: BlockModel[] = [];
  #index = 0;

  enterCell(cell: CellBuilder, openParagraphs: number): void {
    this.#containers.push({ kind: 'cell', cell, depth: openParagraphs });
  }

  enterTextBox(openParagraphs: number): void {
    this.#containers.push({ kind: 'textBox', depth: openParagraphs });
  }

  leave(): void {
    if (this.#containers.length > 1) this.#containers.pop();
  }

  /** The innermost container's cell. */
  get cell(): CellBuilder | undefined {
    const container = this.#innermost;
    return container.kind === 'cell' ? container.cell : undefined;
  }

  /** Whether a paragraph of the innermost container is open (a text box stands in a paragraph that is not its own). */
  inParagraph(openParagraphs: number): boolean {
    return openParagraphs > this.#innermost.depth;
  }

  addParagraph(paragraph: ParagraphBuilder): void {
    const cell = this.#containers.findLast((container) => container.kind === 'cell');
    if (cell?.kind === 'cell') cell.cell.add(paragraph);
    else if (!paragraph.isEmpty) this.addBlocks(paragraph.blocks());
    else if (this.#inBody) {
      this.#index++;
      this.#flush();
    }
  }

  addBlocks(blocks: readonly UnplacedBlock[]): void {
    for (const block of blocks) {
      const above = (this.#inBody ? this.blocks : this.#waiting).at(-1);
      this.#place({ ...(block.kind === 'field' ? withShownLabel(block, above) : block), index: -1 });
    }
    if (this.#inBody) this.#flush();
  }

  addTable(rows: TableCell[][], isInner: boolean): void {
    if (rows.length === 0) return;
    if (isInner) {
      const ofCell = this.cell?.takeInner(rows) === true;
      this.#waiting.push({ kind: 'table', index: -1, rows, ...(ofCell ? { ofCell } : {}) });
    } else this.#place({ kind: 'table', index: -1, rows });
    if (!isInner && this.#inBody) this.#flush();
  }

  /** Blocks that wait for the end of what they stand in. */
  get waiting(): number {
    return this.#waiting.length;
  }

  get #innermost(): Container {
    return this.#containers[this.#containers.length - 1]!;
  }

  get #inBody(): boolean {
    return this.#containers.length === 1;
  }

  #place(block: BlockModel): void {
    if (this.#inBody) this.blocks.push({ ...block, index: this.#index++ });
    else this.#waiting.push(block);
  }

  #flush(): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const block of waiting) this.blocks.push({ ...block, index: this.#index++ });
  }
}
