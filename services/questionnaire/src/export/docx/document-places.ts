import { BodyReader, type BodyContext } from '../../documents/docx/body-reader.js';
import type { TableBlock } from '../../documents/model.js';
import type { QuestionPlace } from '../../extraction/result.js';
import { ancestorNamed, childNamed, descendants, type XmlNode, type XmlTree } from '../xml/xml-tree.js';

/** A cell of a table, and the row and table that it stands in. */
export interface CellNode {
  node: XmlNode;
  row: number;
  column: number;
}

/**
 * Finds the elements that the places of a document name. The document is read once more by the reader that gave the places
 * their numbers, and each block that comes out is put down to the element that it came from.
 */
export class DocumentPlaces {
  /** Paragraphs of the body by block index, empty ones included. */
  readonly #paragraphs = new Map<number, XmlNode>();
  readonly #tables: XmlNode[] = [];
  readonly #fields = new Map<string, XmlNode>();
  readonly #cells = new Map<XmlNode, CellNode[]>();
  /** Elements of the blocks that wait: those of text boxes and inner tables come behind the block that holds them. */
  #waiting: XmlNode[] = [];
  /** Paragraphs whose bullets are boxes. */
  readonly boxed = new Set<XmlNode>();
  #next = 0;
  readonly #tablesAgree: boolean;

  constructor(
    private readonly tree: XmlTree,
    context: BodyContext,
  ) {
    const reader = new BodyReader(context);
    let known = 0;
    tree.replay(reader, (node) => {
      const fresh = reader.blocks.slice(known);
      known = reader.blocks.length;
      while (this.#waiting.length < reader.waiting) this.#waiting.push(node);
      if (node.name === 'w:sdtPr' || node.name === 'w:ffData') this.#placeField(node, reader.takeFieldName());
      if (node.name === 'w:p' && reader.endedBoxed) this.boxed.add(node);
      const own = reader.waiting === 0 ? fresh.slice(0, fresh.length - this.#waiting.length) : fresh;
      if (node.name === 'w:p' && isInBody(node)) this.#placeParagraph(node, own);
      else if (node.name === 'w:tbl' && own.length > 0) this.#tables.push(node);
      const last = fresh.at(-1);
      if (last !== undefined) this.#next = last.index + 1;
      if (reader.waiting === 0) this.#placeWaiting(fresh);
    });
    const blocks = reader.blocks.filter((block): block is TableBlock => block.kind === 'table');
    this.#tablesAgree =
      blocks.length === this.#tables.length &&
      blocks.every((block, i) => block.rows.length === this.rowsOf(this.#tables[i]!).length);
  }

  /** The paragraph that a place names. */
  paragraph(place: QuestionPlace): XmlNode | undefined {
    return 'paragraph' in place ? this.#paragraphs.get(place.paragraph - 1) : undefined;
  }

  /** The cell (`w:tc`) that a place names. */
  cell(place: QuestionPlace): XmlNode | undefined {
    if (!('table' in place) || !this.#tablesAgree) return undefined;
    const table = this.#tables[place.table - 1];
    if (table === undefined) return undefined;
    return this.cellsOf(table).find(({ row, column }) => row === place.row - 1 && column === place.column - 1)?.node;
  }

  /** The content control (`w:sdt`) or legacy field data (`w:ffData`) that a place names. */
  field(place: QuestionPlace): XmlNode | undefined {
    return 'field' in place ? this.#fields.get(place.field) : undefined;
  }

  /** Cells of a table by row and grid column. Rows that a tracked change deletes do not count. */
  cellsOf(table: XmlNode): CellNode[] {
    let cells = this.#cells.get(table);
    if (cells === undefined) {
      cells = this.rowsOf(table).flatMap((row, i) => this.#cellsOfRow(row, i));
      this.#cells.set(table, cells);
    }
    return cells;
  }

  rowsOf(table: XmlNode): XmlNode[] {
    return own(table, 'w:tr').filter((row) => childNamed(childNamed(row, 'w:trPr'), 'w:del') === undefined);
  }

  #cellsOfRow(row: XmlNode, index: number): CellNode[] {
    const before = childNamed(childNamed(row, 'w:trPr'), 'w:gridBefore');
    let column = before === undefined ? 0 : Number(this.tree.attribute(before, 'w:val') ?? 0);
    return own(row, 'w:tc').map((node) => {
      const cell = { node, row: index, column };
      const span = childNamed(childNamed(node, 'w:tcPr'), 'w:gridSpan');
      const width = span === undefined ? 1 : Number(this.tree.attribute(span, 'w:val') ?? 1) || 1;
      column += Math.max(1, Math.min(1000, width));
      return cell;
    });
  }

  #placeParagraph(node: XmlNode, fresh: readonly { index: number; kind: string }[]): void {
    const first = fresh[0];
    if (first === undefined || first.index !== this.#next) {
      // No block of its own: an empty paragraph, which has an index too, unless its mark is deleted (it runs on).
      if (isRunOn(node)) return;
      this.#paragraphs.set(this.#next, node);
      this.#next++;
      return;
    }
    for (const block of fresh) if (block.kind !== 'table') this.#paragraphs.set(block.index, node);
  }

  /** What waited comes last among the blocks that came out. */
  #placeWaiting(fresh: readonly { index: number; kind: string }[]): void {
    const placed = fresh.slice(fresh.length - this.#waiting.length);
    this.#waiting.forEach((node, i) => {
      const block = placed[i];
      if (block?.kind === 'table') this.#tables.push(node);
      else if (block !== undefined) this.#paragraphs.set(block.index, node);
    });
    this.#waiting = [];
  }

  #placeField(node: XmlNode, name: string | undefined): void {
    const field = node.name === 'w:sdtPr' ? node.parent : node;
    if (name !== undefined && field !== undefined) this.#fields.set(name, field);
  }
}

/** Elements with the name that belong to this table or row, not to a table inside of it. */
function own(node: XmlNode, name: string): XmlNode[] {
  return [...descendants(node, (child) => child.name !== 'w:tbl' && child.name !== name)].filter(
    (child) => child.name === name,
  );
}

const isInBody = (node: XmlNode): boolean =>
  ancestorNamed(node, 'w:tc') === undefined && ancestorNamed(node, 'w:txbxContent') === undefined;

function isRunOn(paragraph: XmlNode): boolean {
  const mark = childNamed(childNamed(paragraph, 'w:pPr'), 'w:rPr');
  return childNamed(mark, 'w:del') !== undefined || childNamed(mark, 'w:moveFrom') !== undefined;
}
