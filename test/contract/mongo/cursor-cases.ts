import { expect } from '@jest/globals';
import { Long } from 'mongodb';
import type { Case, Doc } from './contract.js';

const MANY = 500;

function numberOf(document: Doc): unknown {
  return document.n;
}

function numbered(count: number): Doc[] {
  return Array.from({ length: count }, (_, n) => ({ _id: String(n).padStart(5, '0'), n }));
}

export function cursorCases(test: Case): void {
  test('gives all documents over many batches', async ({ collection }) => {
    await collection.insertMany(numbered(MANY));
    const found = await collection.find({}).sort({ _id: 1 }).batchSize(7).toArray();
    expect(found.map(numberOf)).toEqual(numbered(MANY).map(numberOf));
  });

  test('gives all documents of an unindexed sort over many batches', async ({ collection }) => {
    await collection.insertMany(numbered(MANY));
    const found = await collection.find({}).sort({ n: -1 }).batchSize(50).toArray();
    expect(found.map(numberOf)).toEqual(numbered(MANY).map(numberOf).reverse());
  });

  test('goes on in its place when documents are deleted and inserted between batches', async ({ collection }) => {
    await collection.insertMany(numbered(100));
    const cursor = collection.find({}).sort({ _id: 1 }).batchSize(10);
    const seen: unknown[] = [];
    for (let i = 0; i < 10; i++) seen.push((await cursor.next())?.n);
    await collection.deleteMany({ n: { $gte: 10, $lt: 20 } });
    await collection.insertOne({ _id: '00050x', n: -1 });
    for await (const { n } of cursor) seen.push(n);
    expect(seen).toEqual([
      ...Array(10).keys(),
      ...Array.from({ length: 31 }, (_, i) => i + 20),
      -1,
      ...Array.from({ length: 49 }, (_, i) => i + 51),
    ]);
  });

  test('limits, also across batches', async ({ collection }) => {
    await collection.insertMany(numbered(100));
    expect(await collection.find({}).limit(35).batchSize(10).toArray()).toHaveLength(35);
    expect(await collection.find({}).limit(-5).toArray()).toHaveLength(5);
  });

  test('gives large documents within the size of a message', async ({ collection }) => {
    const text = 'x'.repeat(4_000_000);
    for (let n = 0; n < 6; n++) await collection.insertOne({ _id: String(n), text });
    const found = await collection.find({}).toArray();
    expect(found.map(({ text: one }) => (one as string).length)).toEqual(Array(6).fill(text.length));
  });

  test('a cursor that is closed is not found again', async ({ collection, db }) => {
    await collection.insertMany(numbered(20));
    const reply = await db.command({ find: 'docs', filter: {}, batchSize: 2 }, { promoteLongs: false });
    const id: unknown = (reply.cursor as { id: unknown }).id;
    const killed = await db.command({ killCursors: 'docs', cursors: [id] }, { promoteLongs: false });
    expect(killed.cursorsKilled).toEqual([id]);
    await expect(db.command({ getMore: id, collection: 'docs' })).rejects.toMatchObject({ code: 43 });
    await expect(db.command({ getMore: Long.fromNumber(12345), collection: 'docs' })).rejects.toMatchObject({
      code: 43,
    });
  });

  test('a find in a collection that is not there is empty', async ({ db }) => {
    expect(await db.collection('nothing').find({}).toArray()).toEqual([]);
    expect(await db.collection('nothing').countDocuments({})).toBe(0);
  });
}
