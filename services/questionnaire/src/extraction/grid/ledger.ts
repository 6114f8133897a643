import type { AccountClass, AccountEntry } from '../result.js';
import type { Grid } from './grid.js';

/** Books each cell of a grid in one class with a reason. The last booking of a cell counts. */
export class Ledger {
  /** Code of each cell: an index into `uses`; 0 is not booked. */
  private readonly codes: Uint16Array;
  private readonly uses: { class: AccountClass; reason: string }[] = [
    { class: 'skipped', reason: 'outside_of_tables' },
  ];
  private readonly known = new Map<string, number>();

  constructor(private readonly grid: Grid) {
    this.codes = new Uint16Array(grid.cells.length);
  }

  /** The code of a class and a reason, for booking many cells alike. */
  code(entry: AccountClass, reason: string): number {
    const key = `${entry} ${reason}`;
    let code = this.known.get(key);
    if (code === undefined) {
      code = this.uses.length;
      this.uses.push({ class: entry, reason });
      this.known.set(key, code);
    }
    return code;
  }

  bookAs(cellIndex: number, code: number): void {
    if (cellIndex >= 0) this.codes[cellIndex] = code;
  }

  book(cellIndex: number, entry: AccountClass, reason: string): void {
    this.bookAs(cellIndex, this.code(entry, reason));
  }

  bookRow(rowIndex: number, entry: AccountClass, reason: string, onlyUnbooked = false): void {
    const code = this.code(entry, reason);
    const end = this.grid.rowStart[rowIndex + 1]!;
    for (let i = this.grid.rowStart[rowIndex]!; i < end; i++) {
      if (!onlyUnbooked || this.isUnbooked(i)) this.bookAs(i, code);
    }
  }

  /** Takes over how another ledger booked its cells, which are those of this one from `offset` on. */
  takeOver(other: Ledger, offset: number): void {
    other.codes.forEach((code, i) => {
      const { class: entry, reason } = other.uses[code]!;
      this.book(offset + i, entry, reason);
    });
  }

  isUnbooked(cellIndex: number): boolean {
    return this.codes[cellIndex] === 0;
  }

  /** One entry for every cell of the grid. */
  entries(): AccountEntry[] {
    const { cells } = this.grid;
    const out = new Array<AccountEntry>(cells.length);
    for (let i = 0; i < cells.length; i++) {
      const cell = cells[i]!;
      const use = this.uses[this.codes[i]!]!;
      const { text } = cell;
      out[i] = {
        class: use.class,
        reason: use.reason,
        location: this.grid.place(cell.row, cell.column),
        text: text.length > 200 ? text.slice(0, 200) : text,
      };
    }
    return out;
  }
}
