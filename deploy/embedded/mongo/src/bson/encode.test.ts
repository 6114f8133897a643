import { describe, expect, it } from '@jest/globals';
import { Decimal128, Double, Int32, Long, ObjectId, serialize } from 'bson';
import { decodeDocument, rawElements } from './decode.js';
import { encodeCursorReply, encodeDocument, encodeUpdated } from './encode.js';
import { validateDocument } from './validate.js';

function raw(document: object): Buffer {
  return Buffer.from(serialize(document));
}

function types(bytes: Buffer): Record<string, number> {
  return Object.fromEntries([...rawElements(bytes)].map(({ name, type }) => [name, type]));
}

describe('encoding', () => {
  it('keeps the exact number types of fields that an update does not touch', () => {
    const before = raw({ _id: 1, long: Long.fromNumber(5), double: new Double(5), int: new Int32(5), n: 1 });
    const after = encodeUpdated(before, { ...decodeDocument(before), n: 2 }, new Set(['n']));
    expect(types(after)).toEqual({ _id: 0x10, long: 0x12, double: 0x01, int: 0x10, n: 0x10 });
    expect(decodeDocument(after)).toEqual({ _id: 1, long: 5, double: 5, int: 5, n: 2 });
  });

  it('keeps the order of fields that look like array indexes', () => {
    const before = Buffer.concat([Buffer.from([0, 0, 0, 0]), raw({ b: 1 }).subarray(4, -1), raw({ 7: 1 }).subarray(4)]);
    before.writeInt32LE(before.length, 0);
    const after = encodeUpdated(before, { ...decodeDocument(before), b: 2 }, new Set(['b']));
    expect([...rawElements(after)].map(({ name }) => name)).toEqual(['b', '7']);
  });

  it('takes fields out and puts new ones last', () => {
    const before = raw({ _id: 1, a: 1, b: 2 });
    const after = encodeUpdated(before, { _id: 1, b: 2, c: 3 }, new Set(['a', 'c']));
    expect(after).toEqual(raw({ _id: 1, b: 2, c: 3 }));
  });

  it('writes cursor replies that decode', () => {
    const reply = encodeCursorReply('firstBatch', [raw({ a: 1 }), raw({ b: [2] })], 77n, 'db.c');
    expect(decodeDocument(reply)).toEqual({
      cursor: { firstBatch: [{ a: 1 }, { b: [2] }], id: 77, ns: 'db.c' },
      ok: 1,
    });
    validateDocument(reply);
  });
});

describe('decoding', () => {
  it('reads the fields it is asked for and no others', () => {
    const bytes = raw({ _id: new ObjectId(), a: 'x', long: { b: [1, { c: null }] }, ab: true, z: new Date(0) });
    expect(decodeDocument(bytes, 0, new Set(['ab', 'z', 'nothing']))).toEqual({ ab: true, z: new Date(0) });
    expect(decodeDocument(bytes, 0, new Set())).toEqual({});
  });

  it('makes __proto__ a field like any other', () => {
    const bytes = Buffer.from(
      raw({ __pr0to__: { polluted: 1 } })
        .toString('latin1')
        .replace('__pr0to__', '__proto__'),
      'latin1',
    );
    const document = decodeDocument(bytes);
    expect(Object.keys(document)).toEqual(['__proto__']);
    expect((document as { polluted?: number }).polluted).toBeUndefined();
    expect(encodeDocument(document)).toEqual(bytes);
  });
});

describe('validation', () => {
  it('refuses what it could not read again', () => {
    const good = raw({ a: 'text', b: { c: [1] } });
    validateDocument(good);
    for (let at = 0; at < good.length; at++) {
      const cut = good.subarray(0, at);
      expect(() => validateDocument(cut)).toThrow();
    }
    const longString = Buffer.from(good);
    longString.writeInt32LE(500, 7);
    expect(() => validateDocument(longString)).toThrow(/Invalid BSON/);
  });

  it('refuses types it does not order', () => {
    expect(() => validateDocument(raw({ a: Decimal128.fromString('1.5') }))).toThrow(/decimal128 is not supported/);
    expect(() => decodeDocument(raw({ a: Decimal128.fromString('1.5') }))).toThrow(/decimal128/);
  });
});
