import type { BlockModel, DocumentModel, TableBlock, TextModel, WorkbookModel } from '../../documents/model.js';
import { referenceColumn, referenceRow } from '../../documents/xlsx/cell-reference.js';
import type { QuestionPlace } from '../../extraction/result.js';

/** What a document shows at a place. */
export interface PlaceReader {
  textAt(place: QuestionPlace): string;
  /** The text at or behind a place that holds `wanted`; paragraphs may have moved down. Undefined when there is none. */
  holding(place: QuestionPlace, wanted: string): string | undefined;
}

/** Spaces and line ends count as one space. */
export const squeezed = (text: string): string => text.replace(/\s+/gu, ' ').trim();

export const placeReader = (model: DocumentModel): PlaceReader =>
  model.kind === 'workbook' ? new CellReader(model) : new BlockReader(model);

class CellReader implements PlaceReader {
  readonly #sheets = new Map<string, Map<string, string>>();

  constructor(model: WorkbookModel) {
    for (const sheet of model.sheets)
      this.#sheets.set(sheet.name, new Map(sheet.cells.map((cell) => [`${cell.row},${cell.column}`, cell.text])));
  }

  textAt(place: QuestionPlace): string {
    if (!('cell' in place)) return '';
    return this.#sheets.get(place.sheet)?.get(`${referenceRow(place.cell)},${referenceColumn(place.cell)}`) ?? '';
  }

  holding(place: QuestionPlace, wanted: string): string | undefined {
    const text = this.textAt(place);
    return squeezed(text) === squeezed(wanted) ? text : undefined;
  }
}

class BlockReader implements PlaceReader {
  readonly #tables: TableBlock[];

  constructor(private readonly model: TextModel) {
    this.#tables = model.blocks.filter((block): block is TableBlock => block.kind === 'table');
  }

  textAt(place: QuestionPlace): string {
    if ('table' in place) return this.#cell(place)?.text ?? '';
    const block = this.model.blocks.find((candidate) => isAt(candidate, place));
    return block === undefined ? '' : shown(block);
  }

  holding(place: QuestionPlace, wanted: string): string | undefined {
    if ('table' in place) {
      const cell = this.#cell(place);
      if (cell === undefined) return undefined;
      if (squeezed(cell.checked.join(', ')) === squeezed(wanted)) return cell.checked.join(', ');
      if (squeezed(cell.text).includes(squeezed(wanted))) return cell.text;
      return this.#rowOf(place).find((text) => squeezed(text) === squeezed(wanted));
    }
    const from = this.model.blocks.findIndex((block) => isAt(block, place));
    for (const block of this.model.blocks.slice(Math.max(0, from))) {
      const ticked = block.kind === 'paragraph' ? tickedAs(block.checked ?? [], wanted) : undefined;
      if (ticked !== undefined) return ticked;
      if (squeezed(shown(block)).includes(squeezed(wanted))) return shown(block);
    }
    return undefined;
  }

  #cell(place: { table: number; row: number; column: number }): { text: string; checked: string[] } | undefined {
    const cells = this.#tables[place.table - 1]?.rows.flat() ?? [];
    const cell = cells.find(({ row, column }) => row === place.row - 1 && column === place.column - 1);
    return cell === undefined ? undefined : { text: cell.text, checked: cell.checked ?? [] };
  }

  /** An answer that had no place of its own may stand in another cell of the question's row. */
  #rowOf(place: { table: number; row: number }): string[] {
    const cells = this.#tables[place.table - 1]?.rows[place.row - 1] ?? [];
    return cells.map((cell) => (cell.checked === undefined ? cell.text : cell.checked.join(', ')));
  }
}

/** What is ticked, when it is what was wanted; a paragraph may hold the boxes of several questions. */
function tickedAs(checked: readonly string[], wanted: string): string | undefined {
  if (squeezed(checked.join(', ')) === squeezed(wanted)) return checked.join(', ');
  return checked.map(squeezed).find((label) => `${label} `.startsWith(`${squeezed(wanted)} `));
}

function isAt(block: BlockModel, place: QuestionPlace): boolean {
  if ('field' in place) return block.kind === 'field' && block.name === place.field;
  if ('paragraph' in place) return block.index === place.paragraph - 1;
  return 'page' in place && block.kind === 'paragraph' && block.page === place.page && block.line === place.line;
}

function shown(block: BlockModel): string {
  if (block.kind === 'field') return block.value;
  return block.kind === 'paragraph' ? block.text : '';
}
