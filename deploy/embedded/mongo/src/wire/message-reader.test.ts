import { randomBytes } from 'node:crypto';
import { expect, it } from '@jest/globals';
import { MessageReader } from './message-reader.js';

function message(size: number): Buffer {
  const bytes = randomBytes(size);
  bytes.writeInt32LE(size, 0);
  return bytes;
}

it.each([1, 2, 3, 4, 5, 21, 22, 1000, 65_536, 1_000_000])(
  'messages that arrive %i bytes at a time come whole',
  (size) => {
    const sent = [21, 300, 70_000, 21, 21, 200_000, 4096].map(message);
    const all = Buffer.concat(sent);
    const found: Buffer[] = [];
    // A view may be of memory that is given back: what is kept is a copy.
    const reader = new MessageReader((bytes) => found.push(Buffer.from(bytes)));
    for (let at = 0; at < all.length; at += size) {
      const chunk = Buffer.from(all.subarray(at, at + size));
      reader.take(chunk);
      chunk.fill(0);
    }
    expect(found.map((bytes) => bytes.length)).toEqual(sent.map((bytes) => bytes.length));
    expect(Buffer.concat(found).equals(all)).toBe(true);
  },
);
