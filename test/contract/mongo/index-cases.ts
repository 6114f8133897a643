import { expect } from '@jest/globals';
import type { Case } from './contract.js';

export function indexCases(test: Case): void {
  test('creates, lists and drops indexes', async ({ collection }) => {
    expect(await collection.createIndex({ org: 1, at: -1 })).toBe('org_1_at_-1');
    await collection.createIndex({ org: 1, at: -1 });
    await collection.createIndexes([{ key: { name: 1 }, unique: true, name: 'by_name' }, { key: { 'sub.x': -1 } }]);
    const listed = (await collection.indexes())
      .map(({ name, key, unique }) => [name, Object.entries(key), unique === true])
      .sort((a, b) => (String(a[0]) < String(b[0]) ? -1 : 1));
    const at: unknown = [
      ['org', 1],
      ['at', -1],
    ];
    expect(listed).toEqual([
      ['_id_', [['_id', 1]], false],
      ['by_name', [['name', 1]], true],
      ['org_1_at_-1', at, false],
      ['sub.x_-1', [['sub.x', -1]], false],
    ]);
    await collection.dropIndex('by_name');
    expect(await collection.indexes()).toHaveLength(3);
    await collection.dropIndexes();
    expect(await collection.indexes()).toHaveLength(1);
  });

  test('a unique index refuses a second document, on insert, update and upsert', async ({ collection }) => {
    await collection.createIndex({ org: 1, email: 1 }, { unique: true }, undefined);
    await collection.insertMany([
      { _id: '1', org: 'a', email: 'x' },
      { _id: '2', org: 'b', email: 'x' },
    ]);
    await expect(collection.insertOne({ _id: '3', org: 'a', email: 'x' })).rejects.toMatchObject({ code: 11000 });
    await expect(collection.updateOne({ _id: '2' }, { $set: { org: 'a' } })).rejects.toMatchObject({ code: 11000 });
    await expect(
      collection.updateOne({ _id: '9' }, { $set: { org: 'a', email: 'x' } }, { upsert: true }),
    ).rejects.toMatchObject({ code: 11000 });
    await collection.updateOne({ _id: '1' }, { $set: { email: 'x', n: 1 } });
    expect(await collection.countDocuments({})).toBe(2);
    await collection.deleteOne({ _id: '1' });
    await collection.insertOne({ _id: '3', org: 'a', email: 'x' });
  });

  test('a duplicate key error names the index, its fields and the values', async ({ collection }) => {
    await collection.createIndex({ org: 1, email: -1 }, { unique: true }, undefined);
    await collection.insertOne({ _id: '1', org: 'a', email: 'x' });
    const error: unknown = await collection
      .insertOne({ _id: '2', org: 'a', email: 'x' })
      .catch((failure: unknown) => failure);
    expect(error).toMatchObject({
      name: 'MongoServerError',
      code: 11000,
      keyPattern: { org: 1, email: -1 },
      keyValue: { org: 'a', email: 'x' },
    });
    expect((error as Error).message).toContain('E11000 duplicate key error collection');
    await expect(collection.insertOne({ _id: '1' })).rejects.toMatchObject({
      keyPattern: { _id: 1 },
      keyValue: { _id: '1' },
    });
    await expect(
      collection.findOneAndUpdate({ _id: '3' }, { $set: { org: 'a', email: 'x' } }, { upsert: true }),
    ).rejects.toMatchObject({ code: 11000, keyPattern: { org: 1, email: -1 } });
  });

  test('a unique index cannot be made over duplicates, and leaves nothing behind', async ({ collection }) => {
    await collection.insertMany([
      { _id: '1', a: 1 },
      { _id: '2', a: 1 },
    ]);
    await expect(collection.createIndex({ a: 1 }, { unique: true }, undefined)).rejects.toMatchObject({ code: 11000 });
    expect(await collection.indexes()).toHaveLength(1);
    await collection.insertOne({ _id: '3', a: 1 });
  });

  test('an index made over existing documents serves them', async ({ collection }) => {
    await collection.insertMany(Array.from({ length: 300 }, (_, n) => ({ _id: String(n), g: n % 7, n })));
    await collection.createIndex({ g: 1, n: -1 });
    const found = await collection
      .find({ g: 3, n: { $gt: 100 } })
      .sort({ n: -1 })
      .toArray();
    expect(found.map((document): unknown => document.n)).toEqual(
      Array.from({ length: 300 }, (_, n) => n)
        .filter((n) => n % 7 === 3 && n > 100)
        .reverse(),
    );
  });

  test('an index with other options under a known name is refused', async ({ collection }) => {
    await collection.createIndex({ a: 1 });
    await expect(collection.createIndex({ a: 1 }, { unique: true, name: 'a_1' }, undefined)).rejects.toMatchObject({
      code: 86,
    });
    await expect(collection.createIndex({ b: 1 }, { name: 'a_1' }, undefined)).rejects.toMatchObject({ code: 86 });
    await expect(collection.createIndex({ a: 1 }, { name: 'other' }, undefined)).rejects.toMatchObject({ code: 85 });
  });

  test('an index follows updates of arrays', async ({ collection }) => {
    await collection.createIndex({ tags: 1 });
    await collection.insertMany([
      { _id: '1', tags: ['a', 'b'] },
      { _id: '2', tags: 'b' },
      { _id: '3', tags: [] },
    ]);
    await collection.updateOne({ _id: '1' }, { $set: { tags: ['c', 'c', 'b'] } });
    const ids = async (tag: unknown): Promise<string> =>
      (await collection.find({ tags: tag }).sort({ _id: 1 }).toArray()).map(({ _id }) => _id).join('');
    expect([await ids('a'), await ids('b'), await ids('c'), await ids([])]).toEqual(['', '12', '1', '3']);
  });

  test('listing the indexes of a missing collection is error 26', async ({ collection }) => {
    await expect(collection.listIndexes().toArray()).rejects.toMatchObject({ code: 26 });
  });
}
