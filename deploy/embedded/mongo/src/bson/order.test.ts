import { describe, expect, it } from '@jest/globals';
import { Binary, BSONRegExp, Long, MaxKey, MinKey, ObjectId, Timestamp } from 'bson';
import { seededRandom } from '../testing/random-operations.fixture.js';
import { compareValues, EMPTY_ARRAY, encodeCompoundKey, encodedValueEnd, encodeKey, prefixEnd } from './order.js';

// One value of each kind and of each edge, in MongoDB's order.
const ASCENDING: readonly unknown[] = [
  new MinKey(),
  EMPTY_ARRAY,
  null,
  Number.NaN,
  -Infinity,
  Long.MIN_VALUE,
  -(2 ** 53),
  -1.5,
  -1,
  -Number.MIN_VALUE,
  0,
  Number.MIN_VALUE,
  1,
  1.5,
  2 ** 31,
  2 ** 53,
  Long.fromString('9007199254740993'),
  Long.fromString('9007199254740995'),
  Long.fromString('9223372036854775806'),
  Long.MAX_VALUE,
  1e300,
  Infinity,
  '',
  '\u0000',
  '\u0000\u0000',
  '\u0000a',
  'A',
  'a',
  'a\u0000',
  'a\u0000b',
  'a\u0001',
  'aa',
  'b',
  'é',
  '\uffff',
  '😀',
  {},
  { a: null },
  { a: 1 },
  { a: 1, b: 1 },
  { b: 1 },
  { a: 'x' },
  [],
  [null],
  [1],
  [1, 1],
  [2],
  ['a'],
  new Binary(Buffer.from([])),
  new Binary(Buffer.from([2])),
  new Binary(Buffer.from([1]), 4),
  new Binary(Buffer.from([0, 0])),
  new ObjectId('000000000000000000000000'),
  new ObjectId('ffffffffffffffffffffffff'),
  false,
  true,
  new Date(-8.64e15),
  new Date(-1),
  new Date(0),
  new Date(8.64e15),
  new Timestamp({ t: 1, i: 2 }),
  new Timestamp({ t: 2, i: 1 }),
  new BSONRegExp('a', 'i'),
  new BSONRegExp('b', ''),
  new MaxKey(),
];

function sign(value: number): number {
  return Math.sign(value) + 0;
}

describe('the order of BSON values', () => {
  it('is the same of values, of their keys, and of inverted keys', () => {
    const wrong: unknown[] = [];
    ASCENDING.forEach((a, i) => {
      ASCENDING.forEach((b, j) => {
        const orders = [
          compareValues(a, b),
          Buffer.compare(encodeKey(a), encodeKey(b)),
          -Buffer.compare(encodeKey(a, true), encodeKey(b, true)),
        ].map(sign);
        if (orders.some((order) => order !== sign(i - j))) wrong.push([a, b, orders]);
      });
    });
    expect(wrong).toEqual([]);
  });

  it('takes numbers of one value as equal, whatever their type', () => {
    expect(encodeKey(Long.fromNumber(5))).toEqual(encodeKey(5));
    expect(encodeKey(-0)).toEqual(encodeKey(0));
    expect(compareValues(Long.fromNumber(7), 7)).toBe(0);
    expect(compareValues(undefined, null)).toBe(0);
  });

  it('orders compound keys field by field, each in its direction', () => {
    const random = seededRandom(7);
    const wrong: unknown[] = [];
    const pick = (): unknown => ASCENDING[Math.floor(random() * ASCENDING.length)];
    for (let i = 0; i < 3000; i++) {
      const [a, b] = [
        [pick(), pick(), pick()],
        [random() < 0.5 ? pick() : undefined, pick(), pick()],
      ];
      const directions = [random() < 0.5, random() < 0.5, random() < 0.5];
      const order = a.map((value, field) => sign(compareValues(value, b[field])) * (directions[field] ? -1 : 1));
      const wanted = order.find((one) => one !== 0) ?? 0;
      const keys = [encodeCompoundKey(a, directions), encodeCompoundKey(b, directions)];
      if (Buffer.compare(keys[0]!, keys[1]!) !== wanted + 0) wrong.push([a, b, directions]);
    }
    expect(wrong).toEqual([]);
  });

  it('knows where each value ends in a key, and the least key after all that begin with it', () => {
    const wrong: unknown[] = [];
    for (const value of ASCENDING) {
      const key = encodeCompoundKey([value, 'next'], [false, false]);
      const end = encodedValueEnd(key, 0);
      expect(key.subarray(0, end)).toEqual(encodeKey(value));
      const after = prefixEnd(encodeKey(value));
      expect(Buffer.compare(key, after)).toBe(-1);
      for (const other of ASCENDING) {
        const begins = encodeKey(other).subarray(0, end).equals(encodeKey(value));
        if (begins !== Object.is(other, value)) wrong.push([value, other]);
      }
    }
    expect(wrong).toEqual([]);
  });
});
