import { MongoClient } from 'mongodb';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Api, ApiResponse } from '../support/api.js';
import { form, markdown } from '../support/multipart.js';
import { backtested, sentQuestionnaire, uploadQuestionnaire } from '../support/questionnaires.js';
import { member, SlackDouble, SlackWorkspace } from '../support/slack-double.js';
import { startReplicas, type Replicas } from '../support/replicas.js';

const SECRET = 'zyzzyva';
const DATABASES = ['candor_tenant', 'candor_questionnaire', 'candor_trust_portal', 'candor_insights'];
/** That it is being erased, for a quarter of an hour: what was in hand then may still write. */
const ERASING = 'erasures';

let replicas: Replicas;
let mongo: MongoClient;
let slack: SlackDouble;
beforeAll(async () => {
  slack = await new SlackDouble().start();
  slack.bots.set('xoxb-erased', { team_id: 'T1', team: SECRET, user_id: 'UBOT', bot_id: 'B1' });
  slack.users.set('U1', member('U1', SECRET, `${SECRET}@example.com`));
  replicas = await startReplicas(1, { CANDOR_SLACK_API_URL: slack.url });
  mongo = await new MongoClient(replicas.databaseUrl).connect();
}, 60_000);
afterAll(async () => {
  await mongo.close();
  await replicas.close();
  await slack.close();
});

let sessions = 0;
async function newChild(name: string): Promise<{ id: string; api: Api }> {
  const creator = replicas.api(0).with({ 'x-session-id': `erasure-${++sessions}` });
  const { body } = await creator.post('/v1/organizations/tenant/create', { json: { name } });
  const { id } = body as { id: string };
  return { id, api: replicas.api(0).with({ 'x-organization-id': id }) };
}
const remove = (api: Api, id: string): Promise<ApiResponse> => api.call('DELETE', `/v1/organizations/tenant/${id}`);

async function firstQuestionOf(api: Api, questionnaire: string): Promise<string> {
  const path = `/v1/questionnaire/${questionnaire}/questions`;
  return `${path}/${((await api.get(path)).body as { questions: { id: string }[] }).questions[0]?.id}`;
}

/** Something in every corner that an organization can have something in. */
async function fill(api: Api): Promise<void> {
  const questions = [`Do you use ${SECRET}?`, 'Is data encrypted?'];
  const told = await uploadQuestionnaire(api, { company: SECRET, questions });
  await api.call('PATCH', await firstQuestionOf(api, told), { json: { answer: SECRET } });
  expect((await api.get(`/v1/questionnaire/${told}/export`)).status).toBe(200);
  await sentQuestionnaire(api, SECRET, { [`Do you keep ${SECRET}?`]: SECRET });
  expect((await backtested(api)).answers).toHaveLength(1);
  const posts: [string, object][] = [
    ['/v1/tags/', { name: SECRET }],
    ['/v1/knowledge/answers', { question: `${SECRET}?`, answer: SECRET }],
    ['/v1/knowledge/answers', { question: `Draft ${SECRET}?`, answer: SECRET, status: 'DRAFT' }],
    ['/v1/users', { name: SECRET, email: `${SECRET}@example.com` }],
    ['/v1/groups', { name: SECRET }],
    ['/v1/api-keys', { name: SECRET, role: 'ADMIN' }],
    ['/v1/trustportal/update-categories', { name: SECRET }],
    ['/v1/trustportal/updates', { title: SECRET, description: SECRET, scheduled_at: '2090-01-01T00:00:00Z' }],
    ['/v1/trustportal/updates/subscribers', { email: `${SECRET}@example.com`, status: 'confirmed' }],
    ['/v1/trustportal/faq', { tag: SECRET }],
    ['/v1/trustportal/subprocessors', { name: SECRET }],
    ['/v1/webhooks', { url: 'https://93.184.215.14/', description: SECRET, enabled: false }],
    ['/v1/topic-rules', { name: SECRET, words: [SECRET], action: 'people', active: false }],
    ['/v1/interviews', { title: SECRET }],
    ['/v1/insights/ask', { question: `What is ${SECRET}?`, source_type: 'web_ui' }],
  ];
  for (const [index, [path, json]] of posts.entries()) {
    const { status } = await api.post(path, { json, headers: { 'idempotency-key': `${SECRET} ${index}` } });
    expect([path, status]).toEqual([path, 200]);
  }
  const { body } = await api.post('/v1/knowledge/documents', {
    body: form(['file', markdown(`# ${SECRET}\n\nText.`)]),
  });
  const { id } = body as { id: string };
  await api.poll(`/v1/knowledge/documents/${id}`, ({ should_poll: more }: { should_poll: boolean }) => !more);
}

/** A workspace with a question that waits, since Slack is away, and one that was answered. */
async function askInSlack(api: Api): Promise<void> {
  const signing = `${SECRET}0123456789abcdef`;
  const connect = { signing_secret: signing, bot_token: 'xoxb-erased' };
  const { status, body } = await api.call('PUT', '/v1/channels/slack', { json: connect });
  expect(status).toBe(200);
  const [, tenantName = ''] = /slack\/([^/]+)\/events/.exec((body as { events_url: string }).events_url) ?? [];
  const workspace = new SlackWorkspace(replicas.url(0), tenantName, signing);
  for (const text of [`Who is ${SECRET}?`, `Where is ${SECRET}?`]) {
    expect((await workspace.event({ text, ts: slack.nextTs() })).status).toBe(200);
    slack.trouble('users.info', ...Array.from({ length: 9 }, () => 'lost before' as const));
  }
  expect((await stored(`Where is ${SECRET}`)).some((one) => one.startsWith('slack_inbox: '))).toBe(true);
}

/** Every stored document that holds the text, as "collection: document". */
async function stored(text: string): Promise<string[]> {
  const found: string[] = [];
  for (const name of DATABASES) {
    const db = mongo.db(name);
    for (const { name: collection } of await db.listCollections().toArray()) {
      const documents = await db.collection(collection).find({}).toArray();
      found.push(
        ...documents
          .map((document) => `${collection}: ${JSON.stringify(document)}`)
          .filter((one) => one.includes(text)),
      );
    }
  }
  return found;
}

describe('a deleted organization', () => {
  it('leaves nothing of what was its', async () => {
    const { id, api } = await newChild('Going');
    await fill(api);
    await askInSlack(api);
    expect((await stored(SECRET)).length).toBeGreaterThan(10);
    const { body } = await remove(replicas.api(0), id);
    expect(body).toEqual({ id, deleted: true });
    expect((await api.get('/v1/tags/')).status).toBe(404);
    // At once: nothing waits for a sweep.
    expect(await stored(SECRET)).toEqual([]);
    // That it was deleted is known to its parent; the rest are ids.
    const left = (await stored(id)).filter((one) => !one.startsWith(`${ERASING}: `));
    expect(left.every((one) => one.startsWith('audit_log: ') && /organization\.(created|deleted)/.test(one))).toBe(
      true,
    );
    expect((await remove(replicas.api(0), id)).status).toBe(404);
  }, 60_000);

  it('leaves its siblings and its parent as they were', async () => {
    const [going, staying] = [await newChild('Going too'), await newChild('Staying')];
    await fill(staying.api);
    const seen = async (): Promise<unknown[]> =>
      Promise.all(
        ['/v1/questionnaire/list', '/v1/knowledge/answers', '/v1/users', '/v1/trustportal/updates'].map(
          async (path) => (await staying.api.get(path)).body,
        ),
      );
    const before = await seen();
    expect((await remove(replicas.api(0), going.id)).status).toBe(200);
    expect(await seen()).toEqual(before);
  }, 60_000);

  it('is none that the key was issued in, nor a sibling, nor one that there is not', async () => {
    const [child, sibling] = [await newChild('Child'), await newChild('Sibling')];
    const { body } = await child.api.post('/v1/api-keys', { json: { name: 'Child', role: 'ADMIN' } });
    const own = replicas.api(0).with({ 'x-api-key': (body as { key: string }).key });
    expect((await remove(own, child.id)).status).toBe(409);
    expect((await remove(own, sibling.id)).status).toBe(404);
    const parent = (await replicas.api(0).get('/v1/tags/')).headers.get('x-organization-id') ?? '';
    expect((await remove(own, parent)).status).toBe(404);
    expect((await remove(replicas.api(0), parent)).status).toBe(409);
    expect((await remove(replicas.api(0), '44444444-4444-4444-8444-444444444444')).status).toBe(404);
  });
});
