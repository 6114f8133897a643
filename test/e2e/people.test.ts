import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { joinSystem } from '../support/join-system.js';
import type { JoinedSystem } from '../support/system-clients.js';

interface Thing {
  id: string;
  name: string;
}

let system: JoinedSystem;
beforeAll(async () => {
  system = await joinSystem();
});
afterAll(() => system.close());

async function create(path: string, json: object): Promise<Thing & Record<string, unknown>> {
  const { status, body } = await system.api.post(path, { json });
  expect(status).toBe(200);
  return body as Thing & Record<string, unknown>;
}
const change = (path: string, json: object) => system.api.call('PATCH', path, { json });

describe('a user', () => {
  it('is added, found, changed and deleted', async () => {
    const ana = await create('/v1/users', { name: ' Ana ', email: 'Ana@Example.com' });
    expect(ana).toMatchObject({ name: 'Ana', role: 'MEMBER' });
    expect((await system.api.get(`/v1/users/${ana.id}`)).body).toEqual(ana);
    const changed = await change(`/v1/users/${ana.id}`, { role: 'VIEWER' });
    expect(changed.body).toEqual({ ...ana, role: 'VIEWER' });
    expect((await system.api.get('/v1/users')).body).toMatchObject({ users: [changed.body], pagination: { total: 1 } });
    expect((await system.api.call('DELETE', `/v1/users/${ana.id}`)).body).toEqual({ id: ana.id, deleted: true });
    expect((await system.api.get(`/v1/users/${ana.id}`)).status).toBe(404);
  });

  it('has an address that nobody else has', async () => {
    const ben = await create('/v1/users', { name: 'Ben', email: 'ben@example.com' });
    const cara = await create('/v1/users', { name: 'Cara', email: 'cara@example.com' });
    expect((await system.api.post('/v1/users', { json: { name: 'B', email: 'BEN@example.com' } })).status).toBe(409);
    expect((await change(`/v1/users/${cara.id}`, { email: 'ben@example.com' })).status).toBe(409);
    expect((await change(`/v1/users/${ben.id}`, { email: 'ben@example.com' })).status).toBe(200);
  });

  it.each([
    [{ name: 'X' }],
    [{ name: 'X', email: 'nonsense' }],
    [{ name: ' ', email: 'x@example.com' }],
    [{ name: 'X', email: 'x@example.com', role: 'OWNER' }],
  ])('is not made of %j', async (json) => {
    expect((await system.api.post('/v1/users', { json })).status).toBe(422);
  });
});

describe('a group', () => {
  it('has users, who leave it when they are deleted', async () => {
    const [dan, eve] = [
      await create('/v1/users', { name: 'Dan', email: 'dan@example.com' }),
      await create('/v1/users', { name: 'Eve', email: 'eve@example.com' }),
    ];
    const group = await create('/v1/groups', { name: 'Security', member_ids: [dan.id, eve.id] });
    expect(group['member_ids']).toEqual([dan.id, eve.id].sort());
    await system.api.call('DELETE', `/v1/users/${dan.id}`);
    expect((await system.api.get(`/v1/groups/${group.id}`)).body).toMatchObject({ member_ids: [eve.id] });
    const renamed = await change(`/v1/groups/${group.id}`, { name: 'Trust' });
    expect(renamed.body).toMatchObject({ name: 'Trust', member_ids: [eve.id] });
    expect((await change(`/v1/groups/${group.id}`, { member_ids: [] })).body).toMatchObject({ member_ids: [] });
    expect((await system.api.get('/v1/groups')).body).toMatchObject({ pagination: { total: 1 } });
    expect((await system.api.call('DELETE', `/v1/groups/${group.id}`)).status).toBe(200);
    expect((await system.api.get('/v1/groups')).body).toMatchObject({ groups: [], pagination: { total: 0 } });
  });

  it('has no members who are not users', async () => {
    const json = { name: 'Nobody', member_ids: ['44444444-4444-4444-8444-444444444444'] };
    const { status, body } = await system.api.post('/v1/groups', { json });
    expect(status).toBe(422);
    expect((body as { errors: { path: string }[] }).errors.map(({ path }) => path)).toEqual(['member_ids.0']);
  });
});

describe('the audit log', () => {
  it('says who did what, and holds no secret', async () => {
    const headers = { 'x-request-id': 'audited-1' };
    const made = await system.api.post('/v1/api-keys', { json: { name: 'Audited', role: 'VIEWER' }, headers });
    const { id, key } = made.body as { id: string; key: string };
    const { body } = await system.api.get(`/v1/audit-log?action=api_key.issued&target_id=${id}`);
    const { entries } = body as { entries: Record<string, unknown>[] };
    expect(entries).toHaveLength(1);
    expect(entries[0]).toMatchObject({
      action: 'api_key.issued',
      target_id: id,
      request_id: 'audited-1',
      user_id: null,
    });
    expect(JSON.stringify(body)).not.toContain(key.slice(13));
  });
});
