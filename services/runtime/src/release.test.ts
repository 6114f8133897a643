import { describe, expect, it } from '@jest/globals';
import { release } from './release.js';

const MB = 1024 * 1024;

describe('memory that is released', () => {
  it('is given back without a collection, and its views are empty', async () => {
    // The port closes within the first turns of the event loop.
    for (let turn = 0; turn < 10; turn++) await new Promise((resolve) => setImmediate(resolve));
    const before = process.memoryUsage().arrayBuffers;
    for (let i = 0; i < 200; i++) {
      const bytes = Buffer.allocUnsafeSlow(MB);
      const view = bytes.subarray(10, 20);
      release(bytes);
      expect([bytes.length, view.length]).toEqual([0, 0]);
    }
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(100 * MB);
  });

  it('may be released again, and through any view', () => {
    const bytes = Buffer.allocUnsafeSlow(MB);
    release(bytes.subarray(5, 6));
    release(bytes);
    expect(bytes.length).toBe(0);
  });

  it('is left alone when it may be part of a pool, or is shared between threads', () => {
    const pooled = Buffer.from('a neighbour in the pool');
    const shared = Buffer.from(new SharedArrayBuffer(MB));
    release(Buffer.from('small'));
    release(new Uint8Array(Buffer.from('small').buffer));
    release(pooled);
    release(shared);
    expect(pooled.toString()).toBe('a neighbour in the pool');
    expect(shared.length).toBe(MB);
  });
});
