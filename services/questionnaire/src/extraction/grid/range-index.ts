import type { CellRange } from '../../documents/model.js';

/** Columns of a sheet. */
export const COLUMNS = 16_384;

/**
 * Looks ranges up by cell without ever expanding them: one sorted list a column, made when the column is first asked for.
 * Building a column costs one pass over the ranges, a look-up a binary search. Ranges of a kind rarely overlap; where they
 * do, the one that starts last above the cell is tried first, then up to 32 before it.
 */
export class RangeIndex<T> {
  private readonly byColumn = new Map<number, { range: CellRange; value: T }[]>();

  constructor(private readonly entries: readonly { range: CellRange; value: T }[]) {}

  get size(): number {
    return this.entries.length;
  }

  at(row: number, column: number): { range: CellRange; value: T } | undefined {
    if (this.entries.length === 0) return undefined;
    let list = this.byColumn.get(column);
    if (list === undefined) {
      list = this.entries.filter(({ range }) => range.left <= column && column <= range.right);
      list.sort((a, b) => a.range.top - b.range.top);
      this.byColumn.set(column, list);
    }
    let low = 0;
    let high = list.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (list[middle]!.range.top <= row) low = middle + 1;
      else high = middle;
    }
    for (let i = low - 1; i >= 0 && i >= low - 33; i--) {
      const entry = list[i]!;
      if (entry.range.bottom >= row) return entry;
    }
    return undefined;
  }
}

/** One mark a column that any of the ranges covers; the cost does not depend on how wide they are. */
export function coveredColumns(ranges: readonly CellRange[]): Uint8Array {
  const steps = new Int32Array(COLUMNS + 1);
  for (const range of ranges) {
    steps[Math.max(0, Math.min(COLUMNS, range.left))]!++;
    steps[Math.max(0, Math.min(COLUMNS, range.right + 1))]!--;
  }
  const covered = new Uint8Array(COLUMNS);
  let open = 0;
  for (let column = 0; column < COLUMNS; column++) {
    open += steps[column]!;
    if (open > 0) covered[column] = 1;
  }
  return covered;
}
