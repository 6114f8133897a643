import { readFileSync } from 'node:fs';
import { fold } from '../finding/tokens.js';

const MAGIC = 'CNDV1\n';
const LONGEST_TOKEN = 40;

/** Static token vectors distilled from a sentence model; the file's layout is told in tools/distill-vectors/distill.py. */
export class TokenVectors {
  readonly dimensions: number;
  private readonly rows: Map<string, number>;
  private readonly scales: Float32Array;
  private readonly values: Int8Array;

  constructor(file: Uint8Array) {
    const newline = file.indexOf(10, MAGIC.length);
    const text = new TextDecoder();
    if (text.decode(file.subarray(0, MAGIC.length)) !== MAGIC) throw new Error('not a file of token vectors');
    const header = JSON.parse(text.decode(file.subarray(MAGIC.length, newline))) as {
      dimensions: number;
      tokens: number;
      tokenBytes: number;
    };
    this.dimensions = header.dimensions;
    let at = newline + 1;
    const tokens = text.decode(file.subarray(at, at + header.tokenBytes)).split('\n');
    at += header.tokenBytes;
    this.rows = new Map(tokens.map((token, row) => [token, row]));
    this.scales = new Float32Array(copy(file, at, header.tokens * 4));
    at += header.tokens * 4;
    this.values = new Int8Array(copy(file, at, header.tokens * header.dimensions));
  }

  /** Unit vector of a text (all zero when none of its tokens is known). */
  encode(text: string): Float32Array {
    const vector = new Float32Array(this.dimensions);
    for (const row of this.tokenRows(text)) this.addRow(vector, row);
    return normalize(vector);
  }

  /** Weight of a word as the table has it: about 0.1 for the most frequent, 1 for rare ones. */
  rarity(word: string): number {
    const rows = [...this.wordRows(word)];
    if (rows.length !== 1) return 1;
    let top = 0;
    const at = rows[0]! * this.dimensions;
    for (let i = 0; i < this.dimensions; i++) top += (this.values[at + i]! * this.scales[rows[0]!]!) ** 2;
    return Math.sqrt(top);
  }

  private addRow(vector: Float32Array, row: number): void {
    const scale = this.scales[row]!;
    const at = row * this.dimensions;
    for (let i = 0; i < vector.length; i++) vector[i]! += this.values[at + i]! * scale;
  }

  private *tokenRows(text: string): Generator<number> {
    const folded = fold(text);
    const whole = this.rows.get(folded);
    if (whole !== undefined && folded.includes(' ')) {
      yield whole;
      return;
    }
    for (const word of folded.match(/[a-z0-9ß-ÿ]+/g) ?? []) yield* this.wordRows(word);
  }

  /** A known word is one row; others are split into the longest known pieces, as the model's tokenizer does. */
  private *wordRows(word: string): Generator<number> {
    const whole = this.rows.get(word);
    if (whole !== undefined) {
      yield whole;
      return;
    }
    for (let start = 0; start < word.length;) {
      let row: number | undefined;
      let end = Math.min(word.length, start + LONGEST_TOKEN);
      for (; end > start; end--) {
        row = this.rows.get((start > 0 ? '##' : '') + word.slice(start, end));
        if (row !== undefined) break;
      }
      if (row === undefined) return;
      yield row;
      start = end;
    }
  }
}

/** A copy of its own, aligned for any element size (a Buffer's `slice` is a view at an odd place). */
function copy(file: Uint8Array, at: number, length: number): ArrayBuffer {
  return new Uint8Array(file.subarray(at, at + length)).buffer;
}

function normalize(vector: Float32Array): Float32Array {
  let sum = 0;
  for (const x of vector) sum += x * x;
  const length = Math.sqrt(sum);
  if (length > 0) for (let i = 0; i < vector.length; i++) vector[i]! /= length;
  return vector;
}

/** Scalar product; of unit vectors the cosine. */
export function dot(a: Float32Array, b: Float32Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += a[i]! * b[i]!;
  return sum;
}

let loaded: TokenVectors | undefined;

/** The table of the package, read once. */
export function tokenVectors(): TokenVectors {
  loaded ??= new TokenVectors(readFileSync(new URL('../../../data/vectors.bin', import.meta.url)));
  return loaded;
}
