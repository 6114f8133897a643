import { micros } from '@candor/runtime';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Document } from 'mongodb';
import { adminCall, startInstallation, type Installation, type Replica } from '../insights.fixture.js';
import { check } from './check.js';

/** The oracle of the fault tests must see what it is there to see. */
describe('the check of conversations', () => {
  let installation: Installation;
  let replica: Replica;
  const rows = (name: string) => replica.db.collection<Document & { _id: string }>(name);
  const kinds = async (): Promise<string[]> => (await check(replica.db, installation.clock)).map(({ kind }) => kind);

  beforeAll(async () => {
    installation = await startInstallation();
    replica = await installation.replica();
  });
  afterAll(() => installation.close());
  beforeEach(async () => {
    for (const { name } of await replica.db.listCollections().toArray()) await rows(name).deleteMany({});
    const call = adminCall();
    for (const question of ['Who?', 'When?'])
      await replica.insights.ask({ question, sourceType: 'web_ui', origin: '', idempotencyKey: '' }, call);
    // Counts are kept only of spans that nobody writes into any more.
    installation.clock.advance(3_600_000);
    await replica.insights.listConversations({ page: 1, pageSize: 10 }, call);
  });

  it('finds nothing when all is well', async () => {
    expect(await rows('conversation_spans').countDocuments({ count: 2 })).toBeGreaterThan(0);
    expect(await kinds()).toEqual([]);
  });

  it('finds a conversation that is lost', async () => {
    await rows('conversations').deleteOne({ question: 'Who?' });
    expect(new Set(await kinds())).toEqual(new Set(['wrong_counts']));
  });

  it('finds one that is there twice', async () => {
    const row = await rows('conversations').findOne({ question: 'Who?' });
    await rows('conversations').insertOne({ ...row, _id: 'another' });
    expect(await kinds()).toContain('wrong_id');
  });

  it('finds one that was accepted and that nobody records', async () => {
    const row = await rows('conversations').findOne({ question: 'Who?' });
    await rows('conversation_intake').insertOne({ ...row, _id: 'left', due_at: micros(installation.clock) - 120e6 });
    expect(await kinds()).toEqual(['stuck_work']);
  });
});
