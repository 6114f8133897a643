import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedMongo, type EmbeddedMongo } from '@candor/embedded-mongo';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Db, MongoClient } from 'mongodb';
import { systemClock, type Clock } from './clock.js';
import { silentLogger } from './logger.js';
import { migrate, type Migration } from './migrations.js';
import { connectMongo } from './mongo.js';

describe('migrations', () => {
  let directory: string;
  let server: EmbeddedMongo;
  let client: MongoClient;
  let db: Db;
  let databases = 0;
  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'candor-migrations-'));
    server = await startEmbeddedMongo({ dataDir: directory });
    client = await connectMongo(server.url, 'test');
  });
  afterAll(async () => {
    await client.close();
    await server.close();
    await rm(directory, { recursive: true });
  });
  beforeEach(() => {
    db = client.db(`database_${databases++}`);
  });

  const options = { clock: systemClock, logger: silentLogger() };
  const counted = (version: number): Migration => ({
    version,
    name: `counts ${version}`,
    run: async (on) => {
      await on.collection('runs').insertOne({ version });
    },
  });
  const runs = async (): Promise<unknown[]> =>
    (await db.collection('runs').find().toArray()).map(({ version }) => version as unknown);
  const ofOldRelease = () => db.collection('things').insertOne({ old: true });

  it('run in their order on data of before there were versions, and never again', async () => {
    await ofOldRelease();
    await migrate(db, [counted(1)], options);
    await migrate(db, [counted(1), counted(2)], options);
    await migrate(db, [counted(1), counted(2)], options);
    expect(await runs()).toEqual([1, 2]);
  });

  it('do not run on a new database, which is of the newest version', async () => {
    await migrate(db, [counted(1), counted(2)], options);
    expect(await runs()).toEqual([]);
    await migrate(db, [counted(1), counted(2), counted(3)], options);
    expect(await runs()).toEqual([3]);
  });

  it('wait for no process of before the clock was set back', async () => {
    await ofOldRelease();
    await migrate(db, [], options);
    const ahead = Date.now() + 2 * 86_400_000;
    await db.collection<{ _id: string }>('data_version').updateOne({ _id: 'data' }, { $set: { lease_until: ahead } });
    await migrate(db, [counted(1)], options);
    expect(await runs()).toEqual([1]);
  });

  it('run once when several replicas start at the same time, and each replica waits for the end', async () => {
    await ofOldRelease();
    let finished = 0;
    /** Replicas that have tried to claim the step: each asks its clock for it. */
    const tried = new Set<number>();
    const clockOf = (replica: number): Clock => ({
      now: () => {
        tried.add(replica);
        return Date.now();
      },
    });
    const slow: Migration = {
      version: 1,
      name: 'slow',
      run: async (on) => {
        await on.collection('runs').insertOne({ version: 1 });
        while (tried.size < 5) await new Promise((resolve) => setTimeout(resolve, 5));
        finished++;
      },
    };
    const seen = await Promise.all(
      Array.from({ length: 5 }, (_value, replica) =>
        migrate(db, [slow], { ...options, clock: clockOf(replica) }).then(() => finished),
      ),
    );
    expect(seen).toEqual([1, 1, 1, 1, 1]);
    expect(await runs()).toEqual([1]);
  });

  it('are taken over from a replica that died at it, when its lease has ended', async () => {
    await ofOldRelease();
    await db
      .collection<{ _id: string }>('data_version')
      .insertOne({ _id: 'data', version: 0, holder: 'dead', lease_until: Date.now() + 400 } as { _id: string });
    const began = Date.now();
    await migrate(db, [counted(1)], options);
    expect(Date.now() - began).toBeGreaterThanOrEqual(350);
    expect(await runs()).toEqual([1]);
  });

  it('are tried again after one that failed', async () => {
    await ofOldRelease();
    const failing = { ...counted(1), run: () => Promise.reject(new Error('no room')) };
    await expect(migrate(db, [failing], options)).rejects.toThrow('no room');
    await migrate(db, [counted(1)], options);
    expect(await runs()).toEqual([1]);
  });

  it('refuse data of a newer release, and say what to do', async () => {
    await migrate(db, [counted(1), counted(2)], options);
    await expect(migrate(db, [counted(1)], options)).rejects.toThrow(
      /the data is of version 2, this release knows versions up to 1\. Start the release that wrote it/,
    );
  });
});
