import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Api } from '../support/api.js';
import { joinSystem } from '../support/join-system.js';
import type { JoinedSystem } from '../support/system-clients.js';

interface Tag {
  id: string;
  name: string;
  description: string;
  is_ai_generated: boolean;
  status: string;
}

let system: JoinedSystem;
let api: Api;
beforeAll(async () => {
  system = await joinSystem();
  api = system.api;
});
afterAll(() => system.close());

describe('tags', () => {
  it('are listed by name as a bare array, whether the path ends with a slash or not', async () => {
    expect((await api.get('/v1/tags/')).body).toEqual([]);
    const b = (await api.post('/v1/tags', { json: { name: 'Beta', description: 'Second' } })).body as Tag;
    const a = (await api.post('/v1/tags/', { json: { name: ' Alpha ' } })).body as Tag;
    expect(b).toMatchObject({ name: 'Beta', description: 'Second', is_ai_generated: false, status: 'ACTIVE' });
    expect(a).toMatchObject({ name: 'Alpha', description: '' });
    expect((await api.get('/v1/tags')).body).toEqual([a, b]);
    expect((await api.get('/v1/tags/')).body).toEqual([a, b]);
  });

  it('have unique names', async () => {
    await api.post('/v1/tags/', { json: { name: 'Unique' } });
    const { status, body } = await api.post('/v1/tags/', { json: { name: 'Unique' } });
    expect([status, (body as { code: string }).code]).toEqual([409, 'tag_exists']);
  });

  it('change only in what is sent, and are not shown once rejected unless asked for', async () => {
    const { id } = (await api.post('/v1/tags/', { json: { name: 'Gamma', description: 'Old' } })).body as Tag;
    const renamed = await api.call('PATCH', `/v1/tags/${id}`, { json: { name: 'Delta' } });
    expect(renamed.body).toMatchObject({ id, name: 'Delta', description: 'Old', status: 'ACTIVE' });
    await api.call('PATCH', `/v1/tags/${id}`, { json: { status: 'REJECTED' } });
    const ids = async (query: string): Promise<string[]> =>
      ((await api.get(`/v1/tags/${query}`)).body as Tag[]).map((tag) => tag.id);
    expect(await ids('')).not.toContain(id);
    expect(await ids('?status=REJECTED')).toEqual([id]);
    expect((await api.call('PATCH', `/v1/tags/${id}`, { json: { status: 'GONE' } })).status).toBe(422);
  });

  it('are gone when they are deleted', async () => {
    const { id } = (await api.post('/v1/tags/', { json: { name: 'Short-lived' } })).body as Tag;
    expect((await api.call('DELETE', `/v1/tags/${id}`)).body).toEqual({ id, deleted: true });
    expect((await api.call('DELETE', `/v1/tags/${id}`)).status).toBe(404);
    expect((await api.call('PATCH', `/v1/tags/${id}`, { json: { status: 'GONE' } })).status).toBe(404);
  });
});
