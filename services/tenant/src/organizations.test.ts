import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Caller } from '@candor/runtime';
import { RateBudget, type Organization } from '@candor/proto/candor/tenant/v1/tenant';
import { DEFAULT_ORGANIZATION_ID } from './bootstrap.js';
import { tenantNameFrom } from './organizations.js';
import { BOOTSTRAP_KEY, startInstallation, type Installation, type Replica } from './tenant.fixture.js';

describe('organizations', () => {
  let installation: Installation;
  let one: Replica;
  let two: Replica;
  beforeAll(async () => {
    installation = await startInstallation();
    one = await installation.replica();
    two = await installation.replica();
    await one.service.bootstrap();
  });
  afterAll(() => installation.close());

  const create = async (name: string, sessionId: string, more: { tenantName?: string; hd?: string[] } = {}) => {
    const caller = await one.callerFor(BOOTSTRAP_KEY, sessionId);
    const request = { name, tenantName: '', hd: [], sessionId, ...more };
    return one.tenant.createOrganization(request, { caller, requestId: 'r' });
  };
  const list = async (replica: Replica, caller: Caller): Promise<Organization[]> =>
    (await replica.tenant.listOrganizations({ offset: 0 }, { caller, requestId: 'r' })).organizations;
  const switchTo = async (replica: Replica, key: string, sessionId: string, organizationId: string) => {
    const caller = await replica.callerFor(key, sessionId);
    const request = { organizationId, sessionId };
    return replica.tenant.switchOrganization(request, { caller, requestId: 'r' });
  };
  const issue = async (organizationId: string, role: string): Promise<string> => {
    const caller = { ...(await one.callerFor(BOOTSTRAP_KEY)), organizationId };
    const request = { name: 'key', role, scopes: [] };
    return (await one.keys.issueKey(request, { caller, requestId: 'r' })).key;
  };

  it('are made under the parent and entered by the session that made them, on every replica', async () => {
    const child = await create('Ünïted Widgets', 'a', { hd: ['Example.COM', 'bücher.example', 'example.com'] });
    expect(child).toMatchObject({
      tenantName: 'united-widgets',
      displayName: 'Ünïted Widgets',
      hd: ['example.com', 'xn--bcher-kva.example'],
      parentId: DEFAULT_ORGANIZATION_ID,
      isCurrent: true,
      createdAt: installation.clock.now() * 1000,
    });
    expect((await two.callerFor(BOOTSTRAP_KEY, 'a')).organizationId).toBe(child.id);
    expect((await two.callerFor(BOOTSTRAP_KEY, 'b')).organizationId).toBe(DEFAULT_ORGANIZATION_ID);
    expect((await two.callerFor(BOOTSTRAP_KEY)).organizationId).toBe(DEFAULT_ORGANIZATION_ID);
  });

  it('are called as it was said, in any script; a tenant name is made from that, or is that', async () => {
    const called = async (tenantName: string): Promise<unknown> => {
      const made = await create('Europe', 'called', { tenantName });
      return [made.tenantName, made.displayName];
    };
    expect(await called('ACME Europe  Division')).toEqual(['acme-europe-division', 'ACME Europe Division']);
    expect(await called('ACME Europe Division')).toEqual(['acme-europe-division-2', 'ACME Europe Division']);
    expect(await called('acme-eu')).toEqual(['acme-eu', 'acme-eu']);
    expect(await called('')).toEqual(['europe', 'Europe']);
  });

  it('made from a session in a child are siblings', async () => {
    await create('First', 'siblings');
    const sibling = await create('Second', 'siblings');
    expect(sibling.parentId).toBe(DEFAULT_ORGANIZATION_ID);
  });

  it('keep tenant names unique: a chosen one that is taken is refused, a made one gets a number', async () => {
    await create('Taken', 'c', { tenantName: 'taken' });
    await expect(create('Other', 'c', { tenantName: 'taken' })).rejects.toMatchObject({
      kind: 'conflict',
      code: 'tenant_name_taken',
    });
    const made = await Promise.all([create('Taken', 'd'), create('Taken', 'e')]);
    expect(made.map((item) => item.tenantName).sort()).toEqual(['taken-2', 'taken-3']);
  });

  it('are listed parent first, for the session that asks', async () => {
    const child = await create('Listed', 'f');
    const caller = await two.callerFor(BOOTSTRAP_KEY, 'f');
    const all = await list(two, caller);
    expect(all[0]?.id).toBe(DEFAULT_ORGANIZATION_ID);
    expect(all.filter((item) => item.isCurrent).map((item) => item.id)).toEqual([child.id]);
  });

  it('are switched for one session, there and back, and for one call by the header', async () => {
    const child = await create('Switched', 'g');
    expect(await switchTo(two, BOOTSTRAP_KEY, 'g', DEFAULT_ORGANIZATION_ID)).toMatchObject({ isCurrent: true });
    expect((await one.callerFor(BOOTSTRAP_KEY, 'g')).organizationId).toBe(DEFAULT_ORGANIZATION_ID);
    expect((await one.callerFor(BOOTSTRAP_KEY, 'g', child.id)).organizationId).toBe(child.id);
    expect((await one.callerFor(BOOTSTRAP_KEY, 'g')).organizationId).toBe(DEFAULT_ORGANIZATION_ID);
  });

  it('outside what a key may use are not found: unknown ones, and all others for a child key', async () => {
    const child = await create('Alone', 'h');
    const sibling = await create('Beside', 'h');
    const childKey = await issue(child.id, 'ADMIN');
    const nowhere = '00000000-0000-4000-8000-000000000000';
    for (const target of [DEFAULT_ORGANIZATION_ID, sibling.id, nowhere, 'not an id']) {
      await expect(switchTo(one, childKey, '', target)).rejects.toMatchObject({ kind: 'not_found' });
      await expect(one.callerFor(childKey, '', target)).rejects.toMatchObject({ kind: 'not_found' });
    }
    const caller = await one.callerFor(childKey);
    expect((await list(one, caller)).map((item) => item.id)).toEqual([child.id]);
    const request = { name: 'Grandchild', tenantName: '', hd: [], sessionId: '' };
    const made = one.tenant.createOrganization(request, { caller, requestId: 'r' });
    await expect(made).rejects.toMatchObject({ kind: 'forbidden' });
  });

  it('are nothing to a non-admin key of the parent', async () => {
    const child = await create('Hidden', 'i');
    const member = await issue(DEFAULT_ORGANIZATION_ID, 'MEMBER');
    await expect(one.callerFor(member, '', child.id)).rejects.toMatchObject({ kind: 'not_found' });
    expect(await list(one, await one.callerFor(member))).toEqual([]);
    await expect(switchTo(one, member, '', child.id)).rejects.toMatchObject({ kind: 'forbidden' });
  });

  it.each([
    { fault: 'name', input: { name: '  ' } },
    { fault: 'tenant_name', input: { name: 'x', tenantName: 'x'.repeat(101) } },
    { fault: 'hd.1', input: { name: 'x', hd: ['good.example', 'no_domain'] } },
  ])('need valid input: $fault', async ({ fault, input }) => {
    const { name, ...more } = input;
    await expect(create(name, 'j', more)).rejects.toMatchObject({ kind: 'invalid', errors: [{ path: fault }] });
  });

  it('that are deleted leave nothing behind, and refuse their sessions until these are switched', async () => {
    const child = await create('Gone', 'k');
    const childKey = await issue(child.id, 'ADMIN');
    const inChild = { caller: await one.callerFor(childKey), requestId: 'r' };
    const user = { name: 'U', email: 'u@example.com', role: 'ADMIN' };
    const { id } = await one.directory.createUser(user, inChild);
    await one.directory.createGroup({ name: 'G', memberIds: [id] }, inChild);
    const budget = {
      organizationId: child.id,
      keyId: inChild.caller.keyId,
      budget: RateBudget.RATE_BUDGET_GENERAL,
      count: 1,
    };
    await one.tenant.takeRate(budget, inChild);

    const caller = await one.callerFor(BOOTSTRAP_KEY);
    const renamed = { organizationId: child.id, tenantName: 'gone-elsewhere' };
    await one.tenant.updateOrganization(renamed, { caller, requestId: 'r' });
    const erase = { organizationId: child.id };
    const early = one.tenant.removeOrganization(erase, { caller, requestId: 'r' });
    await expect(early).rejects.toMatchObject({ code: 'organization_open' });
    await one.tenant.closeOrganization(erase, { caller, requestId: 'r' });
    await expect(one.callerFor(childKey)).rejects.toMatchObject({ kind: 'unauthenticated' });
    const refused = { kind: 'conflict', code: 'session_organization_deleted' };
    await expect(two.callerFor(BOOTSTRAP_KEY, 'k')).rejects.toMatchObject(refused);
    await one.tenant.removeOrganization(erase, { caller, requestId: 'r' });
    await expect(two.callerFor(BOOTSTRAP_KEY, 'k')).rejects.toMatchObject(refused);
    // For one call by the header, then for all by a switch.
    expect((await two.callerFor(BOOTSTRAP_KEY, 'k', DEFAULT_ORGANIZATION_ID)).organizationId).toBe(
      DEFAULT_ORGANIZATION_ID,
    );
    const switching = { organizationId: DEFAULT_ORGANIZATION_ID, sessionId: 'k' };
    await two.tenant.switchOrganization(switching, { caller, requestId: 'r' });
    expect((await two.callerFor(BOOTSTRAP_KEY, 'k')).organizationId).toBe(DEFAULT_ORGANIZATION_ID);

    for (const { name } of await one.db.listCollections().toArray()) {
      const left = await one.db
        .collection(name)
        .find({ $or: [{ organization_id: child.id }, { current_organization_id: child.id }] })
        .toArray();
      expect({ name, left }).toEqual({ name, left: [] });
    }
    const again = one.tenant.removeOrganization(erase, { caller, requestId: 'r' });
    await expect(again).rejects.toMatchObject({ kind: 'not_found' });
    const own = { organizationId: DEFAULT_ORGANIZATION_ID };
    const suicide = one.tenant.closeOrganization(own, { caller, requestId: 'r' });
    await expect(suicide).rejects.toMatchObject({ code: 'own_organization' });
  });
});

describe('a tenant name made from a name', () => {
  it.each([
    { name: 'Ünïted Co.', attempt: 1, made: 'united-co' },
    { name: 'Acme', attempt: 2, made: 'acme-2' },
    { name: '株式会社', attempt: 1, made: 'organization-1' },
  ])('$name, attempt $attempt: $made', ({ name, attempt, made }) => {
    expect(tenantNameFrom(name, attempt)).toBe(made);
  });

  it('fits in 63 characters', () => {
    expect(tenantNameFrom('x'.repeat(200), 9)).toMatch(/^[a-z0-9-]{1,63}$/);
  });
});
