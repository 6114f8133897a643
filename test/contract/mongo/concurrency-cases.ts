import { expect } from '@jest/globals';
import type { Case } from './contract.js';

export function concurrencyCases(test: Case): void {
  test('increments that run at the same time are all counted', async ({ collection }) => {
    await collection.insertOne({ _id: 'n', n: 0 });
    await Promise.all(Array.from({ length: 200 }, () => collection.updateOne({ _id: 'n' }, { $inc: { n: 1 } })));
    expect(await collection.findOne({})).toEqual({ _id: 'n', n: 200 });
  });

  test('of many claims of one document exactly one succeeds', async ({ collection }) => {
    await collection.insertOne({ _id: 'job', owner: null });
    const claims = await Promise.all(
      Array.from({ length: 50 }, (_, worker) =>
        collection.findOneAndUpdate({ _id: 'job', owner: null }, { $set: { owner: worker } }),
      ),
    );
    expect(claims.filter((claim) => claim !== null)).toHaveLength(1);
  });

  test('of many inserts of one unique key exactly one succeeds', async ({ collection }) => {
    await collection.createIndex({ key: 1 }, { unique: true }, undefined);
    const results = await Promise.allSettled(
      Array.from({ length: 50 }, (_, i) => collection.insertOne({ _id: String(i), key: 'same' })),
    );
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const codes = results.flatMap((result) =>
      result.status === 'rejected' ? [(result.reason as { code: number }).code] : [],
    );
    expect(new Set(codes)).toEqual(new Set([11000]));
  });

  test('of many upserts of one key all succeed and one inserts', async ({ collection }) => {
    await collection.createIndex({ key: 1 }, { unique: true }, undefined);
    const upserts = await Promise.all(
      Array.from({ length: 50 }, (_, i) =>
        collection.updateOne({ key: 'k' }, { $inc: { n: 1 }, $setOnInsert: { _id: `made-${i}` } }, { upsert: true }),
      ),
    );
    expect(upserts.filter(({ upsertedCount }) => upsertedCount === 1)).toHaveLength(1);
    expect(await collection.findOne({ key: 'k' })).toMatchObject({ n: 50 });
  });

  test('the last of several pulls sees the empty list, and it alone', async ({ collection }) => {
    const open = Array.from({ length: 40 }, (_, i) => `b${i}`);
    await collection.insertOne({ _id: 'run', open });
    const after = await Promise.all(
      open.map((id) =>
        collection.findOneAndUpdate({ _id: 'run' }, { $pull: { open: id } } as object, { returnDocument: 'after' }),
      ),
    );
    expect(after.filter((run) => (run?.open as unknown[]).length === 0)).toHaveLength(1);
  });
}
