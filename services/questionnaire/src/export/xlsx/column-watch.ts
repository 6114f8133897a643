import { columnName } from '../../documents/model.js';
import { HEADING_ROWS, headingWrite, type AnswerColumn } from '../added-column.js';
import type { Write } from '../writes.js';
import { cellsOfRow, type CellXml } from './cell-xml.js';

/** Watches the rows of a sheet go by, and tells which answer columns hold nothing at all and have no heading. */
export class ColumnWatch {
  readonly #empty: Set<AnswerColumn>;
  /** Columns that hold something, in the rows in which a heading may stand. */
  readonly #filled = new Map<number, Set<number>>();
  readonly #names = new Map<AnswerColumn, string>();

  constructor(columns: readonly AnswerColumn[]) {
    this.#empty = new Set(columns);
    for (const column of columns) this.#names.set(column, columnName(column.column));
  }

  see(row: string, number: number, prefix: string): void {
    // Behind the rows of headings only those columns matter that a heading was found for.
    for (const column of this.#empty)
      if (number === column.firstRow && headingWrite(column, this.#filled) === undefined) this.#empty.delete(column);
    if (this.#empty.size === 0) return;
    const near = [...this.#empty].some(({ firstRow }) => firstRow - HEADING_ROWS <= number && number < firstRow);
    // Looking for the cell's name is much cheaper than taking the row apart.
    const named = [...this.#empty].some((column) => row.includes(`${this.#names.get(column) ?? ''}${number + 1}`));
    if (!near && !named) return;
    const filled = new Set(
      cellsOfRow(row, prefix)
        .filter(holdsSomething)
        .map((cell) => cell.column),
    );
    if (near) this.#filled.set(number, filled);
    for (const column of this.#empty) if (filled.has(column.column)) this.#empty.delete(column);
  }

  /** One heading for each column that needs one. */
  headings(): (Write & { row: number; column: number })[] {
    return [...this.#empty].flatMap((column) => headingWrite(column, this.#filled) ?? []);
  }
}

const holdsSomething = (cell: CellXml): boolean => /<(?:[\w.-]+:)?(?:v|is|f)[\s>/]/.test(cell.content);
