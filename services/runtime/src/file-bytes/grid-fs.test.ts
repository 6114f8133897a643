import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedMongo, type EmbeddedMongo } from '@candor/embedded-mongo';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { GridFSBucket, type Db, type MongoClient, type ObjectId } from 'mongodb';
import { connectMongo, ensureIndexes } from '../mongo.js';
import { readChunks } from './chunk-reader.js';
import { ChunkWriter, gridFsIndexes } from './chunk-writer.js';

let directory: string;
let server: EmbeddedMongo;
let client: MongoClient;
let db: Db;
let bucket: GridFSBucket;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'candor-grid-'));
  server = await startEmbeddedMongo({ dataDir: directory });
  client = await connectMongo(server.url, 'test');
  db = client.db('grid');
  bucket = new GridFSBucket(db, { bucketName: 'files' });
  await Promise.all(Object.entries(gridFsIndexes('files')).map(([name, indexes]) => ensureIndexes(db, name, indexes)));
});
afterAll(async () => {
  await client.close();
  await server.close();
  await rm(directory, { recursive: true });
});

const asId = (id: string): ObjectId => id as unknown as ObjectId;

async function joined(pieces: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const all: Buffer[] = [];
  for await (const piece of pieces) all.push(Buffer.from(piece));
  return Buffer.concat(all);
}

/** Writes `content` in pieces of `pieceBytes`, each in memory that is wiped once it has been taken. */
async function write(id: string, content: Buffer, pieceBytes: number, chunkBytes: number): Promise<void> {
  const writer = new ChunkWriter(db, 'files', id, chunkBytes);
  for (let at = 0; at < content.length; at += pieceBytes) {
    const piece = Buffer.from(content.subarray(at, at + pieceBytes));
    await writer.add(piece);
    piece.fill(0);
  }
  await writer.finish('a.bin');
}

describe('a file in GridFS', () => {
  it.each([
    [0, 7, 100],
    [1, 7, 100],
    [99, 100, 100],
    [100, 100, 100],
    [101, 33, 100],
    [5000, 999, 100],
    [3_000_000, 65_536, 510 * 1024],
  ])('of %i bytes, sent %i at a time in chunks of %i, is read by the driver and by us', async (size, piece, chunk) => {
    const content = randomBytes(size);
    const id = `written-${size}-${piece}`;
    await write(id, content, piece, chunk);
    expect((await joined(bucket.openDownloadStream(asId(id)))).equals(content)).toBe(true);
    expect((await joined(readChunks(db, 'files', id))).equals(content)).toBe(true);
    expect(await bucket.find({ _id: asId(id) }).toArray()).toMatchObject([{ length: size, filename: 'a.bin' }]);
    await bucket.delete(asId(id));
    expect(await db.collection('files.chunks').countDocuments({ files_id: id })).toBe(0);
  });

  it('that the driver wrote, in chunks of another size, is read', async () => {
    const content = randomBytes(700_001);
    const upload = bucket.openUploadStreamWithId(asId('of the driver'), 'b.bin');
    await new Promise((resolve, reject) => upload.on('error', reject).end(content, () => resolve(undefined)));
    expect((await joined(readChunks(db, 'files', 'of the driver'))).equals(content)).toBe(true);
  });

  it('that lost a chunk or its entry is not taken for a shorter one', async () => {
    await write('damaged', randomBytes(1000), 300, 300);
    await db.collection('files.chunks').deleteOne({ files_id: 'damaged', n: 2 });
    await expect(joined(readChunks(db, 'files', 'damaged'))).rejects.toThrow(
      '1000 were stored, what follows byte 600 is not there',
    );
    await expect(joined(readChunks(db, 'files', 'unknown'))).rejects.toThrow('are gone');
  });

  it('of which a chunk cannot be written is refused, and nothing is left under way', async () => {
    await db.collection('files.chunks').insertOne({ files_id: 'taken', n: 0 });
    const writer = new ChunkWriter(db, 'files', 'taken', 100);
    const adding = (async () => {
      for (let i = 0; i < 3; i++) await writer.add(randomBytes(100));
      await writer.finish('c.bin');
    })();
    await expect(adding).rejects.toThrow(/duplicate key/);
    await writer.settle();
    expect(await bucket.find({ _id: asId('taken') }).toArray()).toEqual([]);
  });
});
