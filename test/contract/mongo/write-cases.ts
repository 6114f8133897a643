import { expect } from '@jest/globals';
import { MongoBulkWriteError, ObjectId } from 'mongodb';
import type { Document } from 'mongodb';
import type { Case } from './contract.js';

export function writeCases(test: Case): void {
  test('makes an ObjectId where _id is missing', async ({ db }) => {
    const collection = db.collection('made');
    const { insertedId } = await collection.insertOne({ a: 1 });
    expect(insertedId).toBeInstanceOf(ObjectId);
    expect(await collection.findOne({ _id: insertedId })).toEqual({ _id: insertedId, a: 1 });
  });

  test('an ordered insert stops at the first duplicate, an unordered one goes on', async ({ collection }) => {
    await collection.insertOne({ _id: 'b' });
    const documents = (): { _id: string }[] => [{ _id: 'a' }, { _id: 'b' }, { _id: 'c' }];
    await expect(collection.insertMany(documents())).rejects.toMatchObject({ code: 11000 });
    expect(await collection.countDocuments({})).toBe(2);
    const failure: unknown = await collection
      .insertMany([{ _id: 'd' }, { _id: 'b' }, { _id: 'e' }], { ordered: false })
      .catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(MongoBulkWriteError);
    expect((failure as MongoBulkWriteError).result.insertedCount).toBe(2);
    expect((await collection.find({}).sort({ _id: 1 }).toArray()).map(({ _id }) => _id).join('')).toBe('abde');
  });

  test('inserts thousands of documents in one call', async ({ collection }) => {
    const documents = Array.from({ length: 3000 }, (_, i) => ({ _id: String(i), n: i }));
    expect((await collection.insertMany(documents)).insertedCount).toBe(3000);
    expect(await collection.estimatedDocumentCount()).toBe(3000);
  });

  test('deletes one, many, all', async ({ collection }) => {
    await collection.insertMany(['a', 'b', 'c', 'd'].map((_id, n) => ({ _id, n, even: n % 2 === 0 })));
    expect((await collection.deleteOne({ even: true })).deletedCount).toBe(1);
    expect((await collection.deleteMany({ even: false })).deletedCount).toBe(2);
    expect((await collection.deleteMany({ even: 'never' })).deletedCount).toBe(0);
    expect((await collection.deleteMany({})).deletedCount).toBe(1);
    expect(await collection.countDocuments({})).toBe(0);
  });

  test('findOneAndDelete gives what it deleted', async ({ collection }) => {
    await collection.insertMany([
      { _id: 'a', n: 2 },
      { _id: 'b', n: 1 },
    ]);
    expect(await collection.findOneAndDelete({}, { sort: { n: 1 } })).toEqual({ _id: 'b', n: 1 });
    expect(await collection.findOneAndDelete({ _id: 'b' })).toBeNull();
  });

  test('bulkWrite mixes kinds in order and counts them', async ({ collection }) => {
    const result = await collection.bulkWrite([
      { insertOne: { document: { _id: 'a', n: 1 } } },
      { updateOne: { filter: { _id: 'a' }, update: { $inc: { n: 1 } } } },
      { updateMany: { filter: {}, update: { $set: { seen: true } } } },
      { updateOne: { filter: { _id: 'b' }, update: { $set: { n: 9 } }, upsert: true } },
      { replaceOne: { filter: { _id: 'b' }, replacement: { n: 10 } } },
      { deleteOne: { filter: { _id: 'a' } } },
    ]);
    const { insertedCount, matchedCount, modifiedCount, upsertedCount, deletedCount } = result;
    expect({ insertedCount, matchedCount, modifiedCount, upsertedCount, deletedCount }).toEqual({
      insertedCount: 1,
      matchedCount: 3,
      modifiedCount: 3,
      upsertedCount: 1,
      deletedCount: 1,
    });
    expect(await collection.find({}).toArray()).toEqual([{ _id: 'b', n: 10 }]);
  });

  test('an unordered bulkWrite does what it can', async ({ collection }) => {
    await collection.insertOne({ _id: 'a' });
    const operations = [{ insertOne: { document: { _id: 'a' } } }, { insertOne: { document: { _id: 'b' } } }];
    await expect(collection.bulkWrite(operations, { ordered: false })).rejects.toMatchObject({ code: 11000 });
    expect(await collection.countDocuments({})).toBe(2);
  });

  test('lists and drops collections and databases', async ({ client, db, collection }) => {
    await collection.insertOne({ _id: 'a' });
    await db.createCollection('second');
    const names = async (): Promise<string[]> =>
      (await db.listCollections({}, { nameOnly: true }).toArray()).map(({ name }) => name).sort();
    expect(await names()).toEqual(['docs', 'second']);
    await db.collection('second').drop();
    expect(await names()).toEqual(['docs']);
    const databases = async (): Promise<string[]> =>
      (await client.db('admin').admin().listDatabases()).databases.map(({ name }) => name);
    expect(await databases()).toContain(db.databaseName);
    await db.dropDatabase();
    expect(await databases()).not.toContain(db.databaseName);
    expect(await names()).toEqual([]);
  });

  test('keeps databases apart', async ({ client, db, collection }) => {
    await collection.insertOne({ _id: 'a' });
    const other = client.db(`${db.databaseName}_other`);
    expect(await other.collection('docs').countDocuments({})).toBe(0);
    await other.dropDatabase();
    expect(await collection.countDocuments({})).toBe(1);
  });

  test('answers ping, hello and buildInfo', async ({ db }) => {
    expect((await db.command({ ping: 1 })).ok).toBe(1);
    const hello: Document = await db.command({ hello: 1 });
    expect(hello.isWritablePrimary).toBe(true);
    expect(hello.maxBsonObjectSize).toBe(16 * 1024 * 1024);
    expect(typeof (await db.command({ buildInfo: 1 })).version).toBe('string');
  });

  test('a session can be used and ended', async ({ client, collection }) => {
    const session = client.startSession();
    await collection.insertOne({ _id: 'a' }, { session });
    expect(await collection.countDocuments({}, { session })).toBe(1);
    await session.endSession();
    expect(session.hasEnded).toBe(true);
  });
}
