import type { CellRange } from '../model.js';

/**
 * Gathers rectangles of cells, given row group by row group from the top and from left to right, into few ranges: neighbours
 * grow together, and equal runs in groups below each other are one range. Nothing is counted out cell by cell.
 */
export class RangeRuns {
  readonly #done: CellRange[] = [];
  #group: CellRange[] = [];
  #above = new Map<string, CellRange>();

  add(range: CellRange): void {
    const last = this.#group.at(-1);
    if (last !== undefined && last.top !== range.top) this.#endGroup();
    else if (last?.right === range.left - 1) {
      last.right = range.right;
      return;
    }
    this.#group.push({ ...range });
  }

  ranges(): CellRange[] {
    this.#endGroup();
    return this.#done;
  }

  #endGroup(): void {
    const next = new Map<string, CellRange>();
    for (const run of this.#group) {
      const key = `${run.left}:${run.right}`;
      const above = this.#above.get(key);
      const grown = above?.bottom === run.top - 1 ? above : run;
      if (grown === run) this.#done.push(run);
      grown.bottom = run.bottom;
      next.set(key, grown);
    }
    this.#above = next;
    this.#group = [];
  }
}
