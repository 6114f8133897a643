import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Caller } from '@candor/runtime';
import { BOOTSTRAP_KEY, startInstallation, type Installation, type Replica } from './tenant.fixture.js';

describe('users, groups and the audit log', () => {
  let installation: Installation;
  let replica: Replica;
  let caller: Caller;
  beforeAll(async () => {
    installation = await startInstallation();
    replica = await installation.replica();
    await replica.service.bootstrap();
    caller = await replica.callerFor(BOOTSTRAP_KEY);
  });
  afterAll(() => installation.close());

  const call = (change: Partial<Caller> = {}) => ({ caller: { ...caller, ...change }, requestId: 'r' });
  const createUser = (email: string, change: Partial<Caller> = {}) => {
    const request = { name: 'Someone', email, role: '' };
    return replica.directory.createUser(request, call(change));
  };
  const elsewhere = { organizationId: '00000000-0000-4000-8000-000000000000' };

  it('keep an address unique in the organization, ignoring case, on making and on changing', async () => {
    const user = await createUser('Bo@Example.com');
    expect(user).toMatchObject({ email: 'Bo@Example.com', role: 'MEMBER' });
    await expect(createUser('bo@example.COM')).rejects.toMatchObject({ kind: 'conflict', code: 'email_taken' });
    await createUser('bo@example.com', elsewhere);
    const other = await createUser('cy@example.com');
    const taken = { id: other.id, email: 'BO@example.com' };
    await expect(replica.directory.updateUser(taken, call())).rejects.toMatchObject({
      code: 'email_taken',
    });
    const same = await replica.directory.updateUser({ id: user.id, email: 'bo@example.com', name: 'Bo' }, call());
    expect(same).toEqual({ ...user, email: 'bo@example.com', name: 'Bo' });
  });

  it('may be approvers, whose keys act as such', async () => {
    const user = await replica.directory.createUser({ name: 'Ap', email: 'ap@example.com', role: 'APPROVER' }, call());
    expect(user.role).toBe('APPROVER');
    const issued = await replica.keys.issueKey({ name: 'k', role: 'ADMIN', scopes: [], ownerId: user.id }, call());
    expect(await replica.callerFor(issued.key)).toMatchObject({ role: 'APPROVER', ownerId: user.id });
  });

  it('are read by anyone and changed by admins', async () => {
    const user = await createUser('di@example.com');
    const viewer = call({ role: 'VIEWER' });
    expect(await replica.directory.getUser({ id: user.id }, viewer)).toEqual(user);
    await expect(createUser('ed@example.com', { role: 'MEMBER' })).rejects.toMatchObject({ kind: 'forbidden' });
    for (const email of ['', 'no address', 'a@b', 'two@at@example.com']) {
      await expect(createUser(email)).rejects.toMatchObject({ kind: 'invalid', errors: [{ path: 'email' }] });
    }
  });

  it('of another organization are not there', async () => {
    const user = await createUser('fay@example.com');
    const there = call(elsewhere);
    const { directory } = replica;
    await expect(directory.getUser({ id: user.id }, there)).rejects.toMatchObject({
      code: 'user_not_found',
    });
    await expect(directory.deleteUser({ id: user.id }, there)).rejects.toMatchObject({
      code: 'user_not_found',
    });
    const group = { name: 'G', memberIds: [user.id] };
    await expect(directory.createGroup(group, there)).rejects.toMatchObject({
      kind: 'invalid',
      errors: [{ path: 'member_ids.0' }],
    });
  });

  it('group users; a deleted user leaves every group', async () => {
    const { directory } = replica;
    const users = await Promise.all(['g@x.example', 'h@x.example', 'i@x.example'].map((email) => createUser(email)));
    const [a, b, c] = users.map((user) => user.id) as [string, string, string];
    const group = await directory.createGroup({ name: 'Team', memberIds: [b, a, b] }, call());
    expect(group.memberIds).toEqual([a, b].sort());
    const members = { id: group.id, members: { ids: [b, c] } };
    const changed = await directory.updateGroup(members, call());
    expect(changed).toMatchObject({ name: 'Team', memberIds: [b, c].sort() });
    await directory.deleteUser({ id: b }, call());
    const { groups, total } = await directory.listGroups({ limit: 10, offset: 0 }, call());
    expect({ groups, total }).toEqual({ groups: [{ ...group, memberIds: [c] }], total: 1 });
    await directory.updateGroup({ id: group.id, members: { ids: [] } }, call());
    await directory.deleteGroup({ id: group.id }, call());
    await expect(directory.getGroup({ id: group.id }, call())).rejects.toMatchObject({
      code: 'group_not_found',
    });
  });

  it('leave a trace of who did what, newest first, told once when told twice', async () => {
    const { audit } = replica;
    installation.clock.advance(1000);
    const user = await createUser('jo@example.com');
    const event = {
      action: 'questionnaire.deleted',
      targetType: 'questionnaire',
      targetId: 'q1',
      details: { why: 'old' },
    };
    installation.clock.advance(1000);
    const { id } = await audit.appendAudit({ id: '', ...event }, call());
    await audit.appendAudit({ id, ...event }, call());
    const list = (change: object) =>
      audit.listAudit({ limit: 2, offset: 0, action: '', targetId: '', ...change }, call());
    const { entries } = await list({});
    expect(entries.map((entry) => entry.action)).toEqual(['questionnaire.deleted', 'user.created']);
    expect(entries[0]).toMatchObject({ id, keyId: caller.keyId, requestId: caller.requestId, details: { why: 'old' } });
    expect(await list({ targetId: user.id })).toMatchObject({ total: 1 });
    expect(await list({ action: 'nothing' })).toEqual({ entries: [], total: 0 });
    const viewer = audit.listAudit({ limit: 2, offset: 0, action: '', targetId: '' }, call({ role: 'VIEWER' }));
    await expect(viewer).rejects.toMatchObject({ kind: 'forbidden' });
  });
});
