import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Api, ApiResponse } from '../support/api.js';
import { startSystem, type TestSystem } from '../support/harness.js';

interface Issued {
  id: string;
  key: string;
  name: string;
  prefix: string;
  role: string;
  scopes: string[];
  expires_at: string | null;
}

let system: TestSystem;
beforeAll(async () => {
  system = await startSystem();
});
afterAll(() => system.close());

const issue = (json: object, api: Api = system.api): Promise<ApiResponse> => api.post('/v1/api-keys', { json });
async function issued(json: object, api: Api = system.api): Promise<Issued> {
  const { status, body } = await issue({ name: 'Key', role: 'ADMIN', ...json }, api);
  expect(status).toBe(200);
  return body as Issued;
}
const withKey = (key: string): Api => system.api.with({ 'x-api-key': key });
const statusOf = async (api: Api, path = '/v1/questionnaire/list'): Promise<number> => (await api.get(path)).status;

describe('an API key', () => {
  it('is shown when it is issued, and never again', async () => {
    const { key, ...shown } = await issued({ name: 'CI', role: 'MEMBER', expires_at: '2090-01-31T09:00:00+01:00' });
    expect(key).toMatch(/^cnd_[0-9a-zA-Z]{8}_.{43}$/);
    expect(shown).toMatchObject({
      name: 'CI',
      role: 'MEMBER',
      expires_at: '2090-01-31T08:00:00.000Z',
      revoked_at: null,
    });
    expect(key.startsWith(shown.prefix)).toBe(true);
    expect(await statusOf(withKey(key))).toBe(200);
    const { body } = await system.api.get('/v1/api-keys?limit=1000');
    expect((body as { api_keys: object[] }).api_keys).toContainEqual(shown);
    expect(JSON.stringify(body)).not.toContain(key.slice(13));
  });

  it('tells its holder what it may do, and where', async () => {
    const viewer = await issued({
      role: 'VIEWER',
      scopes: ['Questionnaires: read'],
      expires_at: '2090-01-31T08:00:00Z',
    });
    const { status, body } = await withKey(viewer.key).get('/v1/session');
    expect(status).toBe(200);
    expect(body).toEqual({
      key_id: viewer.id,
      role: 'VIEWER',
      scopes: ['Questionnaires: read'],
      user_id: null,
      user: null,
      sign_in: null,
      organization_id: expect.any(String),
      organization: {
        name: 'Default organization',
        logo_url: null,
        accent_color: null,
        intro: null,
        approvers_only: false,
        time_zone: 'UTC',
        agents_may_connect: true,
      },
      expires_at: '2090-01-31T08:00:00.000Z',
    });
    const { body: elsewhere } = await (await system.inNewOrganization('Session')).get('/v1/session');
    const { organization_id: id } = elsewhere as { organization_id: string };
    expect(id).not.toBe((body as { organization_id: string }).organization_id);
  });

  it('has the role and the scopes that it was issued with', async () => {
    const viewer = withKey((await issued({ role: 'VIEWER' })).key);
    expect(await statusOf(viewer)).toBe(200);
    expect((await viewer.post('/v1/tags/', { json: { name: 'x' } })).status).toBe(403);
    const scoped = withKey((await issued({ scopes: ['Knowledge: write'] })).key);
    expect(await statusOf(scoped, '/v1/knowledge/answers')).toBe(200);
    const { status, body } = await scoped.get('/v1/questionnaire/list');
    expect([status, (body as { required_scope: string }).required_scope]).toEqual([403, 'Questionnaires: read']);
  });

  it('has no more than the key that issued it', async () => {
    const scoped = withKey((await issued({ scopes: ['API keys: write', 'Knowledge: read'] })).key);
    expect((await issue({ name: 'x', role: 'ADMIN', scopes: ['Knowledge: write'] }, scoped)).status).toBe(403);
    expect((await issued({ name: 'x' }, scoped)).scopes).toEqual(['API keys: write', 'Knowledge: read']);
  });

  it('has the role of its owner when that is lower', async () => {
    const made = await system.api.post('/v1/users', {
      json: { name: 'Kim', email: 'kim@example.com', role: 'VIEWER' },
    });
    const { id: owner } = made.body as { id: string };
    const kims = withKey((await issued({ owner_id: owner })).key);
    expect(await statusOf(kims, '/v1/api-keys')).toBe(403);
    await system.api.call('DELETE', `/v1/users/${owner}`);
    await kims.poll('/v1/questionnaire/list', () => false, 1).catch(() => undefined);
    await expect(refusedWithin(kims, 5000)).resolves.toBe(true);
  });

  it('goes on for a while with its old secret after it was given a new one', async () => {
    const { id, key } = await issued({});
    const { body } = await system.api.post(`/v1/api-keys/${id}/rotate`);
    const rotated = body as Issued;
    expect(rotated.id).toBe(id);
    expect(rotated.key).not.toBe(key);
    expect([await statusOf(withKey(key)), await statusOf(withKey(rotated.key))]).toEqual([200, 200]);
  });

  it('that is revoked is refused within 5 s, and cannot be rotated', async () => {
    const { id, key } = await issued({});
    expect(await statusOf(withKey(key))).toBe(200);
    const { body } = await system.api.call('DELETE', `/v1/api-keys/${id}`);
    expect(body).toEqual({ id, deleted: true });
    expect(await refusedWithin(withKey(key), 5000)).toBe(true);
    expect((await system.api.post(`/v1/api-keys/${id}/rotate`)).status).toBe(409);
  });

  it('that expires is refused from then on, however short a time ago it was used', async () => {
    const { key } = await issued({ expires_at: new Date(Date.now() + 1500).toISOString() });
    const api = withKey(key);
    while (Date.now() % 1000 > 900) await statusOf(api);
    expect(await refusedWithin(api, 1600)).toBe(true);
  });

  it('is issued once for an idempotency key, and the repeat shows it again', async () => {
    const options = { json: { name: 'Once', role: 'VIEWER' }, headers: { 'idempotency-key': 'issue-1' } };
    const first = await system.api.post('/v1/api-keys', options);
    const again = await system.api.post('/v1/api-keys', options);
    expect(again.body).toEqual(first.body);
    expect(again.headers.get('idempotency-replayed')).toBe('true');
    const { body } = await system.api.get('/v1/api-keys?limit=1000');
    const named = (body as { api_keys: Issued[] }).api_keys.filter(({ name }) => name === 'Once');
    expect(named).toHaveLength(1);
  });

  it.each([
    ['a role that there is not', { name: 'x', role: 'OWNER' }],
    ['a scope that there is not', { name: 'x', role: 'VIEWER', scopes: ['Everything'] }],
    ['no name', { role: 'VIEWER' }],
    ['a past expiry', { name: 'x', role: 'VIEWER', expires_at: '2020-01-01' }],
    ['an expiry that is no time', { name: 'x', role: 'VIEWER', expires_at: '2090-02-30' }],
    ['an owner who is nobody', { name: 'x', role: 'VIEWER', owner_id: 'nobody' }],
  ])('with %s is a 422', async (_what, json) => {
    expect((await issue(json)).status).toBe(422);
  });
});

describe('a child organization’s key', () => {
  it('reaches nothing of its parent or siblings', async () => {
    const [child, sibling] = [await system.inNewOrganization('Child'), await system.inNewOrganization('Sibling')];
    const [own, others] = [await currentOf(child), await currentOf(sibling)];
    const parent = await currentOf(system.api);
    const api = withKey((await issued({}, child)).key);
    expect(await currentOf(api)).toBe(own);
    const { body } = await api.get('/v1/organizations/tenant/list');
    expect((body as { id: string }[]).map(({ id }) => id)).toEqual([own]);
    for (const id of [parent, others]) {
      expect(await statusOf(api.with({ 'x-organization-id': id }))).toBe(404);
      const switched = await api.post('/v1/organizations/tenant/switch', { json: { organization_id: id } });
      expect(switched.status).toBe(404);
    }
    expect((await api.post('/v1/organizations/tenant/create', { json: { name: 'Grandchild' } })).status).toBe(403);
  });
});

async function currentOf(api: Api): Promise<string> {
  return (await api.get('/v1/questionnaire/list')).headers.get('x-organization-id') ?? '';
}

/** Whether the key is refused before `ms` are over; it is used all the while. */
async function refusedWithin(api: Api, ms: number): Promise<boolean> {
  const deadline = Date.now() + ms;
  while (Date.now() < deadline) {
    if ((await statusOf(api)) === 401) return true;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return (await statusOf(api)) === 401;
}
