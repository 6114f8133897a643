import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startEmbeddedMongo, type EmbeddedMongo } from '@candor/embedded-mongo';
import { MongoClient, type Collection } from 'mongodb';
import { countOf, PART_BYTES, readAll, readFirst, readPage, readPart } from './reads.js';

interface Row {
  _id: number;
  group: string;
  text: string;
}

const ROWS = 1500;
let folder: string;
let database: EmbeddedMongo;
let client: MongoClient;
let rows: Collection<Row>;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'candor-reads-'));
  database = await startEmbeddedMongo({ dataDir: folder });
  client = await new MongoClient(database.url).connect();
  rows = client.db('reads').collection<Row>('rows');
  await rows.insertMany(
    Array.from({ length: ROWS }, (_, n) => ({
      _id: n,
      group: n % 3 === 0 ? 'third' : 'other',
      text: 'x'.repeat(3000),
    })),
  );
});

afterAll(async () => {
  await client.close();
  await database.close();
  await rm(folder, { recursive: true, force: true });
});

describe('reads by one command', () => {
  it('give a page in order, with its skip, limit and projection', async () => {
    const page = await readPage(
      rows,
      { group: 'third' },
      { sort: { _id: -1 }, skip: 2, limit: 3, projection: { text: 0 } },
    );
    expect(page).toEqual([1491, 1488, 1485].map((_id) => ({ _id, group: 'third' })));
  });

  it('give all documents, also when they do not fit into one reply, and leave no cursor behind', async () => {
    const all = await readAll(rows, {}, { sort: { _id: 1 } });
    expect(all.map(({ _id }) => _id)).toEqual(Array.from({ length: ROWS }, (_, n) => n));
    const big = await readPage(rows, {}, { sort: { _id: -1 }, limit: 1000 });
    expect([big.length, big[0]?._id, big.at(-1)?._id]).toEqual([1000, 1499, 500]);
  });

  it('give a part of a page, which is whole unless its documents are large, and leave no cursor behind', async () => {
    const whole = await readPart(rows, {}, { sort: { _id: 1 }, skip: 1, limit: 1000 });
    expect([whole.length, whole[0]?._id, whole.at(-1)?._id]).toEqual([1000, 1, 1000]);
    const large = client.db('reads').collection<Row>('large');
    await large.insertMany(
      Array.from({ length: 40 }, (_, _id) => ({ _id, group: 'large', text: 'x'.repeat(400_000) })),
    );
    const part = await readPart(large, {}, { sort: { _id: -1 }, skip: 5, limit: 30 });
    expect(part.map(({ _id }) => _id)).toEqual(Array.from({ length: 10 }, (_, n) => 34 - n));
    expect(part.length * 400_000).toBeLessThanOrEqual(PART_BYTES);
    const few = await readPart(large, {}, { sort: { _id: 1 }, limit: 3 });
    expect(few.map(({ _id }) => _id)).toEqual([0, 1, 2]);
    await large.insertOne({ _id: 100, group: 'huge', text: 'x'.repeat(2 * PART_BYTES) });
    expect(await readPart(large, { group: 'huge' }, { limit: 1000 })).toHaveLength(1);
  });

  it('give the first document or null', async () => {
    expect(await readFirst(rows, { _id: 7 }, { group: 1 })).toEqual({ _id: 7, group: 'other' });
    expect(await readFirst(rows, { _id: ROWS })).toBeNull();
  });

  it('count what passes a filter', async () => {
    expect(await countOf(rows, { group: 'third' })).toBe(500);
    expect(await countOf(rows, { group: 'none' })).toBe(0);
  });
});
