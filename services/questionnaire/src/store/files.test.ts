import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedMongo, type EmbeddedMongo } from '@candor/embedded-mongo';
import { connectMongo, newId, systemClock } from '@candor/runtime';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Db, MongoClient } from 'mongodb';
import { FileStore } from './files.js';
import { openStores } from './stores.js';

const MB = 1024 * 1024;

let root: string;
let directory: string;
let server: EmbeddedMongo;
let client: MongoClient;
let db: Db;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'candor-files-'));
  directory = join(root, 'files');
  await mkdir(directory);
  server = await startEmbeddedMongo({ dataDir: join(root, 'data') });
  client = await connectMongo(server.url, 'test');
  db = client.db('questionnaire');
  await openStores(db, systemClock);
});
afterAll(async () => {
  await client.close();
  await server.close();
  await rm(root, { recursive: true });
});

async function* of(piece: Uint8Array): AsyncGenerator<Uint8Array> {
  await Promise.resolve();
  yield piece;
}

/** Everything that is left of files. */
async function left(): Promise<object> {
  const counts = ['file_owners', 'files.files', 'files.chunks'].map((name) => db.collection(name).countDocuments());
  return { stored: await Promise.all(counts), onDisk: await readdir(directory) };
}
const NOTHING = { stored: [0, 0, 0], onDisk: [] };

describe.each([
  ['a directory', () => new FileStore(db, systemClock, directory)],
  ['GridFS', () => new FileStore(db, systemClock)],
])('files kept in %s', (_place, open) => {
  let files: FileStore;
  const organization = newId();
  beforeEach(() => {
    files = open();
  });
  const ids = async (): Promise<string[]> =>
    (await db.collection<{ _id: string }>('file_owners').find().toArray()).map(({ _id }) => _id);

  it.each([0, 1, 3])('leave nothing when they are removed after %i MB while they are written', async (megabytes) => {
    async function* pieces(): AsyncGenerator<Uint8Array> {
      for (let i = 0; i < 4; i++) {
        if (i === megabytes) for (const id of await ids()) await files.remove(organization, id);
        yield Buffer.alloc(MB, i);
      }
    }
    await expect(files.write(organization, 'a.bin', pieces(), 10 * MB)).rejects.toMatchObject({ kind: 'not_found' });
    expect(await left()).toEqual(NOTHING);
  });

  it('leave nothing when their stream breaks, or is too long', async () => {
    async function* broken(): AsyncGenerator<Uint8Array> {
      yield Buffer.alloc(2 * MB);
      await Promise.resolve();
      throw new Error('the client is gone');
    }
    await expect(files.write(organization, 'a.bin', broken(), 10 * MB)).rejects.toThrow('the client is gone');
    await expect(files.write(organization, 'a.bin', of(Buffer.alloc(MB)), 1000)).rejects.toMatchObject({
      kind: 'too_large',
    });
    expect(await left()).toEqual(NOTHING);
  });

  it('are swept when their removal broke off', async () => {
    const { fileId } = await files.write(organization, 'a.bin', of(Buffer.alloc(MB)), 10 * MB);
    await files.own(organization, fileId);
    await files.removeAbandoned(Number.MAX_SAFE_INTEGER, () => Promise.resolve(true));
    expect(await ids()).toEqual([fileId]);
    await db.collection<{ _id: string }>('file_owners').updateOne({ _id: fileId }, { $set: { state: 'removing' } });
    await files.own(organization, fileId);
    await files.removeAbandoned(Number.MAX_SAFE_INTEGER, () => Promise.resolve(true));
    expect(await left()).toEqual(NOTHING);
  });

  it('are read and removed by their organization only', async () => {
    const { fileId } = await files.write(organization, 'a.bin', of(Buffer.from('abc')), 10);
    const other = newId();
    await expect(files.read(other, fileId, { start: 0, end: 3 })).rejects.toMatchObject({ kind: 'not_found' });
    await expect(files.localCopy(other, fileId)).rejects.toMatchObject({ kind: 'not_found' });
    await files.remove(other, fileId);
    expect((await files.read(organization, fileId, { start: 1, end: 9 })).toString()).toBe('bc');
    await files.remove(organization, fileId);
    expect(await left()).toEqual(NOTHING);
  });
});
