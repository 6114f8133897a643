import { describe, expect, it } from '@jest/globals';
import { VectorRows } from './vector-rows.js';
import { dot } from '../rules/vectors.js';

const DIMENSIONS = 128;

/** Numbers between -1 and 1 that are the same in every run. */
function vectorOf(seed: number): Float32Array {
  return Float32Array.from({ length: DIMENSIONS }, (_value, i) => Math.sin(seed * 12.9898 + i * 78.233));
}

function compared(rows: VectorRows, vector: Float32Array): [slot: number, cosine: number][] {
  const found: [number, number][] = [];
  rows.compare(vector, (slot, cosine) => found.push([slot, cosine]));
  return found;
}

describe('rows of vectors', () => {
  // Below and above what the kernel is used from, and over more than one of its blocks.
  it.each([0, 1, 1024, 1025, 2049, 4096, 4097, 9001])('%d of them give the scalar products, in order', (count) => {
    const rows = new VectorRows(DIMENSIONS);
    for (let n = 0; n < count; n++) rows.add(10 * n, vectorOf(n));
    const asked = vectorOf(-1);
    const found = compared(rows, asked);
    expect(found.map(([slot]) => slot)).toEqual(Array.from({ length: count }, (_value, n) => 10 * n));
    const worst = found.reduce((most, [, cosine], n) => Math.max(most, Math.abs(cosine - dot(vectorOf(n), asked))), 0);
    expect(worst).toBeLessThan(1e-4);
  });

  it('give the same for the same, however often and whatever was asked between', () => {
    const rows = new VectorRows(DIMENSIONS);
    for (let n = 0; n < 5000; n++) rows.add(n, vectorOf(n % 100));
    const first = compared(rows, vectorOf(7));
    compared(rows, vectorOf(8));
    expect(compared(rows, vectorOf(7))).toEqual(first);
    expect(first[0]?.[1]).toBe(first[4900]?.[1]);
  });

  it('of other dimensions than the kernel takes are compared all the same', () => {
    const rows = new VectorRows(4);
    for (let n = 0; n < 3000; n++) rows.add(n, Float32Array.of(n, 1, 0, 0));
    expect(compared(rows, Float32Array.of(1, 2, 3, 4)).at(-1)).toEqual([2999, 3001]);
  });
});
