import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedMongo } from '@candor/embedded-mongo';
import { expect, it } from '@jest/globals';
import { connectMongo, isDatabaseOut, isDuplicateKey } from './mongo.js';

it('a database that is gone is told from one that refuses, whichever way it was asked', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'candor-mongo-'));
  const server = await startEmbeddedMongo({ dataDir: directory });
  const client = await connectMongo(server.url, 'test', 3000);
  const rows = client.db('test').collection<{ _id: number }>('rows');
  const insert = { insertOne: { document: { _id: 1 } } };
  const ways: (() => Promise<unknown>)[] = [
    () => rows.findOne({ _id: 1 }),
    () => rows.insertOne({ _id: 1 }),
    () => rows.insertMany([{ _id: 1 }], { ordered: false }),
    () => rows.bulkWrite([insert], { ordered: false }),
    () => rows.updateMany({}, { $set: { a: 1 } }),
    () => rows.aggregate([{ $match: {} }]).toArray(),
  ];
  const failures = async (): Promise<unknown[]> =>
    Promise.all(
      ways.map((way) =>
        way().then(
          () => undefined,
          (error: unknown) => error,
        ),
      ),
    );
  try {
    await rows.insertOne({ _id: 1 });
    const refused = (await failures()).filter((error) => error !== undefined);
    expect(refused.map(isDuplicateKey)).toEqual([true, true, true]);
    expect(refused.map(isDatabaseOut)).toEqual([false, false, false]);
    await server.close();
    expect((await failures()).map(isDatabaseOut)).toEqual(ways.map(() => true));
  } finally {
    await client.close();
    await rm(directory, { recursive: true });
  }
});
