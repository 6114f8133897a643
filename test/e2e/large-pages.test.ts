import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { databaseUrlFile } from '@candor/embedded';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { MongoClient, type Document } from 'mongodb';
import { startSystem, type TestSystem } from '../support/harness.js';
import { uploadQuestionnaire } from '../support/questionnaires.js';

let system: TestSystem;
let mongo: MongoClient;
beforeAll(async () => {
  system = await startSystem();
  mongo = await new MongoClient(await readFile(databaseUrlFile(system.dataDir), 'utf8')).connect();
}, 60_000);
afterAll(async () => {
  await mongo.close();
  await system.close();
});

type Row = Document & { _id: string };

/** Stores `count` copies of the collection's only row, each with what `change` makes of it. */
async function copies(place: string, count: number, change: (n: number) => Document): Promise<void> {
  const [database = '', name = ''] = place.split('.');
  const rows = mongo.db(`candor_${database}`).collection<Row>(name);
  const row = await rows.findOne({});
  if (!row) throw new Error(`there is nothing in ${place}`);
  for (let from = 0; from < count; from += 20) {
    const some = Array.from({ length: Math.min(20, count - from) }, (_, n) => from + n);
    await rows.insertMany(some.map((n) => ({ ...row, _id: randomUUID(), ...change(n) })));
  }
}

const long = (characters: number): string => 'long text '.repeat(characters / 10);

/** Every id of a list, page by page with this `limit`, as a client reads it; each page must be 200. */
async function idsOf(path: string, field: string, limit: number): Promise<{ ids: string[]; pages: number }> {
  const ids: string[] = [];
  let pages = 0;
  for (let offset: number | undefined = 0; offset !== undefined;) {
    const answer = await system.api.get(`${path}${path.includes('?') ? '&' : '?'}limit=${limit}&offset=${offset}`);
    expect([path, answer.status]).toEqual([path, 200]);
    const body = answer.body as Record<string, { id: string }[]> & { pagination: { next_offset?: number } };
    ids.push(...body[field]!.map(({ id }) => id));
    offset = body.pagination.next_offset;
    pages++;
  }
  return { ids, pages };
}

const distinct = ({ ids }: { ids: string[] }): number => new Set(ids).size;

describe('a page that holds much', () => {
  it('of 340 updates of 100,000 characters is answered, and the pages together have each update once', async () => {
    const made = { title: 'Update', description: long(100_000), schedule_disabled: true };
    expect((await system.api.post('/v1/trustportal/updates', { json: made })).status).toBe(200);
    await copies('trust_portal.updates', 339, (n) => ({ created_at: n }));
    const read = await idsOf('/v1/trustportal/updates', 'updates', 340);
    expect([read.ids.length, distinct(read)]).toEqual([340, 340]);
    expect(read.pages).toBeGreaterThan(1);
    // What fits is whole, as ever.
    const whole = await idsOf('/v1/trustportal/updates', 'updates', 100);
    expect([whole.ids.length, whole.pages]).toEqual([100, 1]);
  }, 120_000);

  it('of answers, comments, audit rows or passages is answered', async () => {
    const answer = { question: 'Is data encrypted?', answer: long(50_000), status: 'DRAFT' };
    expect((await system.api.post('/v1/knowledge/answers', { json: answer })).status).toBe(200);
    await copies('questionnaire.library_answers', 249, (n) => ({ createdAt: n, questionKey: `k${n}` }));
    expect(distinct(await idsOf('/v1/knowledge/answers', 'answers', 1000))).toBe(250);

    const audit = mongo.db('candor_tenant').collection<Row>('audit_log');
    const before = await audit.countDocuments({});
    await copies('tenant.audit_log', 300, () => ({ details: [['what', long(60_000)]] }));
    expect(distinct(await idsOf('/v1/audit-log', 'entries', 1000))).toBeGreaterThanOrEqual(before + 300);

    const id = await uploadQuestionnaire(system.api);
    const { body } = await system.api.get(`/v1/questionnaire/${id}/questions?limit=1`);
    const comments = `/v1/questionnaire/${id}/questions/${(body as { questions: { id: string }[] }).questions[0]!.id}/comments`;
    expect((await system.api.post(comments, { json: { text: long(10_000) } })).status).toBe(200);
    await copies('questionnaire.question_comments', 499, (n) => ({ at: n, text: long(30_000) }));
    expect(distinct(await idsOf(comments, 'comments', 1000))).toBe(500);

    await copies('questionnaire.questions', 200, (n) => ({ position: 1000 + n, key: `k${n}`, text: long(60_000) }));
    expect(distinct(await idsOf(`/v1/questionnaire/${id}/questions`, 'questions', 1000))).toBeGreaterThan(200);
  }, 120_000);

  it('of a list that has no pages is whole', async () => {
    expect((await system.api.post('/v1/tags/', { json: { name: 'One' } })).status).toBe(200);
    await copies('questionnaire.tags', 15, (n) => ({
      name: `Tag ${n}`,
      nameKey: `tag ${n}`,
      description: long(3_000_000),
    }));
    const tags = await system.api.get('/v1/tags/');
    expect(tags.status).toBe(200);
    expect((tags.body as unknown[]).length).toBeGreaterThanOrEqual(16);
  }, 120_000);

  it('of conversations, whose pages are counted, is whole', async () => {
    const lines = JSON.stringify({ question: 'Is it so?', answer: 'Yes.', source_type: 'web_ui', answered_at: 1.7e15 });
    const form = new FormData();
    form.append('file', new Blob([lines], { type: 'application/jsonl' }), 'one.jsonl');
    expect((await system.api.post('/v1/insights/conversations/import', { body: form })).status).toBe(200);
    await copies('insights.conversations', 104, (n) => ({
      conversation_id: randomUUID(),
      answered_at: 1.7e15 - n - 1,
      answer: long(400_000),
    }));
    const { status, body } = await system.api.get('/v1/insights/conversations?page=1&page_size=100');
    expect(status).toBe(200);
    const ids = (body as { data: { id: string }[] }).data.map(({ id }) => id);
    expect(new Set(ids).size).toBe(100);
  }, 120_000);
});
