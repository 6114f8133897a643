import type { AccountClass, AccountEntry } from '../result.js';
import type { Grid } from './grid.js';

const CLASSES: readonly AccountClass[] = [
  'question',
  'answer',
  'section',
  'header',
  'instruction',
  'options',
  'skipped',
];

/** Books each cell of a grid in one class with a reason. The last booking of a cell counts. */
export class Ledger {
  private readonly classes: Uint8Array;
  private readonly reasons: Uint16Array;
  private readonly names: string[] = ['outside_of_tables'];
  private readonly numbers = new Map<string, number>([['outside_of_tables', 0]]);

  constructor(private readonly grid: Grid) {
    this.classes = new Uint8Array(grid.cells.length).fill(CLASSES.indexOf('skipped'));
    this.reasons = new Uint16Array(grid.cells.length);
  }

  book(cellIndex: number, entry: AccountClass, reason: string): void {
    if (cellIndex < 0) return;
    let number = this.numbers.get(reason);
    if (number === undefined) {
      number = this.names.length;
      this.names.push(reason);
      this.numbers.set(reason, number);
    }
    this.classes[cellIndex] = CLASSES.indexOf(entry);
    this.reasons[cellIndex] = number;
  }

  bookRow(rowIndex: number, entry: AccountClass, reason: string, onlyUnbooked = false): void {
    const end = this.grid.rowStart[rowIndex + 1]!;
    for (let i = this.grid.rowStart[rowIndex]!; i < end; i++) {
      if (!onlyUnbooked || this.isUnbooked(i)) this.book(i, entry, reason);
    }
  }

  isUnbooked(cellIndex: number): boolean {
    return this.reasons[cellIndex] === 0;
  }

  classOf(cellIndex: number): AccountClass {
    return CLASSES[this.classes[cellIndex]!]!;
  }

  /** One entry for every cell of the grid. */
  entries(): AccountEntry[] {
    const { cells } = this.grid;
    const out = new Array<AccountEntry>(cells.length);
    for (let i = 0; i < cells.length; i++) {
      const cell = cells[i]!;
      out[i] = {
        class: CLASSES[this.classes[i]!]!,
        reason: this.names[this.reasons[i]!]!,
        location: this.grid.place(cell.row, cell.column),
        text: cell.text.length > 200 ? cell.text.slice(0, 200) : cell.text,
      };
    }
    return out;
  }
}
