import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Api } from '../support/api.js';
import { startSystem, type TestSystem } from '../support/harness.js';
import { uploadQuestionnaire } from '../support/questionnaires.js';

interface Entry {
  action: string;
  target_type: string;
  target_id: string;
  key_id: string;
  request_id: string;
  details: Record<string, string>;
}

let system: TestSystem;
let api: Api;
beforeAll(async () => {
  system = await startSystem();
  api = await system.inNewOrganization('Audited');
}, 60_000);
afterAll(() => system.close());

const entries = async (query = ''): Promise<Entry[]> =>
  ((await api.get(`/v1/audit-log?limit=1000${query}`)).body as { entries: Entry[] }).entries;
const idOf = async (path: string, json: object): Promise<string> =>
  ((await api.post(path, { json })).body as { id: string }).id;

describe('the audit log', () => {
  it('has approvals, exports, edits and deletions of questionnaires', async () => {
    const id = await uploadQuestionnaire(api, { company: 'Northgate', questions: ['Do you encrypt data?', 'Why?'] });
    const path = `/v1/questionnaire/${id}`;
    const { questions } = (await api.get(`${path}/questions`)).body as { questions: { id: string }[] };
    const question = `${path}/questions/${questions[0]?.id}`;
    await api.call('PATCH', question, { json: { answer: 'Yes, secretly' } });
    await api.post(`${question}/approve`);
    await api.post(`${path}/questions/approve`, { json: { filter: { all: true } } });
    await api.get(`${path}/export?format=csv`);
    await api.post(`${path}/complete`, { json: { force: true } });
    await api.post(`${path}/reopen`);
    await api.call('DELETE', path);
    const ofQuestionnaire = (await entries(`&target_id=${id}`)).map(({ action }) => action).reverse();
    expect(ofQuestionnaire).toEqual([
      'questionnaire.uploaded',
      'questionnaire.questions_approved',
      'questionnaire.exported',
      'questionnaire.completed',
      'questionnaire.reopened',
      'questionnaire.deleted',
    ]);
    const all = await entries();
    expect(all.find(({ action }) => action === 'question.edited')).toMatchObject({
      target_type: 'question',
      target_id: questions[0]?.id,
      details: { fields: 'answer' },
    });
    expect(all.find(({ action }) => action === 'question.approved')?.key_id).not.toBe('');
    expect(all.find(({ action }) => action === 'questionnaire.exported')?.details).toEqual({
      format: 'csv',
      answers: 'all',
    });
    // Facts, never contents.
    expect(JSON.stringify(all)).not.toContain('secretly');
  });

  it('has keys, people, updates, subscribers, categories, evidence and webhooks', async () => {
    const made = {
      'api_key.issued': await idOf('/v1/api-keys', { name: 'K', role: 'VIEWER' }),
      'user.created': await idOf('/v1/users', { name: 'U', email: 'u@example.com' }),
      'group.created': await idOf('/v1/groups', { name: 'G' }),
      'update.created': await idOf('/v1/trustportal/updates', { title: 'T', description: 'D' }),
      'subscriber.added': await idOf('/v1/trustportal/updates/subscribers', { email: 's@example.com' }),
      'category.created': await idOf('/v1/trustportal/update-categories', { name: 'C' }),
      'answer.created': await idOf('/v1/knowledge/answers', { question: 'Q?', answer: 'A' }),
      'tag.created': await idOf('/v1/tags/', { name: 'T' }),
      'webhook.created': await idOf('/v1/webhooks', { url: 'https://93.184.215.14/', enabled: false }),
    };
    for (const [action, id] of Object.entries(made)) {
      expect(await entries(`&target_id=${id}&action=${action}`)).toMatchObject([{ action, target_id: id }]);
    }
    await api.call('DELETE', `/v1/api-keys/${made['api_key.issued']}`);
    expect(await entries('&action=api_key.revoked')).toHaveLength(1);
  });

  it('has the creation and the deletion of a child in its parent', async () => {
    const parent = system.api.with({ 'x-session-id': 'audit' });
    const { id } = (await parent.post('/v1/organizations/tenant/create', { json: { name: 'Short-lived' } }))
      .body as Entry & {
      id: string;
    };
    await system.api.call('DELETE', `/v1/organizations/tenant/${id}`);
    const { body } = await system.api.get(`/v1/audit-log?target_id=${id}`);
    const actions = (body as { entries: Entry[] }).entries.map(({ action }) => action);
    expect(actions).toEqual(expect.arrayContaining(['organization.created', 'organization.deleted']));
  });

  it('has what was done once only once, and nothing that was refused', async () => {
    const headers = { 'idempotency-key': 'audit-once' };
    for (let n = 0; n < 2; n++) await api.post('/v1/tags/', { json: { name: 'Once' }, headers });
    await api.post('/v1/tags/', { json: { name: 'Once' } });
    await api.call('DELETE', '/v1/tags/44444444-4444-4444-8444-444444444444');
    const created = (await entries('&action=tag.created')).length;
    const { body } = await api.get('/v1/tags/');
    expect(created).toBe((body as { is_ai_generated: boolean }[]).filter((tag) => !tag.is_ai_generated).length);
    expect(await entries('&action=tag.deleted')).toEqual([]);
  });

  it('cannot be changed: there is no way to write, edit or delete an entry', async () => {
    const [entry] = await entries();
    for (const method of ['POST', 'PATCH', 'DELETE', 'PUT']) {
      expect((await api.call(method, '/v1/audit-log')).status).toBe(405);
      expect((await api.call(method, `/v1/audit-log/${entry?.request_id}`)).status).toBe(404);
    }
  });
});
