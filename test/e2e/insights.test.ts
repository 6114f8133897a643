import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { ApiResponse } from '../support/api.js';
import { joinSystem } from '../support/join-system.js';
import type { JoinedSystem } from '../support/system-clients.js';
import { form, markdown } from '../support/multipart.js';

interface Conversation {
  id: string;
  question: string;
  answered_at: number;
}
interface Page {
  data: Conversation[];
  total: number;
}

let system: JoinedSystem;
beforeAll(async () => {
  system = await joinSystem();
  const { body } = await system.api.post('/v1/knowledge/documents', {
    body: form(['file', markdown('# Encryption\n\nCustomer data is encrypted at rest with AES-256.\n')]),
  });
  const { id } = body as { id: string };
  await system.api.poll(`/v1/knowledge/documents/${id}`, ({ should_poll: more }: { should_poll: boolean }) => !more);
});
afterAll(() => system.close());

const ask = (json: object, headers: Record<string, string> = {}): Promise<ApiResponse> =>
  system.api.post('/v1/insights/ask', { json, headers });
const conversations = async (query = ''): Promise<Page> =>
  (await system.api.get(`/v1/insights/conversations${query}`)).body as Page;

describe('a question that is asked', () => {
  it('is answered from what is known, with citations, and recorded clean of markdown', async () => {
    const before = Date.now() * 1000;
    const { status, body } = await ask({
      question: '**Is customer data encrypted at rest** [1]?',
      source_type: 'slack_dm',
      user_name: 'Ana',
      user_email: 'ana@example.com',
    });
    expect(status).toBe(200);
    const answered = body as { conversation_id: string; answer: string; answer_status: string; citations: unknown[] };
    expect(answered.answer_status).toBe('AI_ANSWERED');
    expect(answered.answer).toMatch(/AES-256|Yes/);
    expect(answered.citations.length).toBeGreaterThan(0);
    const [recorded] = (await conversations('?page_size=1')).data;
    expect(recorded).toMatchObject({
      id: answered.conversation_id,
      question: 'Is customer data encrypted at rest?',
      source_type: 'slack_dm',
      user_name: 'Ana',
      user_email: 'ana@example.com',
      user_profile_image: null,
    });
    expect(recorded?.answered_at).toBeGreaterThanOrEqual(before);
  });

  it('is told apart by how it came: the ask page says so, other calls are of the API, channels are theirs', async () => {
    const api = await system.inNewOrganization('Origins');
    const asked = async (source_type: string, headers: Record<string, string> = {}): Promise<void> => {
      await api.post('/v1/insights/ask', { json: { question: `Who asks by ${source_type}?`, source_type }, headers });
    };
    await asked('web_ui', { 'X-Candor-Asked-From': 'ask_page' });
    await asked('web_ui');
    await asked('web_ui', { 'X-Candor-Asked-From': 'elsewhere' });
    await asked('slack_dm', { 'X-Candor-Asked-From': 'ask_page' });
    await asked('browser_extension');
    const { data } = (await api.get('/v1/insights/conversations?include=origin')).body as {
      data: { origin: string }[];
    };
    expect(data.map(({ origin }) => origin).sort()).toEqual(['api', 'api', 'ask_page', 'browser_extension', 'slack']);
  });

  it('of which nothing is known gets no answer, and is a gap of the summary', async () => {
    const { body } = await ask({ question: 'Which airline does the CEO prefer?', source_type: 'web_ui' });
    const reply = 'There is no answer to this question yet.';
    expect(body).toMatchObject({ answer: null, reply, answer_status: 'NEEDS_INFO', confidence: null, citations: [] });
    expect((await conversations('?page_size=1')).data).toEqual([expect.objectContaining({ answer: reply })]);
    const summary = (await system.api.get('/v1/insights/summary?days=2&gaps=5')).body;
    expect(summary).toMatchObject({
      days: 2,
      unanswered_total: 1,
      unanswered: [{ question: 'Which airline does the CEO prefer?' }],
    });
    const { counts } = summary as { counts: object[] };
    expect(counts).toContainEqual(expect.objectContaining({ source_type: 'web_ui', conversations: 1, unanswered: 1 }));
  });

  it('is recorded once when its call is repeated', async () => {
    const { total } = await conversations();
    const question = { question: 'Is data encrypted at rest?', source_type: 'browser_extension' };
    const first = await ask(question, { 'idempotency-key': 'ask-1' });
    expect((await ask(question, { 'idempotency-key': 'ask-1' })).body).toEqual(first.body);
    expect((await conversations()).total).toBe(total + 1);
  });

  it.each([
    ['an unknown source', { question: 'Q?', source_type: 'email' }],
    ['no source', { question: 'Q?' }],
    ['no question', { source_type: 'web_ui' }],
    ['a blank question', { question: ' ', source_type: 'web_ui' }],
    ['a question that is too long', { question: 'x'.repeat(20_001), source_type: 'web_ui' }],
  ])('with %s is a 422', async (_what, json) => {
    expect((await ask(json)).status).toBe(422);
  });

  it('may be asked by any role; the list is for administrators', async () => {
    const { body } = await system.api.post('/v1/api-keys', { json: { name: 'Bot', role: 'VIEWER' } });
    const bot = system.api.with({ 'x-api-key': (body as { key: string }).key });
    const json = { question: 'Encrypted at rest?', source_type: 'web_ui' };
    expect((await bot.post('/v1/insights/ask', { json })).status).toBe(200);
    expect((await bot.get('/v1/insights/conversations')).status).toBe(403);
  });
});

describe('conversations from elsewhere', () => {
  it('are imported once, newest first in pages, and what is wrong with a line is told', async () => {
    const api = await system.inNewOrganization('Importing');
    const line = (index: number, more: object = {}): string =>
      JSON.stringify({
        question: `Question ${index}?`,
        answer: `Answer ${index}`,
        source_type: 'slack_dm',
        answered_at: Date.UTC(2026, 0, 1) * 1000 + index,
        ...more,
      });
    const lines = Array.from({ length: 25 }, (_value, index) => line(index));
    const content = [...lines, line(0), 'nonsense', line(9, { source_type: 'fax' })].join('\n');
    const file = { fileName: 'history.jsonl', type: 'application/jsonl', content };
    const first = await api.post('/v1/insights/conversations/import', { body: form(['file', file]) });
    expect(first.body).toEqual({
      imported: 25,
      duplicates: 1,
      rejected_total: 2,
      rejected: [
        { line: 27, code: 'malformed_json' },
        { line: 28, code: 'source_type' },
      ],
    });
    const again = await api.post('/v1/insights/conversations/import', { body: form(['file', file]) });
    expect(again.body).toMatchObject({ imported: 0, duplicates: 26 });
    const { data } = (await api.get('/v1/insights/conversations?include=origin')).body as {
      data: { origin: string }[];
    };
    expect(new Set(data.map(({ origin }) => origin))).toEqual(new Set(['import']));
    const third = (await api.get('/v1/insights/conversations?page=3&page_size=10')).body;
    expect(third).toMatchObject({ total: 25, page: 3, page_size: 10, total_pages: 3 });
    expect((third as Page).data.map(({ question }) => question)).toEqual([4, 3, 2, 1, 0].map((n) => `Question ${n}?`));
  });
});

describe('pages of conversations', () => {
  it.each(
    ['page_size=0', 'page_size=101', 'page_size=abc', 'page_size=1.5', 'page_size=-1'].concat([
      ...['page=0', 'page=-1', 'page=1.5', 'page=abc', 'page=1e3', 'page=1&page=2'],
    ]),
  )('with %s are a 400 that names the parameter', async (query) => {
    const { status, body } = await system.api.get(`/v1/insights/conversations?${query}`);
    expect([query, status]).toEqual([query, 400]);
    const { errors } = body as { errors: { path: string }[] };
    expect(errors.map(({ path }) => path)).toEqual([query.split('=')[0]]);
  });

  it('meet at their boundaries, and beyond the end are empty with the right totals', async () => {
    const api = await system.inNewOrganization('Paging');
    const page = async (query = ''): Promise<unknown> => (await api.get(`/v1/insights/conversations${query}`)).body;
    expect(await page()).toEqual({ data: [], total: 0, page: 1, page_size: 10, total_pages: 0 });
    // Equal times, so that only the second key orders them.
    const line = (index: number): string =>
      JSON.stringify({
        id: `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`,
        question: `Question ${index}?`,
        answer: 'A',
        source_type: ['web_ui', 'slack_dm', 'browser_extension'][index % 3],
        answered_at: 1_700_000_000_123_456 - Math.floor(index / 60),
      });
    const content = Array.from({ length: 120 }, (_value, index) => line(119 - index)).join('\n');
    const file = { fileName: 'history.jsonl', type: 'application/jsonl', content };
    await api.post('/v1/insights/conversations/import', { body: form(['file', file]) });
    const ids = async (query: string): Promise<string[]> =>
      ((await page(query)) as Page).data.map(({ question }) => question);
    const all = Array.from({ length: 120 }, (_value, index) => `Question ${index}?`);
    expect(await ids('')).toEqual(all.slice(0, 10));
    expect(await ids('?page_size=100')).toEqual(all.slice(0, 100));
    expect(await ids('?page_size=100&page=2')).toEqual(all.slice(100));
    expect(await ids('?page_size=1&page=120')).toEqual(all.slice(119));
    expect(await ids('?page_size=7&page=9')).toEqual(all.slice(56, 63));
    expect(await page('?page_size=100&page=3')).toEqual({
      data: [],
      total: 120,
      page: 3,
      page_size: 100,
      total_pages: 2,
    });
    expect(await page('?page=12&page_size=10')).toMatchObject({ total: 120, page: 12, page_size: 10, total_pages: 12 });
    expect(await page('?page=13')).toMatchObject({ data: [], total: 120, page: 13, page_size: 10, total_pages: 12 });
    expect(await page('?page=900719925474099&page_size=10')).toMatchObject({ data: [], total: 120 });
  });

  it('have exactly the specified fields, null where nothing is known', async () => {
    const api = await system.inNewOrganization('Fields');
    await api.post('/v1/insights/ask', { json: { question: 'Who?', source_type: 'web_ui' } });
    const { body } = await api.get('/v1/insights/conversations');
    expect(Object.keys(body as object)).toEqual(['data', 'total', 'page', 'page_size', 'total_pages']);
    const [one] = (body as Page).data;
    expect(one).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      question: 'Who?',
      answer: expect.any(String),
      user_name: null,
      user_email: null,
      user_profile_image: null,
      source_type: 'web_ui',
      answered_at: expect.any(Number),
    });
    // Microseconds, not milliseconds.
    expect(Math.abs((one?.answered_at ?? 0) / 1000 - Date.now())).toBeLessThan(60_000);
  });
});

it('the summary has bounds, told with a 400', async () => {
  for (const query of ['days=0', 'days=367', 'gaps=101', 'days=x']) {
    expect((await system.api.get(`/v1/insights/summary?${query}`)).status).toBe(400);
  }
});
