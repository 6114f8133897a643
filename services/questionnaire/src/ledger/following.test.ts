import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedMongo, type EmbeddedMongo } from '@candor/embedded-mongo';
import { connectMongo, newId, systemClock } from '@candor/runtime';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { MongoClient } from 'mongodb';
import { openStores, type Stores } from '../store/stores.js';
import { Following } from './following.js';
import { ClaimJudging } from './judging.js';
import { ClaimTaking } from './taking.js';

let folder = '';
let database: EmbeddedMongo;
let mongo: MongoClient;
let stores: Stores;
const clock = systemClock;
const answering = { contradictions: () => Promise.resolve([]) };

/** Fails at the evidence of one organization. */
class FailingAt extends ClaimJudging {
  constructor(private readonly organizationId: string) {
    super({ ...stores, answering, clock });
  }

  override source(...[organizationId, ...more]: Parameters<ClaimJudging['source']>): Promise<number> {
    if (organizationId === this.organizationId) return Promise.reject(new Error('cannot be read'));
    return super.source(organizationId, ...more);
  }
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'candor-following-'));
  database = await startEmbeddedMongo({ dataDir: folder });
  mongo = await connectMongo(database.url, 'test');
  stores = await openStores(mongo.db('questionnaire'), clock);
}, 60_000);
afterAll(async () => {
  await mongo.close();
  await database.close();
  await rm(folder, { recursive: true, force: true });
});

it('what fails for one organization keeps no other waiting, and is tried again', async () => {
  const fields = { question: 'Is it so?', answer: 'Yes.', tags: [], ownerId: '', expiresAt: 0 };
  const [failing, other] = [newId(), newId()];
  for (const organizationId of [failing, other]) {
    const { _id } = await stores.library.create(organizationId, { ...fields, status: 'APPROVED' }, 'manual');
    await stores.library.update(organizationId, _id, { answer: 'No.' });
  }
  const due = async (): Promise<string[]> =>
    (await stores.ledgerMarks.changedAnswers(0, 10)).map(({ organizationId }) => organizationId);
  expect((await due()).sort()).toEqual([failing, other].sort());
  const taking = new ClaimTaking({ ...stores, clock });
  // In whatever order they come, each of both fails once.
  for (const organizationId of [failing, other]) {
    const following = new Following({ ...stores, taking, clock, judging: new FailingAt(organizationId) });
    await expect(following.round()).rejects.toThrow('could not all be followed');
    if (organizationId === failing) expect(await due()).toEqual([failing]);
    const [entry] = await stores.library.list(other, {}, 1, 0);
    if (entry) await stores.library.update(other, entry._id, { answer: `No, ${organizationId}.` });
  }
  expect(await due()).toEqual([other]);
});

it('what stands on a document is found by an index, however much customers were told', async () => {
  const filter = { organizationId: newId(), current: true, 'sources.documentId': newId() };
  const plan: unknown = await mongo.db('questionnaire').collection('claims').find(filter).explain();
  expect(JSON.stringify(plan)).toContain('sources.documentId_1');
});
