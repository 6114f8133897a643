import type { Caller } from '@candor/runtime';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { BOOTSTRAP_KEY, startInstallation, type Installation, type Replica } from '../tenant.fixture.js';

const call = { requestId: 'r' };
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

const as = (change: Partial<Caller> = {}) => ({ caller: { ...caller, ...change }, ...call });
const createUser = (userName: string, more: object = {}) =>
  replica.scim.createScimUser({ id: '', userName, ...more }, as());
const changeUser = (id: string, change: object) => replica.scim.changeScimUser({ id, ...change }, as());
const findUsers = (attribute: string, value: string, page = { limit: 10, offset: 0 }) =>
  replica.scim.listScimUsers({ attribute, value, ...page }, as());

describe('a user of an identity provider', () => {
  it('is a user who is found by each of its names, in any case', async () => {
    const more = { externalId: 'E-1', displayName: 'Ann Other', email: 'ann@example.com', givenName: 'Ann' };
    const user = await createUser('Ann@corp.example', more);
    expect(user).toMatchObject({ userName: 'Ann@corp.example', ...more, active: true });
    expect(await replica.directory.getUser({ id: user.id }, as())).toMatchObject({
      name: 'Ann Other',
      email: 'ann@example.com',
      role: 'MEMBER',
      status: 'active',
    });
    for (const [attribute, value] of [
      ['username', 'ann@CORP.example'],
      ['externalid', 'E-1'],
      ['emails.value', 'ANN@example.com'],
      ['displayname', 'Ann Other'],
      ['id', user.id],
    ] as const) {
      const found = await findUsers(attribute, value);
      expect([attribute, found]).toEqual([attribute, { users: [user], total: 1 }]);
    }
    expect(await findUsers('externalid', 'e-2')).toEqual({ users: [], total: 0 });
  });

  it('has names and an address that nobody else has', async () => {
    await createUser('bob@example.com');
    await expect(createUser('BOB@example.com')).rejects.toMatchObject({ code: 'user_name_taken' });
    await expect(createUser('robert', { email: 'bob@example.com' })).rejects.toMatchObject({ code: 'email_taken' });
    await expect(createUser('robert')).rejects.toMatchObject({ errors: [{ path: 'emails' }] });
    const other = await createUser('rob@example.com');
    await expect(changeUser(other.id, { userName: 'Bob@example.com' })).rejects.toMatchObject({
      code: 'user_name_taken',
    });
  });

  it('that somebody made here is found by the address, and taken over', async () => {
    const made = await replica.directory.createUser({ name: 'Cat', email: 'cat@example.com', role: 'ADMIN' }, as());
    const { users } = await findUsers('username', 'cat@example.com');
    expect(users.map(({ id }) => id)).toEqual([made.id]);
    await changeUser(made.id, { userName: 'cat', externalId: 'C' });
    expect((await findUsers('username', 'cat')).users.map(({ id }) => id)).toEqual([made.id]);
    // Roles are given here: nothing that a provider says changes them.
    expect(await replica.directory.getUser({ id: made.id }, as())).toMatchObject({
      role: 'ADMIN',
      email: 'cat@example.com',
    });
  });

  it('keeps what is not said, and follows what its name and address are made of', async () => {
    const user = await createUser('dan@example.com', { givenName: 'Dan', familyName: 'Old', externalId: 'D' });
    expect(user.displayName).toBe('Dan Old');
    installation.clock.advance(1000);
    const changed = await changeUser(user.id, { familyName: 'New', userName: 'daniel@example.com' });
    expect(changed).toMatchObject({ displayName: 'Dan New', email: 'daniel@example.com', externalId: 'D' });
    expect(changed.updatedAt).toBeGreaterThan(user.updatedAt);
    expect(await changeUser(user.id, { displayName: 'D. N.' })).toMatchObject({
      displayName: 'D. N.',
      givenName: 'Dan',
    });
    expect(await changeUser(user.id, { externalId: '', displayName: '' })).toMatchObject({
      externalId: '',
      displayName: 'Dan New',
    });
  });

  it('that is not active is signed out, has no keys and gets none; active again it may sign in', async () => {
    const user = await createUser('eve@example.com');
    const { key } = await replica.keys.issueKey({ name: 'Own', role: 'VIEWER', scopes: [], ownerId: user.id }, as());
    expect(await changeUser(user.id, { active: false })).toMatchObject({ active: false });
    await expect(replica.tenant.verifyKey({ key }, call)).rejects.toMatchObject({ kind: 'unauthenticated' });
    expect(await changeUser(user.id, { active: true })).toMatchObject({ active: true });
    expect(await createUser('fox@example.com', { active: false })).toMatchObject({ active: false });
  });

  it('is gone with everything when it is deleted, and its names are free again', async () => {
    const { id } = await createUser('gil@example.com', { externalId: 'G' });
    await replica.scim.deleteScimUser({ id }, as());
    await expect(replica.scim.getScimUser({ id }, as())).rejects.toMatchObject({ code: 'user_not_found' });
    expect(await findUsers('externalid', 'G')).toEqual({ users: [], total: 0 });
    await createUser('gil@example.com');
  });

  it('is listed in pages, and only for an administrator of the organization', async () => {
    const { total } = await findUsers('', '');
    const pages = await Promise.all([0, 2, 4, 6, 8].map((offset) => findUsers('', '', { limit: 2, offset })));
    const ids = pages.flatMap(({ users }) => users.map(({ id }) => id));
    expect(new Set(ids).size).toBe(Math.min(total, 10));
    const list = { attribute: '', value: '', limit: 1, offset: 0 };
    await expect(replica.scim.listScimUsers(list, as({ role: 'MEMBER' }))).rejects.toMatchObject({ kind: 'forbidden' });
    const elsewhere = as({ organizationId: '00000000-0000-4000-8000-000000000000' });
    expect(await replica.scim.listScimUsers(list, elsewhere)).toEqual({ users: [], total: 0 });
    for (const id of ids.slice(0, 1))
      await expect(replica.scim.changeScimUser({ id, active: false }, elsewhere)).rejects.toMatchObject({
        code: 'user_not_found',
      });
  });
});

describe('a group of an identity provider', () => {
  const createGroup = (displayName: string, more: object = {}) =>
    replica.scim.createScimGroup({ id: '', displayName, added: [], removed: [], ...more }, as());
  const changeGroup = (id: string, change: object) =>
    replica.scim.changeScimGroup({ id, added: [], removed: [], ...change }, as());

  it('is a group whose members come and go, one by one or all at once', async () => {
    const [a, b, c] = await Promise.all(
      ['ga@example.com', 'gb@example.com', 'gc@example.com'].map(async (name) => (await createUser(name)).id),
    );
    const group = await createGroup('Sales', { externalId: 'S', members: { ids: [a, b] } });
    expect(group.members.map(({ id }) => id).sort()).toEqual([a, b].sort());
    expect(group.members.map(({ name }) => name).sort()).toEqual(['ga@example.com', 'gb@example.com']);
    const changed = await changeGroup(group.id, { added: [c, c], removed: [a], displayName: 'Sales EU' });
    expect(changed).toMatchObject({ displayName: 'Sales EU', externalId: 'S' });
    expect(changed.members.map(({ id }) => id).sort()).toEqual([b, c].sort());
    expect((await changeGroup(group.id, { members: { ids: [] } })).members).toEqual([]);
    for (const [attribute, value] of [
      ['displayname', 'Sales EU'],
      ['externalid', 'S'],
      ['id', group.id],
    ] as const) {
      const found = await replica.scim.listScimGroups({ attribute, value, limit: 5, offset: 0 }, as());
      expect([attribute, found.groups.map(({ id }) => id)]).toEqual([attribute, [group.id]]);
    }
    await replica.scim.deleteScimGroup({ id: group.id }, as());
    await expect(replica.scim.getScimGroup({ id: group.id }, as())).rejects.toMatchObject({ code: 'group_not_found' });
  });

  it('takes no members who are not users of the organization, and changes nothing then', async () => {
    const { id } = await createUser('gd@example.com');
    const group = await createGroup('Ops', { members: { ids: [id] } });
    const nobody = '00000000-0000-4000-8000-000000000001';
    const refused = changeGroup(group.id, { added: [nobody], removed: [id], displayName: 'Changed' });
    await expect(refused).rejects.toMatchObject({ errors: [{ path: 'member_ids.0' }] });
    expect(await replica.scim.getScimGroup({ id: group.id }, as())).toMatchObject({
      displayName: 'Ops',
      members: [{ id }],
    });
  });
});
