import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Api } from '../support/api.js';
import { joinSystem } from '../support/join-system.js';
import { eventually } from '../support/poll.js';
import type { JoinedSystem } from '../support/system-clients.js';

const PORTAL = '/v1/trustportal';
let system: JoinedSystem;
let api: Api;
let portal = '';

beforeAll(async () => {
  system = await joinSystem();
  api = await system.inNewOrganization('Quayside Ltd');
  portal = `${system.url}/portal/quayside-ltd`;
}, 60_000);
afterAll(() => system.close());

const page = async (path: string, init: RequestInit = {}): Promise<{ status: number; text: string }> => {
  const response = await fetch(portal + path, init);
  return { status: response.status, text: await response.text() };
};
const made = async (path: string, json: object): Promise<Record<string, unknown>> => {
  const { status, body } = await api.post(path, { json });
  expect([path, status]).toEqual([path, 200]);
  return body as Record<string, unknown>;
};

describe('a trust portal with a front page', () => {
  it('shows what was published of it, and answers visitors from that alone', async () => {
    await made('/v1/knowledge/answers', {
      question: 'Is customer data encrypted at rest?',
      answer: 'Yes. Customer data is encrypted at rest with AES-256.',
      tags: ['public'],
    });
    await made('/v1/knowledge/answers', {
      question: 'How many penetration tests are carried out each year?',
      answer: 'Two penetration tests are carried out each year.',
      tags: ['internal'],
    });
    const { status, body } = await api.call('PATCH', `${PORTAL}/profile`, {
      json: { about: 'We are **careful**.', contact_email: 'trust@quayside.example' },
    });
    expect([status, body]).toMatchObject([200, { published: null, draft: { about: 'We are **careful**.' } }]);
    expect((await page('')).text).not.toContain('careful');
    await made(`${PORTAL}/profile/publish`, {});
    const entry = await made(`${PORTAL}/faq`, { tag: 'public' });
    expect(entry).toMatchObject({ tag: 'public', answer_id: null });
    expect((await api.get(`${PORTAL}/faq-answers`)).body).toMatchObject({
      answers: [{ question: 'Is customer data encrypted at rest?' }],
      pagination: { total: 1 },
    });
    await eventually('the front page is shown', async () => (await page('')).text.includes('careful'));
    const { text } = await page('/faq');
    expect(text).toContain('Is customer data encrypted at rest?');
    expect(text).not.toContain('penetration');

    const ask = (question: string) => page('/ask', { method: 'POST', body: new URLSearchParams({ question }) });
    const known = await ask('Is customer data encrypted at rest?');
    expect([known.status, known.text.includes('AES-256')]).toEqual([200, true]);
    const secret = await ask('How many penetration tests are carried out each year?');
    expect(secret.text).toContain('There is no published answer to this question');
    expect(secret.text).not.toContain('Two');
    const { data } = (await api.get('/v1/insights/conversations')).body as { data: Record<string, unknown>[] };
    expect(data).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ question: 'Is customer data encrypted at rest?', source_type: 'web_ui' }),
        expect.objectContaining({ question: 'How many penetration tests are carried out each year?' }),
      ]),
    );
    expect((await api.get('/v1/insights/summary')).body).toMatchObject({
      unanswered: [{ question: 'How many penetration tests are carried out each year?' }],
    });
  }, 60_000);

  it('tells changes of subprocessors once, in one update of a category', async () => {
    const { id: category } = await made(`${PORTAL}/update-categories`, { name: 'Subprocessors' });
    for (const name of ['Nordwind', 'Amber Mail']) await made(`${PORTAL}/subprocessors`, { name, region: 'EU' });
    const announce = { category_id: category, notice_days: 30 };
    const { update_id: id, changes } = await made(`${PORTAL}/subprocessor-announcements`, announce);
    expect(changes).toBe(2);
    expect((await api.get(`${PORTAL}/updates/${String(id)}`)).body).toMatchObject({
      title: '2 changes of our subprocessors',
      category_ids: [category],
    });
    const again = await api.post(`${PORTAL}/subprocessor-announcements`, { json: announce });
    expect([again.status, (again.body as { code: string }).code]).toEqual([409, 'nothing_to_announce']);
    await eventually('the list is shown', async () => (await page('/subprocessors')).text.includes('Nordwind'));
    const other = await system.inNewOrganization('Other');
    const stolen = await other.post(`${PORTAL}/subprocessor-announcements`, { json: announce });
    expect(stolen.status).toBe(409);
    await other.post(`${PORTAL}/subprocessors`, { json: { name: 'Nordwind' } });
    expect((await other.post(`${PORTAL}/subprocessor-announcements`, { json: announce })).status).toBe(422);
  });

  it.each<[string, string, object]>([
    ['PATCH', '/profile', { sections: ['prices'] }],
    ['PATCH', '/profile', { links: [{ label: 'X', url: 'javascript:alert(1)' }] }],
    ['PATCH', '/profile', { domain: '127.0.0.1' }],
    ['POST', '/faq', {}],
    ['POST', '/faq', { tag: 'a', answer_id: 'b' }],
    ['POST', '/faq', { answer_id: '44444444-4444-4444-8444-444444444444' }],
    ['POST', '/subprocessors', { name: 'A', since: '2026-02-30' }],
    ['POST', '/subprocessor-announcements', { category_id: 'x', notice_days: 366 }],
  ])('refuses a wrong %s of %s', async (method, path, json) => {
    expect((await api.call(method, PORTAL + path, { json })).status).toBe(422);
  });
});
