/** Unit vectors of documents in one block of memory, compared all at once. A document may have several. */
export class VectorRows {
  private values: Float32Array;
  private owners: Int32Array;
  private rows = 0;

  constructor(private readonly dimensions: number) {
    this.values = new Float32Array(1024 * dimensions);
    this.owners = new Int32Array(1024);
  }

  add(slot: number, vector: Float32Array): void {
    if (this.rows >= this.owners.length) {
      const values = new Float32Array(this.values.length * 2);
      values.set(this.values);
      const owners = new Int32Array(this.owners.length * 2);
      owners.set(this.owners);
      this.values = values;
      this.owners = owners;
    }
    this.values.set(vector, this.rows * this.dimensions);
    this.owners[this.rows++] = slot;
  }

  /** Calls back with every row's owner and its cosine with a unit vector. */
  compare(vector: Float32Array, found: (slot: number, cosine: number) => void): void {
    const { values, owners, dimensions } = this;
    for (let row = 0, at = 0; row < this.rows; row++, at += dimensions) {
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
      found(owners[row]!, a + b + (c + d));
    }
  }
}
