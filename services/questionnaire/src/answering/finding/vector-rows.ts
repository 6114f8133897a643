import { LANES, startVectorKernel, type VectorKernel } from './vector-kernel.js';

/** From so many rows on they live in the memory of a kernel; each of those reserves gigabytes of address space. */
const KERNEL_FROM_ROWS = 2048;
/** Rows of one call of the kernel: their cosines are read before the next. */
const BLOCK_ROWS = 4096;
const PAGE_BYTES = 64 * 1024;

/** Unit vectors of documents in one block of memory, compared all at once. A document may have several. */
export class VectorRows {
  private values: Float32Array;
  private owners: Int32Array;
  private rows = 0;
  private block: KernelBlock | undefined;

  constructor(private readonly dimensions: number) {
    this.values = new Float32Array(1024 * dimensions);
    this.owners = new Int32Array(1024);
  }

  add(slot: number, vector: Float32Array): void {
    if (this.rows >= this.owners.length) this.grow();
    this.values.set(vector, this.rows * this.dimensions);
    this.owners[this.rows++] = slot;
  }

  /** Calls back with every row's owner and its cosine with a unit vector. */
  compare(vector: Float32Array, found: (slot: number, cosine: number) => void): void {
    const { owners, rows } = this;
    if (!this.block) {
      for (let row = 0; row < rows; row++) found(owners[row]!, this.cosine(row, vector));
      return;
    }
    for (let first = 0; first < rows; first += BLOCK_ROWS) {
      const count = Math.min(BLOCK_ROWS, rows - first);
      const cosines = this.block.compare(vector, first, count);
      for (let i = 0; i < count; i++) found(owners[first + i]!, cosines[i]!);
    }
  }

  private cosine(row: number, vector: Float32Array): number {
    const { values, dimensions } = this;
    const at = row * dimensions;
    // Four sums that do not wait for each other.
    let a = 0;
    let b = 0;
    let c = 0;
    let d = 0;
    for (let i = 0; i < dimensions; i += 4) {
      a += values[at + i]! * vector[i]!;
      b += values[at + i + 1]! * vector[i + 1]!;
      c += values[at + i + 2]! * vector[i + 2]!;
      d += values[at + i + 3]! * vector[i + 3]!;
    }
    return a + b + (c + d);
  }

  private grow(): void {
    const capacity = this.owners.length * 2;
    const owners = new Int32Array(capacity);
    owners.set(this.owners);
    this.owners = owners;
    const known = this.values;
    if (capacity >= KERNEL_FROM_ROWS && this.dimensions % LANES === 0) {
      // Growing keeps what a block holds.
      if (this.block) {
        this.values = this.block.reserve(capacity);
        return;
      }
      this.block = new KernelBlock(this.dimensions);
      this.values = this.block.reserve(capacity);
    } else {
      this.values = new Float32Array(capacity * this.dimensions);
    }
    this.values.set(known);
  }
}

/** Rows in the memory of a kernel: first the vector they are compared with, then the cosines of one call, then the rows. */
class KernelBlock {
  private readonly kernel: VectorKernel = startVectorKernel();
  private readonly cosinesAt: number;
  private readonly rowsAt: number;
  private readonly rowBytes: number;
  private vector = new Float32Array();
  private cosines = new Float32Array();

  constructor(private readonly dimensions: number) {
    this.rowBytes = dimensions * 4;
    this.cosinesAt = this.rowBytes;
    this.rowsAt = this.cosinesAt + BLOCK_ROWS * 4;
  }

  /** Room for so many rows; what was there stays. */
  reserve(rows: number): Float32Array {
    const { memory } = this.kernel;
    const missing = this.rowsAt + rows * this.rowBytes - memory.buffer.byteLength;
    if (missing > 0) memory.grow(Math.ceil(missing / PAGE_BYTES));
    // Growing gives the memory a new buffer.
    this.vector = new Float32Array(memory.buffer, 0, this.dimensions);
    this.cosines = new Float32Array(memory.buffer, this.cosinesAt, BLOCK_ROWS);
    return new Float32Array(memory.buffer, this.rowsAt, rows * this.dimensions);
  }

  /** Cosines of rows from `first` on, at most `BLOCK_ROWS`; overwritten by the next call. */
  compare(vector: Float32Array, first: number, rows: number): Float32Array {
    this.vector.set(vector);
    this.kernel.compare(0, this.rowsAt + first * this.rowBytes, rows, this.rowBytes, this.cosinesAt);
    return this.cosines;
  }
}
