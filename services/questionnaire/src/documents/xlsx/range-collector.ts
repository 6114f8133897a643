import type { CellRange } from '../model.js';

/**
 * Gathers cells, given in order, into ranges: neighbours in a row grow a run, and equal runs in successive rows grow a
 * block, so that a million styled cells of a filled area are one range.
 */
export class RangeCollector {
  readonly #done: CellRange[] = [];
  #open = new Map<number, CellRange>();
  #previousRow = new Map<number, CellRange>();
  #run: CellRange | undefined;
  #row = -1;

  add(row: number, column: number): void {
    if (row !== this.#row) this.#startRow(row);
    if (this.#run?.right === column - 1) {
      this.#run.right = column;
      return;
    }
    this.#endRun();
    this.#run = { top: row, left: column, bottom: row, right: column };
  }

  ranges(): CellRange[] {
    this.#endRun();
    return [...this.#done, ...this.#previousRow.values(), ...this.#open.values()].sort(
      (a, b) => a.top - b.top || a.left - b.left,
    );
  }

  #startRow(row: number): void {
    this.#endRun();
    // Blocks that the last row did not continue are finished; those that it did are open for the next one.
    this.#done.push(...this.#previousRow.values());
    this.#previousRow = this.#open;
    this.#open = new Map();
    if (row !== this.#row + 1) {
      this.#done.push(...this.#previousRow.values());
      this.#previousRow = new Map();
    }
    this.#row = row;
  }

  #endRun(): void {
    const run = this.#run;
    if (run === undefined) return;
    this.#run = undefined;
    const above = this.#previousRow.get(run.left);
    if (above?.right === run.right && above.bottom === run.top - 1) {
      above.bottom = run.bottom;
      this.#previousRow.delete(run.left);
      this.#open.set(run.left, above);
    } else {
      this.#open.set(run.left, run);
    }
  }
}
