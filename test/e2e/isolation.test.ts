import { createHash, randomBytes } from 'node:crypto';
import { paramNames, routes } from '@candor/gateway';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Api, CallOptions } from '../support/api.js';
import { connectAgentOf } from '../support/agent-consent.js';
import { Browserlike } from '../support/browserlike.js';
import { joinSystemWithMail } from '../support/join-system.js';
import { form, markdown } from '../support/multipart.js';
import { eventually } from '../support/poll.js';
import { QUESTIONS, uploadQuestionnaire } from '../support/questionnaires.js';
import { startReceiver, type Receiver } from '../support/receiver.js';
import { entries } from './isolation-entries.js';
import { toldAndAskedOf } from './isolation-finding.js';
import { pathOf, SECRET, type Entry, type Ids } from './isolation-world.js';
import { portalLists, portalThingsOf } from './isolation-portal.js';

let system: Awaited<ReturnType<typeof joinSystemWithMail>>;
let receiver: Receiver;
let owner: Api;
let stranger: Api;
let ids: Ids;
let strangersOwn: Promise<Ids> | undefined;

/** One of everything, named by `word`. */
async function ownThings(api: Api, word: string): Promise<Ids> {
  const idOf = async (path: string, options: CallOptions): Promise<string> => {
    const { status, body } = await api.post(path, options);
    expect(status).toBe(200);
    return (body as { id: string }).id;
  };
  const file = { company: word, questions: [...QUESTIONS, `Do you use ${word}?`], fileName: `${word}.csv` };
  const questionnaire = await uploadQuestionnaire(api, file);
  const { body } = await api.get(`/v1/questionnaire/${questionnaire}/questions`);
  for (const answer of ['Not C', 'Not D'])
    await idOf('/v1/knowledge/answers', { json: { question: `${word} C?`, answer } });
  const document = await idOf('/v1/knowledge/documents', { body: form(['file', markdown(`# ${word}`)]) });
  await api.poll(`/v1/knowledge/documents/${document}`, ({ should_poll: more }: { should_poll: boolean }) => !more);
  const user = await idOf('/v1/users', { json: { name: word, email: `${word}@example.com` } });
  return {
    questionnaire_id: questionnaire,
    question_id: (body as { questions: { id: string }[] }).questions[0]?.id ?? '',
    ...(await toldAndAskedOf(api, word)),
    tag_id: await idOf('/v1/tags/', { json: { name: word } }),
    document_id: document,
    answer_id: await idOf('/v1/knowledge/answers', { json: { question: `${word}?`, answer: word } }),
    user_id: user,
    ...(await signInOf(api, user, word)),
    group_id: await idOf('/v1/groups', { json: { name: word, member_ids: [user] } }),
    api_key_id: await idOf('/v1/api-keys', { json: { name: word, role: 'VIEWER' } }),
    ...(await webhookOf(api, word, idOf)),
    ...(await portalOf(word, idOf)),
    ...(await portalThingsOf(system, api, word)),
  };
}

/** Signs the person in by a mailed link, and connects an agent and a browser extension for them. */
async function signInOf(
  api: Api,
  user: string,
  word: string,
): Promise<Pick<Ids, 'sign_in_id' | 'connected_agent_id' | 'extension_id'>> {
  const email = `${word}@example.com`;
  const browser = new Browserlike(system.url);
  await browser.post('/auth/mail', { email });
  const code = (await system.mails.next(email)).fragment('sign-in-mail');
  expect((await browser.post('/auth/mail/redeem', { code })).status).toBe(200);
  const { body } = await api.get(`/v1/session/sign-ins?user_id=${user}`);
  await connectAgentOf(browser, new URL('/mcp', system.url), word);
  const connected = await browser.get('/v1/connected-agents');
  return {
    sign_in_id: (body as { sign_ins: { id: string }[] }).sign_ins[0]?.id ?? '',
    connected_agent_id: (connected.body as { agents: { id: string }[] }).agents[0]?.id ?? '',
    extension_id: await extensionOf(browser),
  };
}

/** The key of an extension that the person lets in. */
async function extensionOf(browser: Browserlike): Promise<string> {
  const verifier = randomBytes(32).toString('base64url');
  const challenge = createHash('sha256').update(verifier).digest('base64url');
  const { body } = await browser.post('/v1/extension/connections', { challenge });
  await browser.post('/v1/extension/connections/redeem', {
    ...(body as { code: string }),
    expires_at: undefined,
    verifier,
  });
  const { extensions } = (await browser.get('/v1/extension/connections')).body as { extensions: { id: string }[] };
  return extensions[0]?.id ?? '';
}

/** A webhook that has got a message. */
async function webhookOf(
  api: Api,
  word: string,
  idOf: (path: string, options: CallOptions) => Promise<string>,
): Promise<Pick<Ids, 'webhook_id' | 'delivery_id'>> {
  // It listens to nothing that happens here, so that its log stays as it is.
  const json = { url: receiver.url, description: word, events: ['update.sent'] };
  const webhook = await idOf('/v1/webhooks', { json });
  const delivery = await idOf(`/v1/webhooks/${webhook}/test`, {});
  await eventually('the message is delivered', async () => {
    const { body } = await api.get(`/v1/webhooks/${webhook}/deliveries/${delivery}`);
    return (body as { state: string }).state === 'delivered';
  });
  return { webhook_id: webhook, delivery_id: delivery };
}

/** An update that carries a category, with a subscriber of it; not sent, so that it stays as it is. */
async function portalOf(
  word: string,
  idOf: (path: string, options: CallOptions) => Promise<string>,
): Promise<Pick<Ids, 'update_id' | 'category_id' | 'subscription_id'>> {
  const category = await idOf('/v1/trustportal/update-categories', { json: { name: word } });
  const subscriber = { email: `${word}@example.com`, status: 'confirmed', category_ids: [category] };
  return {
    category_id: category,
    subscription_id: await idOf('/v1/trustportal/updates/subscribers', { json: subscriber }),
    update_id: await idOf('/v1/trustportal/updates', {
      json: { title: word, description: word, category_ids: [category] },
    }),
  };
}

/** The owner asks a person and a group for an answer each. */
async function askQuestions(): Promise<void> {
  const path = `/v1/questionnaire/${ids.questionnaire_id}/questions`;
  const { questions } = (await owner.get(path)).body as { questions: { id: string }[] };
  const assignees = [
    { id: ids.user_id, type: 'USER' },
    { id: ids.group_id, type: 'GROUP' },
  ];
  for (const [index, assignee] of assignees.entries()) {
    const json = { assignee, due_at: '2090-03-31', note: SECRET };
    expect((await owner.call('PATCH', `${path}/${questions[index]?.id}`, { json })).status).toBe(200);
  }
}

beforeAll(async () => {
  receiver = await startReceiver();
  system = await joinSystemWithMail();
  owner = await system.inNewOrganization('Owner');
  stranger = await system.inNewOrganization('Stranger');
  ids = await ownThings(owner, SECRET);
  await askQuestions();
  await owner.post('/v1/insights/ask', { json: { question: `What is ${SECRET}?`, source_type: 'slack_dm' } });
}, 120_000);
afterAll(async () => {
  await system.close();
  await receiver.close();
});

/** Everything that the owner has, as the owner sees it. */
const seenByOwner = async (): Promise<unknown[]> => {
  const paths = [
    `/v1/questionnaire/${ids.questionnaire_id}/overview`,
    `/v1/questionnaire/${ids.questionnaire_id}/questions`,
    `/v1/knowledge/documents/${ids.document_id}/versions`,
    `/v1/questions/assigned?all=true&assignee=${ids.user_id},${ids.group_id}`,
    '/v1/questionnaire/load',
    '/v1/tags/',
    '/v1/knowledge/documents',
    '/v1/knowledge/answers?limit=1000',
    '/v1/users',
    `/v1/session/sign-ins?user_id=${ids.user_id}`,
    '/v1/connected-agents?of=everyone',
    '/v1/groups',
    '/v1/api-keys',
    '/v1/audit-log?limit=1000',
    '/v1/trustportal/updates?archived=all',
    '/v1/trustportal/updates/subscribers',
    '/v1/trustportal/update-categories',
    ...portalLists,
    '/v1/interviews',
    '/v1/insights/conversations',
    '/v1/webhooks',
    `/v1/webhooks/${ids.webhook_id}/deliveries`,
    '/v1/insights/summary',
  ];
  return Promise.all(paths.map(async (path) => (await owner.get(path)).body));
};

let lastSeen: unknown[] | undefined;
/** What the owner saw after the call before this one: each look is compared with the last, and serves the next. */
const seenBefore = async (): Promise<unknown[]> => (lastSeen ??= await seenByOwner());
async function expectUnchanged(before: unknown[]): Promise<void> {
  lastSeen = await seenByOwner();
  expect(lastSeen).toEqual(before);
}

it('every endpoint is tried', () => {
  expect(Object.keys(entries).sort()).toEqual(routes.map(({ operationId }) => operationId).sort());
  // A path that names a thing must be tried as one.
  for (const route of routes) {
    if (paramNames(route.path).some((name) => name !== 'organization_id'))
      expect([route.operationId, entries[route.operationId]?.kind]).toEqual([route.operationId, 'hidden']);
  }
});

describe('what belongs to another organization', () => {
  const tried = <K extends Entry['kind']>(kind: K) =>
    routes.flatMap((route) => {
      const entry = entries[route.operationId];
      return entry?.kind === kind ? [[route.operationId, route, entry as Extract<Entry, { kind: K }>] as const] : [];
    });

  it.each(tried('hidden'))('does not exist for %s, and stays as it is', async (_id, route, { options }) => {
    const before = await seenBefore();
    const method = route.method.toUpperCase();
    const { status, body } = await stranger.call(method, pathOf(route, ids), options?.());
    const unknown = await stranger.call(method, pathOf(route, {}), options?.());
    const saying = (problem: unknown): unknown => {
      const { code, detail, title } = problem as Record<string, unknown>;
      return { code, detail, title };
    };
    expect(status).toBe(404);
    expect(unknown.status).toBe(404);
    expect(saying(body)).toEqual(saying(unknown.body));
    // Under a thing of its own, the other's part does not exist either.
    if (paramNames(route.path).length > 1) {
      const own = await (strangersOwn ??= ownThings(stranger, 'Own'));
      const mixed = await stranger.call(
        method,
        pathOf(route, { ...ids, questionnaire_id: own.questionnaire_id, webhook_id: own.webhook_id }),
        options?.(),
      );
      expect(mixed.status).toBe(404);
    }
    await expectUnchanged(before);
  });

  it.each(tried('lists'))('is not in %s', async (_id, route, { query = '', json, nothing }) => {
    const empty = await system.inNewOrganization('Empty');
    const path = route.path + (typeof query === 'string' ? query : query(ids));
    const { status, body } = await empty.call(route.method.toUpperCase(), path, json ? { json } : {});
    expect(status).toBe(200);
    const text = JSON.stringify(body);
    if (nothing) expect(body).toMatchObject(nothing);
    for (const id of Object.values(ids)) expect(text).not.toContain(id);
    expect(text).not.toContain(SECRET);
    if ((body as { pagination?: { total: number } }).pagination)
      expect(body).toMatchObject({ pagination: { total: 0 } });
  });

  it('is not among what was asked, nor in its counts, for a person of another organization', async () => {
    const query = `assignee=${ids.user_id},${ids.group_id}`;
    const asked = (api: Api, more = '') => api.get(`/v1/questions/assigned?all=true${more}`);
    expect((await asked(owner, `&${query}`)).body).toMatchObject({ questions: [{}, {}], pagination: { total: 2 } });
    expect((await owner.get('/v1/questionnaire/load')).body).toMatchObject({ people: [{}, {}] });

    const other = await system.inNewOrganization('Asking');
    const json = { name: 'Eve', email: 'eve@asking.example', role: 'ADMIN' };
    const { id } = (await other.post('/v1/users', { json })).body as { id: string };
    const key = { name: 'Eve', role: 'ADMIN', owner_id: id };
    const issued = (await other.post('/v1/api-keys', { json: key })).body as { key: string };
    const eve = system.api.with({ 'x-api-key': issued.key });
    for (const more of ['', `&${query}`, `&assignee=me,${ids.user_id}`, `&questionnaire_id=${ids.questionnaire_id}`])
      expect([more, (await asked(eve, more)).body]).toEqual([
        more,
        expect.objectContaining({ questions: [], pagination: expect.objectContaining({ total: 0 }) }),
      ]);
    expect((await eve.get('/v1/questionnaire/load')).body).toMatchObject({ people: [] });
    const list = await eve.get(`/v1/questionnaire/list?${query}`);
    expect(list.body).toMatchObject({ questionnaires: [], pagination: { total: 0 } });
    const questions = await eve.get(`/v1/questionnaire/${ids.questionnaire_id}/questions?assignee=me`);
    expect(questions.status).toBe(404);
    const done = await eve.post('/v1/questions/assigned/done', { json: { question_ids: [ids.question_id] } });
    expect(JSON.stringify(done.body)).not.toContain(SECRET);
    expect((await asked(owner, `&${query}`)).body).toMatchObject({ questions: [{}, {}] });
  });

  it.each(tried('creates'))('is neither used nor touched by %s', async (_id, route, { options, check }) => {
    const before = await seenBefore();
    const { status, body } = await stranger.call(route.method.toUpperCase(), route.path, options(ids));
    expect(status).toBe(route.succeeds ?? 200);
    await check?.(body, { owner, stranger, ids });
    await expectUnchanged(before);
  });

  it('cannot be put into a group, own a key, or be the category of an update or a subscriber', async () => {
    for (const [path, json] of [
      ['/v1/groups', { name: 'B', member_ids: [ids.user_id] }],
      ['/v1/api-keys', { name: 'B', role: 'VIEWER', owner_id: ids.user_id }],
      ['/v1/trustportal/updates', { title: 'B', description: 'B', category_ids: [ids.category_id] }],
      ['/v1/trustportal/updates/subscribers', { email: 'c@example.com', category_ids: [ids.category_id] }],
    ] as const) {
      expect([path, (await stranger.post(path, { json })).status]).toEqual([path, 422]);
    }
  });

  it('does not make the client of this one poll', async () => {
    const empty = await system.inNewOrganization('Idle');
    await owner.post('/v1/questionnaire/upload/text', { json: { text_content: QUESTIONS.join('\n') } });
    const { body } = await empty.get('/v1/questionnaire/list');
    expect((body as { should_poll: boolean }).should_poll).toBe(false);
  });
});
