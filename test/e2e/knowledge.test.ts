import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Api } from '../support/api.js';
import { joinSystem } from '../support/join-system.js';
import type { JoinedSystem } from '../support/system-clients.js';
import { form, markdown } from '../support/multipart.js';

interface Answer {
  id: string;
  question: string;
  answer: string;
  tags: string[];
  owner_id: string | null;
  expires_at: string | null;
  last_verified_at: number | null;
  status: string;
  created_at: number;
  updated_at: number;
}

let system: JoinedSystem;
let api: Api;
let organizations = 0;
beforeAll(async () => {
  system = await joinSystem();
});
afterAll(() => system.close());
beforeEach(async () => {
  api = await system.inNewOrganization(`Knowledge ${++organizations}`);
});

const ready = (id: string): Promise<unknown> =>
  api.poll(`/v1/knowledge/documents/${id}`, ({ should_poll: more }: { should_poll: boolean }) => !more);

describe('a document of the evidence', () => {
  it('is split into passages while the client polls, listed, and gone when it is deleted', async () => {
    const added = await api.post('/v1/knowledge/documents', {
      body: form(['file', markdown('# Policy\n\nData is encrypted.\n\n## Backups\n\nBackups are tested monthly.\n')]),
    });
    expect(added.status).toBe(200);
    const { id } = added.body as { id: string };
    const document = await ready(id);
    expect(document).toMatchObject({ id, name: 'policy.md', status: 'READY', error: null });
    expect((document as { passage_count: number }).passage_count).toBeGreaterThan(0);
    const list = await api.get('/v1/knowledge/documents');
    expect(list.body).toEqual({ documents: [document], pagination: { total: 1, limit: 10, offset: 0 } });
    expect((await api.call('DELETE', `/v1/knowledge/documents/${id}`)).body).toEqual({ id, deleted: true });
    expect((await api.get(`/v1/knowledge/documents/${id}`)).status).toBe(404);
    expect((await api.get('/v1/knowledge/documents')).body).toMatchObject({ documents: [] });
  });

  it('is refused when its type is unsupported or when there is none', async () => {
    const wrong = form(['file', { fileName: 'a.exe', type: 'application/x-msdownload', content: 'MZ' }]);
    const { status, body } = await api.post('/v1/knowledge/documents', { body: wrong });
    expect([status, (body as { code: string }).code]).toEqual([400, 'unsupported_file_type']);
    expect((await api.post('/v1/knowledge/documents', { body: form(['x', 'y']) })).status).toBe(422);
  });

  it('may come without a declared type, as the extension says what it is', async () => {
    const body = form(['file', { fileName: 'notes.txt', type: '', content: 'Backups are tested monthly.' }]);
    const added = await api.post('/v1/knowledge/documents', { body });
    expect(added.status).toBe(200);
    expect(await ready((added.body as { id: string }).id)).toMatchObject({ status: 'READY' });
  });
});

describe('an answer of the library', () => {
  const create = async (json: object): Promise<Answer> => {
    const { status, body } = await api.post('/v1/knowledge/answers', { json });
    expect(status).toBe(200);
    return body as Answer;
  };

  it('is created, read, changed, verified and deleted', async () => {
    const answer = await create({
      question: 'Is data encrypted at rest?',
      answer: 'Yes, with AES-256.',
      tags: ['encryption'],
      expires_at: '2031-01-01T02:00:00+02:00',
    });
    expect(answer).toMatchObject({
      question: 'Is data encrypted at rest?',
      tags: ['encryption'],
      owner_id: null,
      expires_at: '2031-01-01T00:00:00.000Z',
      last_verified_at: null,
      status: 'APPROVED',
    });
    const path = `/v1/knowledge/answers/${answer.id}`;
    expect((await api.get(path)).body).toEqual(answer);

    const changed = await api.call('PATCH', path, { json: { answer: 'Yes.', expires_at: null, owner_id: 'u-1' } });
    expect(changed.body).toMatchObject({
      question: answer.question,
      answer: 'Yes.',
      tags: ['encryption'],
      expires_at: null,
      owner_id: 'u-1',
    });
    expect((await api.call('PATCH', path, { json: { tags: [], owner_id: null } })).body).toMatchObject({
      tags: [],
      owner_id: null,
      answer: 'Yes.',
    });

    const verified = (await api.post(`${path}/verify`)).body as Answer;
    expect(verified.last_verified_at).toBeGreaterThanOrEqual(answer.created_at);

    expect((await api.call('DELETE', path)).body).toEqual({ id: answer.id, deleted: true });
    expect((await api.get(path)).status).toBe(404);
    expect((await api.call('PATCH', path, { json: { status: 'WRONG' } })).status).toBe(404);
  });

  it('is found by words, status and tag', async () => {
    await create({ question: 'Is data encrypted?', answer: 'Yes.', tags: ['crypto'] });
    await create({ question: 'Are backups tested?', answer: 'Monthly.', status: 'DRAFT' });
    const questions = async (query: string): Promise<string[]> =>
      ((await api.get(`/v1/knowledge/answers?${query}`)).body as { answers: Answer[] }).answers.map((a) => a.question);
    expect(await questions('')).toHaveLength(2);
    expect(await questions('query=backups')).toEqual(['Are backups tested?']);
    expect(await questions('status=DRAFT')).toEqual(['Are backups tested?']);
    expect(await questions('tag=crypto')).toEqual(['Is data encrypted?']);
  });

  it('may come in a table, of which nothing is lost: what is not taken is reported', async () => {
    const content =
      'Question,Answer\nIs data encrypted?,Yes.\nAre backups tested?,Monthly.\nIs data encrypted?,Yes.\nOpen?,\n';
    const table = { fileName: 'library.csv', type: 'text/csv', content };
    const { status, body } = await api.post('/v1/knowledge/answers/import', { body: form(['file', table]) });
    expect(status).toBe(200);
    expect(body).toMatchObject({ imported: 2, duplicates: 1, conflicts: 0, rejected: [{ row: 5 }] });
    const again = {
      fileName: 'library.csv',
      type: 'text/csv',
      content: 'Question,Answer\nAre backups tested?,Never.\n',
    };
    const second = await api.post('/v1/knowledge/answers/import', { body: form(['file', again]) });
    expect((second.body as { conflicts: number }).conflicts).toBe(1);
    const { conflicts } = (await api.get('/v1/knowledge/answers/conflicts')).body as {
      conflicts: { kind: string; answers: Answer[] }[];
    };
    expect(conflicts.map(({ kind, answers }) => [kind, answers.length])).toEqual([['conflict', 2]]);
  });
});
