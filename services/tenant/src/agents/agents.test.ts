import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { RateBudget } from '@candor/proto/candor/tenant/v1/tenant';
import type { Caller } from '@candor/runtime';
import { AgentWorld, REDIRECT, RESOURCE } from './agents.fixture.js';

const MINUTE_MS = 60e3;
const DAY_MS = 1440 * MINUTE_MS;
const notGood = { code: 'invalid_grant' };
const noToken = { kind: 'unauthenticated', code: 'invalid_token' };

let world: AgentWorld;
let ann: Caller;
beforeEach(async () => {
  world = await AgentWorld.start();
  ann = await world.person('ann@example.com');
});
afterEach(() => world.close());

const changed = (change: object): Promise<unknown> =>
  world.replica.directory.updateUser({ id: ann.ownerId, ...change }, { caller: world.admin, requestId: 'r' });
const setMayConnect = (agentsMayConnect: boolean): Promise<unknown> =>
  world.replica.tenant.updateOrganization(
    { organizationId: world.admin.organizationId, agentsMayConnect },
    { caller: world.admin, requestId: 'r' },
  );

describe('an agent that a person connected', () => {
  it('acts as the person, within what was allowed, and is recorded', async () => {
    const { accessToken, refreshToken, expiresInSeconds, scopes } = await world.connect(ann);
    expect([expiresInSeconds, scopes]).toEqual([900, ['Questionnaires: read']]);
    expect(await world.verify(accessToken)).toMatchObject({
      organizationId: ann.organizationId,
      role: 'MEMBER',
      scopes: ['Questionnaires: read'],
      userId: ann.ownerId,
    });
    expect(await world.log()).toEqual(['agent.connected']);
    const { db } = world.replica;
    const names = ['agent_connections', 'agent_tokens', 'audit_log'];
    const stored = JSON.stringify(await Promise.all(names.map((name) => db.collection(name).find({}).toArray())));
    for (const token of [accessToken, refreshToken, ...refreshToken.slice('crt_'.length).split('.')])
      expect(stored).not.toContain(token);
  });

  it('has the role that the person has at each call, and nothing once the person may do nothing', async () => {
    const { accessToken, refreshToken, clientId } = await world.connect(ann);
    await changed({ role: 'VIEWER' });
    expect(await world.verify(accessToken)).toMatchObject({ role: 'VIEWER' });
    await changed({ role: 'ADMIN' });
    expect(await world.verify(accessToken)).toMatchObject({ role: 'ADMIN' });
    const call = { caller: world.admin, requestId: 'r' };
    await world.replica.invitations.deactivateUser({ userId: ann.ownerId }, call);
    await expect(world.verify(accessToken)).rejects.toMatchObject(noToken);
    await expect(world.refresh(clientId, refreshToken)).rejects.toMatchObject(notGood);
    await world.replica.invitations.reactivateUser({ userId: ann.ownerId }, call);
    // Whoever comes back connects anew.
    await expect(world.verify(accessToken)).rejects.toMatchObject(noToken);
    expect(await world.replica.db.collection('agent_connections').countDocuments()).toBe(0);
  });

  it('is gone with the person', async () => {
    const { accessToken } = await world.connect(ann);
    await world.replica.directory.deleteUser({ id: ann.ownerId }, { caller: world.admin, requestId: 'r' });
    await expect(world.verify(accessToken)).rejects.toMatchObject(noToken);
    expect(await world.replica.db.collection('agent_tokens').countDocuments()).toBe(0);
  });

  it('works at the organization of the person alone, also for an administrator of a parent', async () => {
    const boss = await world.person('boss@example.com', 'ADMIN');
    const made = await world.replica.tenant.createOrganization(
      { name: 'Child', tenantName: '', hd: [], sessionId: 'of its own' },
      { caller: boss, requestId: 'r' },
    );
    const { accessToken } = await world.connect(boss);
    const { connectionId: keyId, organizationId } = await world.verify(accessToken);
    expect(organizationId).toBe(boss.organizationId);
    const asked = { keyId, sessionId: '', requestedOrganizationId: made.id };
    await expect(world.replica.tenant.resolveOrganization(asked, { requestId: 'r' })).rejects.toMatchObject({
      code: 'organization_not_found',
    });
    const home = await world.replica.tenant.resolveOrganization(
      { ...asked, requestedOrganizationId: '' },
      { requestId: 'r' },
    );
    expect(home.organizationId).toBe(boss.organizationId);
  });

  it('does nothing at another address than the one that was consented to', async () => {
    const { accessToken, clientId, refreshToken } = await world.connect(ann);
    await expect(world.verify(accessToken, 'https://other.example.com/mcp')).rejects.toMatchObject(noToken);
    await expect(world.refresh(clientId, refreshToken, 'https://other.example.com/mcp')).rejects.toMatchObject({
      code: 'invalid_target',
    });
    expect(await world.verify(accessToken, `${RESOURCE}/`)).toMatchObject({ userId: ann.ownerId });
    const allowed = await world.allow(ann, await world.client());
    await expect(world.exchange(allowed, { resource: 'https://other.example.com/mcp' })).rejects.toMatchObject({
      code: 'invalid_target',
    });
  });

  it('refreshes its tokens for as long as it is used, and at most ninety days', async () => {
    let { accessToken, refreshToken } = await world.connect(ann);
    const [{ clientId } = { clientId: '' }] = await world.list(ann);
    const { clock } = world.installation;
    clock.advance(14 * MINUTE_MS);
    await world.verify(accessToken);
    clock.advance(MINUTE_MS);
    await expect(world.verify(accessToken)).rejects.toMatchObject(noToken);
    for (let n = 0; n < 3; n++) {
      clock.advance(29 * DAY_MS);
      ({ accessToken, refreshToken } = await world.refresh(clientId, refreshToken));
      await world.verify(accessToken);
    }
    clock.advance(4 * DAY_MS);
    await expect(world.refresh(clientId, refreshToken)).rejects.toMatchObject(notGood);
  });

  it('that nobody uses for thirty days is over', async () => {
    const { clientId, refreshToken } = await world.connect(ann);
    world.installation.clock.advance(30 * DAY_MS);
    await expect(world.refresh(clientId, refreshToken)).rejects.toMatchObject(notGood);
  });

  it('is ended when an administrator switches agents off, and nobody connects another', async () => {
    const { accessToken, clientId, refreshToken } = await world.connect(ann);
    const allowed = await world.allow(ann, await world.client('Another'));
    await setMayConnect(false);
    await expect(world.verify(accessToken)).rejects.toMatchObject(noToken);
    await expect(world.refresh(clientId, refreshToken)).rejects.toMatchObject(notGood);
    await expect(world.exchange(allowed)).rejects.toMatchObject(notGood);
    await expect(world.allow(ann, clientId)).rejects.toMatchObject({ code: 'agents_off' });
    await setMayConnect(true);
    await expect(world.verify(accessToken)).rejects.toMatchObject(noToken);
    expect(await world.connect(ann)).toMatchObject({ scopes: ['Questionnaires: read'] });
  });
});

describe('switching agents on', () => {
  // The service was killed between storing the setting and ending the agents.
  it('finds none alive of before, and says so', async () => {
    const { accessToken } = await world.connect(ann);
    const organizations = world.replica.db.collection<{ _id: string }>('organizations');
    await organizations.updateOne({ _id: ann.organizationId }, { $set: { agents_may_connect: false } });
    world.installation.clock.advance(60e3);
    await setMayConnect(true);
    await expect(world.verify(accessToken)).rejects.toMatchObject(noToken);
    expect(await world.list(ann)).toEqual([]);
    const log = (
      await world.replica.audit.listAudit(
        { limit: 10, offset: 0, action: 'agent.all_disconnected', targetId: '' },
        { caller: world.admin, requestId: 'r' },
      )
    ).entries;
    expect(log).toMatchObject([{ details: { agents: '1' } }]);
    await setMayConnect(true);
    const { accessToken: next } = await world.connect(ann);
    await setMayConnect(true);
    expect(await world.verify(next)).toMatchObject({ userId: ann.ownerId });
  });
});

describe('an agent that may write', () => {
  const scopes = ['Insights: ask', 'Questionnaires: write'];

  it('is connected by administrators alone', async () => {
    for (const role of ['VIEWER', 'MEMBER', 'APPROVER']) {
      const one = await world.person(`${role}@example.com`, role);
      const refused = { kind: 'forbidden', code: 'administrator_needed' };
      await expect(world.allow(one, await world.client(), { scopes })).rejects.toMatchObject(refused);
      await world.allow(one, await world.client(), { scopes: ['Insights: ask', 'Questionnaires: read'] });
    }
  });

  it('only reads while its person is no administrator, and never gets more', async () => {
    const boss = await world.person('boss@example.com', 'ADMIN');
    const change = (role: string) =>
      world.replica.directory.updateUser({ id: boss.ownerId, role }, { caller: world.admin, requestId: 'r' });
    const { accessToken } = await world.exchange(await world.allow(boss, await world.client(), { scopes }));
    expect(await world.verify(accessToken)).toMatchObject({ role: 'ADMIN', scopes });
    await change('APPROVER');
    const reading = ['Insights: ask', 'Questionnaires: read'];
    expect(await world.verify(accessToken)).toMatchObject({ role: 'APPROVER', scopes: reading });
    await change('ADMIN');
    expect(await world.verify(accessToken)).toMatchObject({ scopes });
  });
});

describe('the budget of calls', () => {
  it('is one for all agents of a person, so that more of them call no more', async () => {
    const bob = await world.person('bob@example.com');
    const left = async (caller: Caller): Promise<number> => {
      const { connectionId: keyId } = await world.verify((await world.connect(caller)).accessToken);
      const { organizationId } = caller;
      const request = { organizationId, keyId, budget: RateBudget.RATE_BUDGET_INSIGHTS, count: 10 };
      return (await world.replica.tenant.takeRate(request, { requestId: 'r' })).remaining;
    };
    expect([await left(ann), await left(ann), await left(bob)]).toEqual([110, 100, 110]);
  });
});

describe('who sees and ends connected agents', () => {
  it('is the person, and an administrator of the organization, and nobody else', async () => {
    const bob = await world.person('bob@example.com');
    const one = await world.connect(ann);
    const [shown] = await world.list(ann);
    expect(shown).toMatchObject({ name: 'An agent', userId: ann.ownerId, redirectUri: REDIRECT });
    expect(await world.list(bob)).toEqual([]);
    await expect(world.list(bob, true)).rejects.toMatchObject({ code: 'admin_required' });
    expect(await world.list(world.admin, true)).toEqual([shown]);
    const disconnect = (caller: Caller, id = shown?.id ?? '') =>
      world.replica.agents.disconnectAgent({ id }, { caller, requestId: 'r' });
    await expect(disconnect(bob)).rejects.toMatchObject({ code: 'connected_agent_not_found' });

    const child = await world.replica.tenant.createOrganization(
      { name: 'Child', tenantName: '', hd: [], sessionId: 's' },
      { caller: world.admin, requestId: 'r' },
    );
    const stranger = await world.person('eve@example.com', 'ADMIN', { ...world.admin, organizationId: child.id });
    await expect(disconnect(stranger)).rejects.toMatchObject({ code: 'connected_agent_not_found' });
    expect(await world.list(stranger, true)).toEqual([]);

    await disconnect(ann);
    await expect(world.verify(one.accessToken)).rejects.toMatchObject(noToken);
    const two = await world.connect(ann);
    await disconnect(world.admin, (await world.list(ann))[0]?.id);
    await expect(world.verify(two.accessToken)).rejects.toMatchObject(noToken);
    const three = await world.connect(bob);
    const all = world.replica.agents.disconnectAllAgents({}, { caller: world.admin, requestId: 'r' });
    expect(await all).toEqual({ disconnected: 1 });
    await expect(world.verify(three.accessToken)).rejects.toMatchObject(noToken);
    await expect(world.replica.agents.disconnectAllAgents({}, { caller: bob, requestId: 'r' })).rejects.toMatchObject({
      code: 'admin_required',
    });
  });

  it('connects the same program anew in place of the connection before', async () => {
    const clientId = await world.client();
    const one = await world.exchange(await world.allow(ann, clientId));
    const two = await world.exchange(await world.allow(ann, clientId));
    await expect(world.verify(one.accessToken)).rejects.toMatchObject(noToken);
    await world.verify(two.accessToken);
    expect(await world.list(ann)).toHaveLength(1);
    expect(await world.log()).toEqual([
      'agent.connected',
      'agent.connected',
      'agent.disconnected: the person connected it anew',
    ]);
  });

  it('leaves nothing of an organization that is erased', async () => {
    const call = { caller: world.admin, requestId: 'r' };
    const child = await world.replica.tenant.createOrganization(
      { name: 'Child', tenantName: '', hd: [], sessionId: 's' },
      call,
    );
    const eve = await world.person('eve@example.com', 'ADMIN', { ...world.admin, organizationId: child.id });
    const { accessToken } = await world.connect(eve);
    await world.replica.tenant.closeOrganization({ organizationId: child.id }, call);
    await expect(world.verify(accessToken)).rejects.toMatchObject(noToken);
    await world.replica.tenant.removeOrganization({ organizationId: child.id }, call);
    for (const name of ['agent_connections', 'agent_tokens'])
      expect(await world.replica.db.collection(name).countDocuments()).toBe(0);
  });
});
