import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Api } from '../support/api.js';
import { joinSystem } from '../support/join-system.js';
import { processed } from '../support/questionnaires.js';
import type { JoinedSystem } from '../support/system-clients.js';

interface Question {
  id: string;
  text: string;
  location: { field?: string };
  answer: string | null;
  options: string[];
  confidence: { band: string } | null;
  version: number;
}
interface Taken {
  questionnaire_id: string;
  status: string;
  questions: { key: string; question_id: string; is_new: boolean }[];
}

let system: JoinedSystem;
let api: Api;
beforeAll(async () => {
  system = await joinSystem();
  api = await system.inNewOrganization('Forms');
  const json = { question: 'Is stored data encrypted?', answer: 'Yes' };
  expect((await api.post('/v1/knowledge/answers', { json })).status).toBe(200);
});
afterAll(() => system.close());

const ENCRYPTED = { key: 'q1', text: 'Is stored data encrypted?', kind: 'choice', options: ['Yes', 'No'] };
const CEO = { key: 'q2', text: 'Who chairs the risk committee?', kind: 'text', max_length: 200, help: 'Full name' };
const page = (formId: string, questions: object[]) => ({
  form_id: formId,
  page_url: 'https://portal.example.com/assessments/7?session=1',
  title: 'Supplier assessment',
  questions,
});
const take = async (json: object, headers: Record<string, string> = {}): Promise<Taken> => {
  const { status, body } = await api.post('/v1/questionnaire/form', { json, headers });
  expect([status, body]).toEqual([200, expect.anything()]);
  return body as Taken;
};
const questionsOf = async (id: string): Promise<Question[]> =>
  ((await api.get(`/v1/questionnaire/${id}/questions`)).body as { questions: Question[] }).questions;

describe('a web form', () => {
  it('is a questionnaire of the list, whose approved answers are learnt at once', async () => {
    const { questionnaire_id: id } = await take(page(randomUUID(), [ENCRYPTED, CEO]));
    expect(await processed(api, id)).toMatchObject({
      title: 'Form on portal.example.com: Supplier assessment',
      source_type: 'FORM',
      file: null,
      status: 'ANSWERING_COMPLETED',
      total_questions: 2,
    });
    const [first, second] = await questionsOf(id);
    expect(first).toMatchObject({ location: { field: 'q1' }, answer: 'Yes', confidence: { band: 'HIGH' } });
    const path = `/v1/questionnaire/${id}/questions/${second?.id}`;
    const json = { answer: 'Ada Lovelace', keep_in_library: true };
    const headers = { 'if-match': `"${second?.version}"` };
    expect((await api.call('PATCH', path, { json, headers })).status).toBe(200);
    expect((await api.post(`${path}/approve`, {})).status).toBe(200);
    const { body } = await api.get('/v1/knowledge/answers?query=committee');
    expect(body).toMatchObject({ answers: [{ question: CEO.text, answer: 'Ada Lovelace' }] });
    const list = await api.get('/v1/questionnaire/list?limit=1');
    expect(list.body).toMatchObject({ questionnaires: [{ id, answered_questions: 2 }] });
  });

  it('is continued by its next page, and taken once under a double click', async () => {
    const formId = randomUUID();
    const headers = { 'idempotency-key': randomUUID() };
    const [one, other] = await Promise.all([
      take(page(formId, [ENCRYPTED])),
      take(page(formId, [ENCRYPTED]), { 'x-unused': '1' }),
    ]);
    expect(one.questionnaire_id).toBe(other.questionnaire_id);
    const next = await take(page(formId, [CEO]), headers);
    expect(await take(page(formId, [CEO]), headers)).toEqual(next);
    await api.poll(
      `/v1/questionnaire/${next.questionnaire_id}/overview`,
      (now: { should_poll: boolean; total_questions: number }) => !now.should_poll && now.total_questions === 2,
    );
    const texts = (await questionsOf(next.questionnaire_id)).map(({ text }) => text);
    expect(texts).toEqual([ENCRYPTED.text, CEO.text]);
  });

  it('is exported as a list, since no file can be written back into a page', async () => {
    const { questionnaire_id: id } = await take(page(randomUUID(), [ENCRYPTED]));
    await processed(api, id);
    const csv = await api.get(`/v1/questionnaire/${id}/export?format=csv`);
    expect([csv.status, csv.body]).toEqual([200, expect.stringContaining('Is stored data encrypted?')]);
    const original = await api.get(`/v1/questionnaire/${id}/export`);
    expect(original.status).toBe(200);
    expect(original.headers.get('content-disposition')).toMatch(/\.xlsx/);
    const receipt = await api.get(`/v1/questionnaire/${id}/export/receipt`);
    expect([receipt.status, JSON.stringify(receipt.body)]).toEqual([200, expect.stringContaining('web form')]);
  });

  it('is refused once its questionnaire is completed, and for keys that may only ask', async () => {
    const formId = randomUUID();
    const { questionnaire_id: id } = await take(page(formId, [ENCRYPTED]));
    await processed(api, id);
    const path = `/v1/questionnaire/${id}`;
    expect((await api.post(`${path}/complete`, { json: { force: true } })).status).toBe(200);
    const late = await api.post('/v1/questionnaire/form', { json: page(formId, [CEO]) });
    expect([late.status, late.body]).toEqual([409, expect.objectContaining({ code: 'questionnaire_completed' })]);
    expect((await take(page(formId, [ENCRYPTED]))).questions).toMatchObject([{ is_new: false }]);
    const json = { name: 'only asks', role: 'MEMBER', scopes: ['Insights: ask'] };
    const { key } = (await api.post('/v1/api-keys', { json })).body as { key: string };
    const asking = await api.post('/v1/questionnaire/form', {
      json: page(randomUUID(), [ENCRYPTED]),
      headers: { 'x-api-key': key },
    });
    expect([asking.status, asking.body]).toEqual([
      403,
      expect.objectContaining({ code: 'insufficient_scope', required_scope: 'Questionnaires: write' }),
    ]);
  });

  it('with something wrong is told where', async () => {
    const wrong = page('not a uuid', [
      { ...ENCRYPTED, kind: 'file' },
      { key: '', text: 'x', kind: 'text' },
    ]);
    const { status, body } = await api.post('/v1/questionnaire/form', { json: { ...wrong, more: 1 } });
    expect(status).toBe(422);
    const paths = (body as { errors: { path: string }[] }).errors.map(({ path }) => path);
    expect(paths).toEqual(expect.arrayContaining(['form_id', 'questions.0.kind', 'questions.1.key', 'more']));
  });
});
