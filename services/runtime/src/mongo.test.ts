import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedMongo } from '@candor/embedded-mongo';
import { expect, it } from '@jest/globals';
import { connectMongo, ensureIndexes, isDatabaseOut, isDuplicateKey } from './mongo.js';
import { migrate } from './migrations.js';
import { createLogger } from './logger.js';
import { systemClock } from './clock.js';

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

it('a database that goes away while a start makes indexes or migrates is waited for', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'candor-mongo-'));
  let server = await startEmbeddedMongo({ dataDir: directory });
  const client = await connectMongo(server.url, 'test', 300);
  const db = client.db('test');
  const logger = createLogger('test', 'silent');
  let ran = 0;
  const migration = {
    version: 1,
    name: 'marks the rows',
    run: async () => {
      ran++;
      // In the middle of its first run the database goes.
      if (ran === 1) await server.close();
      await db.collection('rows').updateMany({}, { $set: { marked: true } });
    },
  };
  try {
    await db.collection('rows').insertOne({ at: 1 });
    const indexes = (): Promise<void> => ensureIndexes(db, 'rows', [{ keys: { at: 1 } }]);
    const migrating = migrate(db, [migration], { clock: systemClock, logger, leaseMs: 1000 });
    while (ran === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    const made = indexes();
    await expect(db.command({ ping: 1 })).rejects.toThrow();
    server = await startEmbeddedMongo({ dataDir: directory });
    await Promise.all([migrating, made]);
    expect(await db.collection('rows').countDocuments({ marked: true })).toBe(1);
    expect((await db.collection('rows').indexes()).map(({ key }) => key)).toContainEqual({ at: 1 });
  } finally {
    await client.close();
    await server.close();
    await rm(directory, { recursive: true });
  }
}, 30_000);
