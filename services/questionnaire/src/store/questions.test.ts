import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedMongo, type EmbeddedMongo } from '@candor/embedded-mongo';
import { connectMongo, newId, systemClock } from '@candor/runtime';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { MongoClient } from 'mongodb';
import type { QuestionDocument } from './documents.js';
import { openStores, type Stores } from './stores.js';

let root: string;
let server: EmbeddedMongo;
let client: MongoClient;
let stores: Stores;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'candor-questions-'));
  server = await startEmbeddedMongo({ dataDir: root });
  client = await connectMongo(server.url, 'test');
  stores = await openStores(client.db('questionnaire'), systemClock);
});
afterAll(async () => {
  await client.close();
  await server.close();
  await rm(root, { recursive: true });
});

const questionAt = (_id: string, position: number, text = 'Is the lift tested?'): QuestionDocument =>
  ({ _id, organizationId: 'o', questionnaireId: 'q', sheetId: 's', position, text }) as QuestionDocument;

describe('storing questions', () => {
  it('changes nothing when it is repeated', async () => {
    const documents = [questionAt(newId(), 0), questionAt(newId(), 1)];
    await stores.questions.insertQuestions(documents);
    await stores.questions.insertQuestions(documents);
    expect(await stores.questions.count('o', 'q')).toBe(2);
  });

  it('fails when a key comes twice, in one write and in two', async () => {
    const twice = { code: 'question_key_twice' };
    const id = newId();
    await expect(stores.questions.insertQuestions([questionAt(id, 2), questionAt(id, 3)])).rejects.toMatchObject(twice);
    await expect(stores.questions.insertQuestions([questionAt(id, 4)])).rejects.toMatchObject(twice);
  });
});
