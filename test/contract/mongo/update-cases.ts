import { expect } from '@jest/globals';
import type { Case, Doc, Subject } from './contract.js';

async function updated({ collection }: Subject, before: Doc, update: object): Promise<unknown> {
  await collection.deleteMany({});
  await collection.insertOne(before);
  await collection.updateOne({ _id: before._id }, update);
  return collection.findOne({ _id: before._id });
}

/** Name, the document without `_id`, the update, the document after it. */
const TABLE: readonly (readonly [string, object, object, object])[] = [
  ['$set makes and replaces', { a: 1 }, { $set: { a: 2, b: 'x' } }, { a: 2, b: 'x' }],
  ['$set of a nested path makes the way', {}, { $set: { 'a.b.c': 1 } }, { a: { b: { c: 1 } } }],
  ['$set of a position in an array', { l: [1, 2] }, { $set: { 'l.1': 9 } }, { l: [1, 9] }],
  ['$unset', { a: 1, b: { c: 1, d: 2 } }, { $unset: { a: '', 'b.c': '' } }, { b: { d: 2 } }],
  ['$unset of what is not there', { a: 1 }, { $unset: { 'b.c': '' } }, { a: 1 }],
  ['$inc, also where missing', { n: 1 }, { $inc: { n: 4, m: 2 } }, { n: 5, m: 2 }],
  ['$inc by a fraction', { n: 1 }, { $inc: { n: 0.5 } }, { n: 1.5 }],
  ['$inc beyond 32 bits', { n: 2 ** 31 - 1 }, { $inc: { n: 1 } }, { n: 2 ** 31 }],
  ['$mul', { n: 3 }, { $mul: { n: 2, m: 5 } }, { n: 6, m: 0 }],
  ['$min lowers only', { a: 5, b: 5 }, { $min: { a: 3, b: 9, c: 1 } }, { a: 3, b: 5, c: 1 }],
  ['$max raises only', { a: 5, b: 5 }, { $max: { a: 3, b: 9, c: 1 } }, { a: 5, b: 9, c: 1 }],
  ['$push', { l: [1] }, { $push: { l: 2, m: 'x' } }, { l: [1, 2], m: ['x'] }],
  ['$push of an array as one element', { l: [] }, { $push: { l: [1, 2] } }, { l: [[1, 2]] }],
  ['$push with $each', { l: [1] }, { $push: { l: { $each: [2, 3] } } }, { l: [1, 2, 3] }],
  [
    '$push with $each, $sort and $slice',
    { l: [5, 1] },
    { $push: { l: { $each: [3], $sort: 1, $slice: -2 } } },
    { l: [3, 5] },
  ],
  ['$push with $position', { l: [1, 4] }, { $push: { l: { $each: [2, 3], $position: 1 } } }, { l: [1, 2, 3, 4] }],
  ['$addToSet', { l: [1, { a: 1 }] }, { $addToSet: { l: { a: 1 } } }, { l: [1, { a: 1 }] }],
  ['$addToSet with $each', { l: [1] }, { $addToSet: { l: { $each: [1, 2, 2] } } }, { l: [1, 2] }],
  ['$pull of a value', { l: [1, 2, 1] }, { $pull: { l: 1 } }, { l: [2] }],
  ['$pull by operators', { l: [1, 5, 9] }, { $pull: { l: { $gte: 5 } } }, { l: [1] }],
  ['$pull of documents', { l: [{ k: 'a', v: 1 }, { k: 'b' }] }, { $pull: { l: { k: 'a' } } }, { l: [{ k: 'b' }] }],
  ['$pull with $in', { l: ['a', 'b', 'c'] }, { $pull: { l: { $in: ['a', 'c'] } } }, { l: ['b'] }],
  ['$pullAll', { l: [1, 2, 3] }, { $pullAll: { l: [1, 3] } }, { l: [2] }],
  ['$pop at either end', { l: [1, 2, 3], m: [1, 2] }, { $pop: { l: 1, m: -1 } }, { l: [1, 2], m: [2] }],
  ['$rename', { a: 1, b: 2 }, { $rename: { a: 'c' } }, { b: 2, c: 1 }],
  [
    'several operators at once',
    { n: 1, l: [1] },
    { $inc: { n: 1 }, $push: { l: 2 }, $set: { s: 'x' } },
    { n: 2, l: [1, 2], s: 'x' },
  ],
];

export function updateCases(test: Case): void {
  for (const [name, before, update, after] of TABLE) {
    test(`update: ${name}`, async (subject) => {
      expect(await updated(subject, { _id: '1', ...before }, update)).toEqual({ _id: '1', ...after });
    });
  }

  test('counts what matched and what changed', async ({ collection }) => {
    await collection.insertMany([
      { _id: 'a', n: 1 },
      { _id: 'b', n: 2 },
      { _id: 'c', n: 2 },
    ]);
    const { matchedCount, modifiedCount } = await collection.updateMany({}, { $set: { n: 2 } });
    expect({ matchedCount, modifiedCount }).toEqual({ matchedCount: 3, modifiedCount: 1 });
    expect((await collection.updateOne({ _id: 'x' }, { $set: { n: 1 } })).matchedCount).toBe(0);
  });

  test('an upsert inserts what filter and update say, and updates the next time', async ({ collection }) => {
    const upsert = () =>
      collection.updateOne(
        { _id: 'u', kind: 'x', age: { $gt: 3 }, 'deep.er': 1 },
        { $set: { a: 1 }, $setOnInsert: { first: true }, $inc: { n: 1 } },
        { upsert: true },
      );
    const first = await upsert();
    expect([first.upsertedId, first.upsertedCount, first.matchedCount]).toEqual(['u', 1, 0]);
    expect(await collection.findOne({})).toEqual({ _id: 'u', kind: 'x', deep: { er: 1 }, a: 1, first: true, n: 1 });
    await collection.updateOne({ _id: 'u' }, { $set: { age: 5, first: false } });
    const second = await upsert();
    expect([second.upsertedCount, second.matchedCount]).toEqual([0, 1]);
    expect(await collection.findOne({})).toMatchObject({ n: 2, first: false });
  });

  test('replaces a whole document and keeps its _id', async ({ collection }) => {
    await collection.insertOne({ _id: 'a', n: 1, gone: true });
    await collection.replaceOne({ n: 1 }, { m: 2 });
    expect(await collection.findOne({})).toEqual({ _id: 'a', m: 2 });
    const result = await collection.replaceOne({ _id: 'b' }, { z: 1 }, { upsert: true });
    expect(result.upsertedId).toBe('b');
    expect(await collection.findOne({ _id: 'b' })).toEqual({ _id: 'b', z: 1 });
  });

  test('findOneAndUpdate gives the document before or after', async ({ collection }) => {
    await collection.insertMany([
      { _id: 'a', n: 1 },
      { _id: 'b', n: 2 },
    ]);
    expect(await collection.findOneAndUpdate({ _id: 'a' }, { $inc: { n: 10 } })).toEqual({ _id: 'a', n: 1 });
    const after = { returnDocument: 'after' } as const;
    expect(await collection.findOneAndUpdate({}, { $inc: { n: 1 } }, { ...after, sort: { n: -1 } })).toEqual({
      _id: 'a',
      n: 12,
    });
    expect(await collection.findOneAndUpdate({ n: 99 }, { $set: { n: 1 } })).toBeNull();
    expect(await collection.findOneAndUpdate({ _id: 'c' }, { $set: { n: 1 } }, { ...after, upsert: true })).toEqual({
      _id: 'c',
      n: 1,
    });
    const projected = await collection.findOneAndUpdate(
      { _id: 'b' },
      { $set: { m: 1 } },
      { ...after, projection: { m: 1, _id: 0 } },
    );
    expect(projected).toEqual({ m: 1 });
    const { lastErrorObject } = await collection.findOneAndUpdate(
      { _id: 'b' },
      { $set: { m: 2 } },
      { includeResultMetadata: true },
    );
    expect(lastErrorObject).toMatchObject({ n: 1, updatedExisting: true });
  });

  test('findOneAndReplace', async ({ collection }) => {
    await collection.insertOne({ _id: 'a', n: 1 });
    expect(await collection.findOneAndReplace({ n: 1 }, { m: 2 }, { returnDocument: 'after' })).toEqual({
      _id: 'a',
      m: 2,
    });
  });

  test('the $pull that empties a list shows the empty list to exactly that call', async ({ collection }) => {
    await collection.insertOne({ _id: 'run', open: ['a', 'b'] });
    const pull = async (id: string): Promise<unknown> =>
      (
        await collection.findOneAndUpdate({ _id: 'run', open: id }, { $pull: { open: id } } as object, {
          returnDocument: 'after',
        })
      )?.open;
    expect([await pull('a'), await pull('b'), await pull('b')]).toEqual([['b'], [], undefined]);
  });
}
