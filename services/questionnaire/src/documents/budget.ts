import { DocumentError } from './errors.js';
import type { ReadLimits } from './source.js';

/**
 * What one reading may still use. A heap limit does not see the buffers that inflating makes, and a timer cannot fire
 * while a reader computes, so that readers charge what they use here.
 */
export class ReadBudget {
  #inflated = 0;
  #cells = 0;
  #rows = 0;
  #characters = 0;
  #deadline: number;

  constructor(private readonly limits: ReadLimits) {
    this.#deadline = performance.now() + limits.timeMs;
  }

  /** Bytes that may still be inflated. */
  get inflatableBytes(): number {
    return this.limits.inflatedBytes - this.#inflated;
  }

  chargeInflated(bytes: number): void {
    this.#inflated += bytes;
    if (this.#inflated > this.limits.inflatedBytes) throw new DocumentError('too_large_inflated');
    this.checkTime();
  }

  /**
   * One string that thousands of cells share is inflated once but shown each time; what a reader hands on is limited like
   * what it inflates.
   */
  chargeCell(characters = 0): void {
    this.#characters += characters;
    if (this.#characters > this.limits.inflatedBytes) throw new DocumentError('too_large_inflated');
    if (++this.#cells > this.limits.cells) throw new DocumentError('too_many_cells');
    if ((this.#cells & 0xfff) === 0) this.checkTime();
  }

  chargeRow(): void {
    if (++this.#rows > (this.limits.rows ?? Infinity)) throw new DocumentError('too_many_cells', 'too many rows');
  }

  checkTime(): void {
    if (performance.now() > this.#deadline) throw new DocumentError('timed_out');
  }

  /** Runs what has a time limit of its own: its time, and waiting for its turn, do not count here. */
  async apart<T>(run: () => Promise<T>): Promise<T> {
    const start = performance.now();
    try {
      return await run();
    } finally {
      this.#deadline += performance.now() - start;
    }
  }
}
