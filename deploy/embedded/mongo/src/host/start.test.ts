import { chmod, mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { MongoClient } from 'mongodb';
import { DataDirectoryLockedError } from '../storage/data-file.js';
import { backupEmbeddedMongo, checkEmbeddedMongo } from './maintenance.js';
import { startEmbeddedMongo } from './start.js';
import type { EmbeddedMongo, EmbeddedMongoOptions } from './start.js';

// Each case starts threads and processes, some of them several.
jest.setTimeout(60_000);

interface Thing {
  _id: string;
  n: number;
  tags?: string[];
}

let root: string;
let dataDir: string;
let running: EmbeddedMongo[];

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'candor-start-'));
  dataDir = join(root, 'data');
  running = [];
});

afterEach(async () => {
  await Promise.all(running.map((server) => server.close()));
  await rm(root, { recursive: true, force: true });
});

async function start(options: Partial<EmbeddedMongoOptions> = {}): Promise<EmbeddedMongo> {
  const server = await startEmbeddedMongo({ dataDir, ...options });
  running.push(server);
  return server;
}

async function withClient<T>(server: EmbeddedMongo, use: (client: MongoClient) => Promise<T>): Promise<T> {
  const client = await new MongoClient(server.url, { serverSelectionTimeoutMS: 5000 }).connect();
  try {
    return await use(client);
  } finally {
    await client.close();
  }
}

const things = (client: MongoClient) => client.db('app').collection<Thing>('things');

describe('startEmbeddedMongo', () => {
  it('keeps what was written over a restart, in a thread and in a process of its own', async () => {
    for (const mode of ['thread', 'process', 'thread'] as const) {
      const server = await start({ mode });
      expect(server.pid === undefined).toBe(mode === 'thread');
      await withClient(server, async (client) => {
        await things(client).updateOne({ _id: 'a' }, { $inc: { n: 1 } }, { upsert: true });
      });
      await server.close();
    }
    const server = await start();
    expect(await withClient(server, (client) => things(client).findOne({}))).toEqual({ _id: 'a', n: 3 });
  });

  it('refuses a second server on the same directory, in this process and another, and names the reason', async () => {
    await start();
    await expect(startEmbeddedMongo({ dataDir })).rejects.toBeInstanceOf(DataDirectoryLockedError);
    await expect(startEmbeddedMongo({ dataDir, mode: 'process' })).rejects.toThrow(/in use by another process/);
  });

  it('starts again at once after kill -9', async () => {
    let ended: (error: Error) => void = () => undefined;
    const end = new Promise<Error>((resolve) => (ended = resolve));
    const server = await start({ mode: 'process', onFatal: (error) => ended(error) });
    await withClient(server, (client) => things(client).insertOne({ _id: 'a', n: 1 }));
    process.kill(server.pid ?? 0, 'SIGKILL');
    expect((await end).message).toBe('the database process ended (SIGKILL)');
    await server.close();
    const again = await start();
    expect(await withClient(again, (client) => things(client).findOne({}))).toEqual({ _id: 'a', n: 1 });
  });

  it('listens on a socket that only its owner can use', async () => {
    const server = await start();
    const path = decodeURIComponent(server.url.slice('mongodb://'.length, -1));
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    expect((await stat(dataDir)).mode & 0o777).toBe(0o700);
    await server.close();
    await expect(stat(path)).rejects.toMatchObject({ code: 'ENOENT' });
  });

  it('takes a directory whose path is too long for a socket', async () => {
    const server = await start({ dataDir: join(root, 'd'.repeat(90), 'e'.repeat(90)) });
    await withClient(server, (client) => things(client).insertOne({ _id: 'a', n: 1 }));
    expect(server.url.length).toBeLessThan(120);
  });

  it('listens on a loopback port when asked to', async () => {
    const server = await start({ port: 0 });
    expect(server.url).toMatch(/^mongodb:\/\/127\.0\.0\.1:\d+\/$/);
    expect(await withClient(server, (client) => things(client).countDocuments({}))).toBe(0);
  });

  it('says what is wrong with a directory it cannot use', async () => {
    await writeFile(join(root, 'file'), '');
    await expect(startEmbeddedMongo({ dataDir: join(root, 'file', 'data') })).rejects.toThrow(
      /the data directory .* cannot be used/,
    );
    await mkdir(dataDir);
    await writeFile(join(dataDir, 'data.sqlite'), 'not a database '.repeat(1000));
    await expect(startEmbeddedMongo({ dataDir })).rejects.toThrow(/cannot be opened: The data file is damaged/);
  });

  it('refuses a read-only directory', async () => {
    // Root may write anywhere.
    if (process.getuid?.() === 0) return;
    await mkdir(dataDir);
    await chmod(dataDir, 0o500);
    await expect(startEmbeddedMongo({ dataDir })).rejects.toThrow(/is not writable/);
  });
});

describe('backupEmbeddedMongo', () => {
  it('copies one consistent state while a server writes, and the copy can be started on', async () => {
    const server = await start();
    const target = join(root, 'backup');
    await withClient(server, async (client) => {
      const collection = things(client);
      await collection.createIndex({ n: 1 });
      const writing = new AbortController();
      let written = 0;
      const writer = (async () => {
        while (!writing.signal.aborted) {
          await collection.insertMany([
            { _id: `${written}-a`, n: written },
            { _id: `${written}-b`, n: written },
          ]);
          written++;
        }
      })();
      while (written < 50) await new Promise((resolve) => setImmediate(resolve));
      const report = await backupEmbeddedMongo({ dataDir, target });
      writing.abort();
      await writer;
      expect(report.collections).toMatchObject([{ ns: 'app.things' }]);
      expect((report.collections[0]?.documents ?? 1) % 2).toBe(0);
    });
    const copy = await start({ dataDir: target });
    const pairs = await withClient(copy, (client) =>
      things(client)
        .aggregate([{ $group: { _id: '$n', count: { $sum: 1 } } }])
        .toArray(),
    );
    expect(pairs.length).toBeGreaterThanOrEqual(50);
    expect(pairs.every((pair) => pair.count === 2)).toBe(true);
  });

  it('overwrites nothing', async () => {
    await (await start()).close();
    await writeFile(join(root, 'taken'), '');
    await expect(backupEmbeddedMongo({ dataDir, target: root })).rejects.toThrow(/not empty/);
    await expect(backupEmbeddedMongo({ dataDir: join(root, 'none'), target: join(root, 'b') })).rejects.toThrow(
      /there is no data/,
    );
  });
});

describe('checkEmbeddedMongo', () => {
  it('finds nothing wrong with sound data, also while it is served', async () => {
    const server = await start();
    await withClient(server, async (client) => {
      await things(client).createIndex({ tags: 1, n: -1 });
      await things(client).insertMany(
        Array.from({ length: 250 }, (_, n) => ({ _id: String(n), n, tags: ['a', `t${n}`] })),
      );
      expect(await checkEmbeddedMongo(dataDir)).toMatchObject({
        ok: true,
        problems: [],
        collections: [{ ns: 'app.things', documents: 250 }],
      });
    });
  });

  it('finds damage in the file', async () => {
    const server = await start();
    await withClient(server, (client) =>
      things(client).insertMany(Array.from({ length: 500 }, (_, n) => ({ _id: String(n), n }))),
    );
    await server.close();
    const file = join(dataDir, 'data.sqlite');
    const bytes = await readFile(file);
    bytes.fill(0x5a, bytes.length - 6000, bytes.length - 4500);
    await writeFile(file, bytes);
    const report = await checkEmbeddedMongo(dataDir);
    expect(report.ok).toBe(false);
    expect(report.problems.length).toBeGreaterThan(0);
  });
});
