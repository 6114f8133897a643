import { expect } from '@jest/globals';
import type { UpdateFilter } from 'mongodb';
import type { Case, Doc, Subject } from './contract.js';

async function codeOf(promise: Promise<unknown>): Promise<unknown> {
  const error: unknown = await promise.then(
    () => 'no error',
    (failure: unknown) => failure,
  );
  return (error as { code?: unknown }).code ?? error;
}

async function updateCode({ collection }: Subject, before: object, update: unknown): Promise<unknown> {
  await collection.replaceOne({ _id: '1' }, before, { upsert: true });
  const code = await codeOf(collection.updateOne({ _id: '1' }, update as UpdateFilter<Doc>));
  expect(await collection.findOne({ _id: '1' })).toEqual({ _id: '1', ...before });
  return code;
}

/** Name, document, update, MongoDB's error code; the document stays as it was. */
const UPDATES: readonly (readonly [string, object, object, number])[] = [
  ['$inc of a string', { a: 'x' }, { $inc: { a: 1 } }, 14],
  ['$inc by a string', { a: 1 }, { $inc: { a: 'x' } }, 14],
  ['$push to a number', { a: 1 }, { $push: { a: 1 } }, 2],
  ['a path through a number', { a: 1 }, { $set: { 'a.b': 1 } }, 28],
  ['a change of _id', { a: 1 }, { $set: { _id: '2' } }, 66],
  ['two changes of one field', { a: 1 }, { $set: { a: 2 }, $inc: { a: 1 } }, 40],
  ['a change of a field and of one within', { a: {} }, { $set: { a: 2, 'a.b': 1 } }, 40],
  ['an unknown modifier', { a: 1 }, { $nonsense: { a: 2 } }, 9],
];

export function errorCases(test: Case): void {
  for (const [name, before, update, code] of UPDATES) {
    test(`refuses ${name}`, async (subject) => {
      expect(await updateCode(subject, before, update)).toBe(code);
    });
  }

  test('refuses an unknown command by error 59', async ({ db }) => {
    expect(await codeOf(db.command({ makeCoffee: 1 }))).toBe(59);
  });

  test('refuses an unknown query operator by error 2', async ({ collection }) => {
    await collection.insertOne({ _id: '1', a: 1 });
    expect(await codeOf(collection.find({ a: { $near2: 1 } } as object).toArray())).toBe(2);
    expect(await codeOf(collection.find({ $nonsense: [] } as object).toArray())).toBe(2);
    expect(await codeOf(collection.find({ $or: [] }).toArray())).toBe(2);
  });

  test('refuses an unknown stage by error 40324', async ({ collection }) => {
    expect(await codeOf(collection.aggregate([{ $nonsense: {} }]).toArray())).toBe(40324);
  });

  test('refuses an invalid regular expression', async ({ collection }) => {
    await collection.insertOne({ _id: '1', a: 'x' });
    expect(await codeOf(collection.find({ a: { $regex: '(' } }).toArray())).toBe(51091);
  });

  test('refuses a sort direction that is none', async ({ db }) => {
    await expect(db.command({ find: 'docs', filter: {}, sort: { a: 3 } })).rejects.toMatchObject({
      name: 'MongoServerError',
    });
  });

  test('refuses an unknown field of a command', async ({ db }) => {
    await expect(db.command({ insert: 'docs', documents: [{ _id: '1', a: 1 }], nonsense: 1 })).rejects.toMatchObject({
      code: 40415,
    });
  });

  test('a standalone server refuses transactions', async ({ client, collection }) => {
    const session = client.startSession();
    session.startTransaction();
    // The driver's words for MongoDB's error 20.
    await expect(collection.insertOne({ _id: '1' }, { session })).rejects.toThrow(/does not support retryable writes/);
    await session.abortTransaction().catch(() => undefined);
    await session.endSession();
    expect(await collection.countDocuments({})).toBe(0);
  });
}
