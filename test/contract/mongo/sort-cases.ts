import { expect } from '@jest/globals';
import { Binary, Long, MaxKey, MinKey, ObjectId } from 'mongodb';
import type { Document } from 'mongodb';
import type { Case, Doc } from './contract.js';

export function sortCases(test: Case): void {
  test('sorts mixed types in BSON order, missing as null', async ({ collection }) => {
    const values: unknown[] = [
      new MinKey(),
      null,
      -5,
      0.5,
      Long.fromString('9007199254740993'),
      '',
      'B',
      'a',
      { a: 1 },
      { a: 2 },
      new Binary(Buffer.from([1])),
      new ObjectId('65a000000000000000000000'),
      false,
      true,
      new Date(0),
      new MaxKey(),
    ];
    const order = values.map((_, i) => String(i).padStart(2, '0'));
    await collection.insertMany(order.map((_id, i) => ({ _id, v: values[i] })).reverse());
    const ascending = await collection.find({}).sort({ v: 1 }).toArray();
    expect(ascending.map(({ _id }) => _id)).toEqual(order);
    await collection.createIndex({ v: -1 });
    const descending = await collection.find({}).sort({ v: -1 }).toArray();
    expect(descending.map(({ _id }) => _id)).toEqual([...order].reverse());
  });

  test('sorts missing and null alike', async ({ collection }) => {
    await collection.insertMany([{ _id: 'a', v: 1 }, { _id: 'c' }, { _id: 'b', v: null }]);
    const found = await collection.find({}).sort({ v: 1, _id: 1 }).toArray();
    expect(found.map(({ _id }) => _id)).toEqual(['b', 'c', 'a']);
  });

  test('sorts by several fields and directions, with skip and limit', async ({ collection }) => {
    const documents = Array.from({ length: 20 }, (_, i) => ({ _id: String(i), g: i % 3, n: i }));
    await collection.insertMany(documents);
    const wanted = documents
      .sort((a, b) => a.g - b.g || b.n - a.n)
      .slice(4, 11)
      .map(({ _id }) => _id);
    const page = (): Promise<Doc[]> => collection.find({}).sort({ g: 1, n: -1 }).skip(4).limit(7).toArray();
    expect((await page()).map(({ _id }) => _id)).toEqual(wanted);
    await collection.createIndex({ g: 1, n: -1 });
    expect((await page()).map(({ _id }) => _id)).toEqual(wanted);
  });

  test('sorts by the least element of an array upwards, by the greatest downwards', async ({ collection }) => {
    await collection.insertMany([
      { _id: 'a', v: [5, 1] },
      { _id: 'b', v: [3] },
      { _id: 'c', v: [2, 4] },
    ]);
    const ids = async (direction: 1 | -1): Promise<string> =>
      (await collection.find({}).sort({ v: direction }).toArray()).map(({ _id }) => _id).join('');
    expect([await ids(1), await ids(-1)]).toEqual(['acb', 'acb']);
  });

  test('projects fields in, out, nested and without _id', async ({ collection }) => {
    await collection.insertOne({ _id: '1', a: 1, b: { c: 2, d: 3 }, l: [{ x: 1, y: 2 }] });
    const project = async (projection: Document): Promise<unknown> => collection.findOne({}, { projection });
    expect(await project({ a: 1 })).toEqual({ _id: '1', a: 1 });
    expect(await project({ a: 1, _id: 0 })).toEqual({ a: 1 });
    expect(await project({ 'b.c': 1 })).toEqual({ _id: '1', b: { c: 2 } });
    expect(await project({ b: 0, l: 0 })).toEqual({ _id: '1', a: 1 });
    expect(await project({ 'b.c': 0 })).toEqual({ _id: '1', a: 1, b: { d: 3 }, l: [{ x: 1, y: 2 }] });
    expect(await project({ 'l.x': 1 })).toEqual({ _id: '1', l: [{ x: 1 }] });
  });

  test('keeps the order of fields', async ({ collection }) => {
    await collection.insertOne({ _id: '1', z: 1, a: { y: 1, b: 2 }, m: 1 });
    const found = await collection.findOne({});
    expect(JSON.stringify(found)).toBe('{"_id":"1","z":1,"a":{"y":1,"b":2},"m":1}');
  });

  test('gives every BSON type back as it was put in', async ({ collection }) => {
    const document = {
      _id: '1',
      double: 1.5,
      int: 7,
      long: Long.fromString('9007199254740995'),
      big: 1e300,
      text: 'ünïcödé 😀 \u0000 nul',
      nil: null,
      yes: true,
      at: new Date('2020-02-29T12:00:00.123Z'),
      old: new Date(-1),
      oid: new ObjectId('65a000000000000000000001'),
      bytes: new Binary(Buffer.from([0, 1, 255])),
      nested: { list: [[1, [2]], {}, []] },
    };
    await collection.insertOne(document);
    expect(await collection.findOne({ _id: '1' }, { promoteLongs: false, promoteValues: true })).toMatchObject({
      text: document.text,
      at: document.at,
      old: document.old,
      oid: document.oid,
      nested: document.nested,
    });
    const found = await collection.findOne({ _id: '1' });
    expect(found?.long).toEqual(document.long);
    expect(found?.bytes).toEqual(document.bytes);
  });
}
