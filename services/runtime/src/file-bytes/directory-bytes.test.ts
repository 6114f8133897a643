import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, readdir, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedMongo, type EmbeddedMongo } from '@candor/embedded-mongo';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Db, MongoClient } from 'mongodb';
import { connectMongo, ensureIndexes } from '../mongo.js';
import { gridFsIndexes } from './chunk-writer.js';
import { DirectoryBytes } from './directory-bytes.js';
import type { ByteRange, FileBytes } from './file-bytes.js';
import { GridFsBytes } from './grid-fs-bytes.js';

let root: string;
let directory: string;
let server: EmbeddedMongo;
let client: MongoClient;
let db: Db;
let inDirectory: DirectoryBytes;
let inGrid: GridFsBytes;

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'candor-bytes-'));
  directory = join(root, 'files');
  await mkdir(directory);
  server = await startEmbeddedMongo({ dataDir: join(root, 'data') });
  client = await connectMongo(server.url, 'test');
  db = client.db('bytes');
  await Promise.all(Object.entries(gridFsIndexes('files')).map(([name, indexes]) => ensureIndexes(db, name, indexes)));
  inDirectory = new DirectoryBytes(directory, db, 'files');
  inGrid = new GridFsBytes(db, 'files');
});
afterAll(async () => {
  await client.close();
  await server.close();
  await rm(root, { recursive: true });
});

async function write(to: FileBytes, id: string, content: Buffer, pieceBytes: number): Promise<Uint8Array[]> {
  const writer = to.writer(id);
  const pieces: Uint8Array[] = [];
  for (let at = 0; at < content.length; at += pieceBytes) {
    const part = content.subarray(at, at + pieceBytes);
    const piece = Buffer.allocUnsafeSlow(part.length);
    part.copy(piece);
    pieces.push(piece);
    await writer.add(piece);
  }
  await writer.finish('a.bin');
  return pieces;
}

async function read(from: FileBytes, id: string, range?: ByteRange): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  for await (const piece of from.read(id, range)) pieces.push(piece);
  return Buffer.concat(pieces);
}

describe.each([
  ['a directory', () => inDirectory],
  ['GridFS', () => inGrid],
])('files in %s', (place, bytes) => {
  it.each([
    [0, 7],
    [1, 7],
    [99_999, 1000],
    [510 * 1024, 65_536],
    [3_000_001, 65_536],
    [20_000_000, 300_000],
  ])('of %i bytes, taken in %i at a time, are read whole and are gone when removed', async (size, pieceBytes) => {
    const content = randomBytes(size);
    const id = `${place.replace(' ', '-')}-${size}`;
    await write(bytes(), id, content, pieceBytes);
    expect((await read(bytes(), id)).equals(content)).toBe(true);
    await bytes().remove(id);
    await expect(read(bytes(), id)).rejects.toThrow('are gone');
    expect(await db.collection('files.chunks').countDocuments({ files_id: id })).toBe(0);
    expect(await readdir(directory)).not.toContain(id);
  });

  it('give any part of them', async () => {
    const content = randomBytes(1_300_000);
    const id = `${place.replace(' ', '-')}-part`;
    await write(bytes(), id, content, 100_000);
    for (const [start, end] of [
      ...[[0, 1] as const, [0, 1_300_000] as const, [522_239, 522_241] as const, [522_240, 522_240] as const],
      ...[[600_000, 1_200_000] as const, [1_299_999, 9_000_000] as const, [1_300_000, 1_400_000] as const],
    ])
      expect((await read(bytes(), id, { start, end })).equals(content.subarray(start, end))).toBe(true);
  });

  it('take over the memory of large pieces', async () => {
    const pieces = await write(bytes(), `${place.replace(' ', '-')}-memory`, randomBytes(1_000_000), 65_536);
    expect(pieces.map(({ byteLength }) => byteLength)).toEqual(pieces.map(() => 0));
  });

  it('are removed also when their writing broke off, and unknown ones without complaint', async () => {
    const id = `${place.replace(' ', '-')}-broken`;
    const writer = bytes().writer(id);
    await writer.add(randomBytes(2_000_000));
    await writer.settle();
    await bytes().remove(id);
    await bytes().remove('unknown');
    expect(await db.collection('files.chunks').countDocuments({ files_id: id })).toBe(0);
    expect(await readdir(directory)).not.toContain(id);
  });
});

describe('a file in a directory', () => {
  it('is for its owner only, and can be read where it lies', async () => {
    await write(inDirectory, 'place', Buffer.from('abc'), 3);
    const path = await inDirectory.pathOf('place');
    expect(path).toBe(join(directory, 'place'));
    expect((await stat(path ?? '')).mode & 0o777).toBe(0o600);
  });

  it('that an earlier release put into GridFS is read and removed there', async () => {
    const content = randomBytes(1_000_000);
    await write(inGrid, 'earlier', content, 65_536);
    expect(await inDirectory.pathOf('earlier')).toBeUndefined();
    expect((await read(inDirectory, 'earlier')).equals(content)).toBe(true);
    expect((await read(inDirectory, 'earlier', { start: 5, end: 9 })).equals(content.subarray(5, 9))).toBe(true);
    await inDirectory.remove('earlier');
    await expect(read(inGrid, 'earlier')).rejects.toThrow('are gone');
  });

  it('is not taken for an empty one by a process that does not have the directory', async () => {
    await write(inDirectory, 'elsewhere', Buffer.from('abc'), 3);
    await expect(read(inGrid, 'elsewhere')).rejects.toThrow('CANDOR_DATA_DIR');
  });

  it('that lost bytes, or all of them, is not taken for a shorter one', async () => {
    await write(inDirectory, 'cut', randomBytes(1000), 100);
    await truncate(join(directory, 'cut'), 600);
    await expect(read(inDirectory, 'cut')).rejects.toThrow('1000 were stored, what follows byte 600 is not there');
    await rm(join(directory, 'cut'));
    await expect(inDirectory.pathOf('cut')).rejects.toThrow('1000 were stored, what follows byte 0 is not there');
  });

  it('has no entry before it is whole', async () => {
    const writer = inDirectory.writer('unfinished');
    await writer.add(randomBytes(1_000_000));
    await expect(read(inDirectory, 'unfinished')).rejects.toThrow('are gone');
    await writer.finish('a.bin');
    expect((await read(inDirectory, 'unfinished')).length).toBe(1_000_000);
  });

  it('does not overwrite another, and what comes after a failure is not written behind a gap', async () => {
    await writeFile(join(directory, 'taken'), 'first');
    const writer = inDirectory.writer('taken');
    const adding = (async () => {
      for (let i = 0; i < 20; i++) await writer.add(randomBytes(100_000));
    })();
    await expect(adding).rejects.toThrow('EEXIST');
    await expect(writer.finish('a.bin')).rejects.toThrow('EEXIST');
    await writer.settle();
    expect((await stat(join(directory, 'taken'))).size).toBe(5);
    expect(await db.collection('files.files').countDocuments({ filename: 'taken' })).toBe(0);
  });

  it('cannot have a name that leads out of the directory', () => {
    for (const id of ['../data', 'a/b', '', '.']) expect(() => inDirectory.writer(id)).toThrow('is no id of a file');
  });

  // A folder in which the system lets nobody make a file, not even root.
  const closed = '/sys/kernel';
  (process.platform === 'linux' ? it : it.skip)(
    'that the disk does not take is refused in words for its sender',
    async () => {
      const writer = new DirectoryBytes(closed, db, 'files').writer('refused');
      await writer.add(Buffer.from('abc'));
      await expect(writer.finish('a.bin')).rejects.toMatchObject({
        kind: 'unavailable',
        code: 'storage_unavailable',
        message: 'The folder that keeps files cannot be written. Nothing was stored; try again later.',
      });
      await writer.settle();
    },
  );
});
