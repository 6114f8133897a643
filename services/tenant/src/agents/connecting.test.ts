import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { Caller } from '@candor/runtime';
import { AgentWorld, pkce, REDIRECT, RESOURCE } from './agents.fixture.js';
import { MOST_OF_A_USER } from './connecting.js';

const notGood = { code: 'invalid_grant' };
const noToken = { kind: 'unauthenticated', code: 'invalid_token' };

let world: AgentWorld;
let ann: Caller;
beforeEach(async () => {
  world = await AgentWorld.start();
  ann = await world.person('ann@example.com');
});
afterEach(() => world.close());

describe('a code', () => {
  it('that comes twice ends what the first one gave', async () => {
    const allowed = await world.allow(ann, await world.client());
    const { accessToken } = await world.exchange(allowed);
    await world.verify(accessToken);
    await expect(world.exchange(allowed)).rejects.toMatchObject(notGood);
    await expect(world.verify(accessToken)).rejects.toMatchObject(noToken);
    await expect(world.exchange(allowed)).rejects.toMatchObject(notGood);
    expect(await world.log()).toEqual(['agent.connected', 'agent.disconnected: its code was used twice']);
  });

  it('that comes five times at once connects one program', async () => {
    const allowed = await world.allow(ann, await world.client());
    const tries = await Promise.all(Array.from({ length: 5 }, () => world.exchange(allowed)));
    const refreshed = await Promise.allSettled(
      tries.map(({ refreshToken }) => world.refresh(allowed.clientId, refreshToken)),
    );
    expect(refreshed.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await world.list(ann)).toHaveLength(1);
    expect(await world.log()).toEqual(['agent.connected']);
  });

  it('that two programs bring at once connects nobody else than the one with its secret', async () => {
    const allowed = await world.allow(ann, await world.client());
    const thief = { ...allowed, verifier: pkce().verifier };
    const [, ...stolen] = await Promise.allSettled([allowed, thief, thief].map((one) => world.exchange(one)));
    expect(stolen.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(await world.list(ann)).toEqual([]);
  });

  it.each([
    ['of another client', async () => ({ clientId: await world.client() })],
    ['with another redirect URI', () => Promise.resolve({ redirectUri: `${REDIRECT}/other` })],
    ['with a verifier that is not its', () => Promise.resolve({ verifier: pkce().verifier })],
    ['without a verifier', () => Promise.resolve({ verifier: '' })],
    ['with its challenge in place of the verifier', () => Promise.resolve({ verifier: 'plain' })],
  ])('%s gives nothing, and is good no more', async (_name, other) => {
    const allowed = await world.allow(ann, await world.client());
    const { verifier, ...sent } = { verifier: allowed.verifier, ...(await other()) };
    await expect(world.exchange({ ...allowed, verifier }, sent)).rejects.toMatchObject(notGood);
    await expect(world.exchange(allowed)).rejects.toMatchObject(notGood);
    expect(await world.list(ann)).toEqual([]);
  });

  it('is good for two minutes', async () => {
    const allowed = await world.allow(ann, await world.client());
    world.installation.clock.advance(120e3);
    await expect(world.exchange(allowed)).rejects.toMatchObject(notGood);
    await expect(world.exchange({ ...allowed, code: 'cac_none' })).rejects.toMatchObject(notGood);
  });
});

describe('a refresh token', () => {
  it('that comes again after it was replaced ends the connection for both of its holders', async () => {
    const { clientId, refreshToken: first } = await world.connect(ann);
    const second = await world.refresh(clientId, first);
    world.installation.clock.advance(60e3);
    await expect(world.refresh(clientId, first)).rejects.toMatchObject(notGood);
    await expect(world.verify(second.accessToken)).rejects.toMatchObject(noToken);
    await expect(world.refresh(clientId, second.refreshToken)).rejects.toMatchObject(notGood);
    expect(await world.log()).toEqual(['agent.connected', 'agent.disconnected: its refresh token was used twice']);
  });

  it('is of no use to another client, nor changed by a letter', async () => {
    const { clientId, refreshToken } = await world.connect(ann);
    await expect(world.refresh(await world.client(), refreshToken)).rejects.toMatchObject(notGood);
    await expect(world.refresh(clientId, 'crt_none')).rejects.toMatchObject(notGood);
    expect(await world.refresh(clientId, refreshToken)).toMatchObject({ scopes: ['Questionnaires: read'] });
  });

  it('that is given back ends the connection; an access token itself alone; by their own client', async () => {
    const { clientId, accessToken, refreshToken } = await world.connect(ann);
    const other = await world.client();
    const giveBack = (client: string, token: string) =>
      world.replica.agents.revokeAgentToken({ clientId: client, token }, { requestId: 'r' });
    await giveBack(other, accessToken);
    await giveBack(other, refreshToken);
    await giveBack(clientId, 'nothing of ours');
    await world.verify(accessToken);
    await giveBack(clientId, accessToken);
    await expect(world.verify(accessToken)).rejects.toMatchObject(noToken);
    const next = await world.refresh(clientId, refreshToken);
    await giveBack(clientId, next.refreshToken);
    await expect(world.verify(next.accessToken)).rejects.toMatchObject(noToken);
    await giveBack(clientId, next.refreshToken);
    expect(await world.log()).toEqual(['agent.connected', 'agent.disconnected: the agent gave its token back']);
  });
});

describe('a consent', () => {
  const allow = (change: object, caller = ann) => {
    const consent = {
      clientId: '',
      redirectUri: REDIRECT,
      codeChallenge: pkce().challenge,
      resource: RESOURCE,
      scopes: ['Insights: ask'],
      ...change,
    };
    return world.replica.agents.allowAgent(consent, { caller, requestId: 'r' });
  };

  it('needs a known client, its redirect URI, PKCE, an address, something to do, and a person', async () => {
    const clientId = await world.client();
    await expect(allow({})).rejects.toMatchObject({ code: 'invalid_client' });
    const evil = { clientId, redirectUri: 'https://evil.example.com/back' };
    await expect(allow(evil)).rejects.toMatchObject({ code: 'invalid_request' });
    for (const codeChallenge of ['', 'plain', 'x'.repeat(44)])
      await expect(allow({ clientId, codeChallenge })).rejects.toMatchObject({ code: 'invalid_request' });
    await expect(allow({ clientId, resource: '' })).rejects.toMatchObject({ code: 'invalid_target' });
    for (const scopes of [[], ['Everything: write']])
      await expect(allow({ clientId, scopes })).rejects.toMatchObject({ code: 'invalid_input' });
    await expect(allow({ clientId }, world.admin)).rejects.toMatchObject({ code: 'person_required' });
    expect(await allow({ clientId })).toMatchObject({ code: expect.stringMatching(/^cac_/) });
  });

  it('of a person leaves room for the next ones', async () => {
    const clientId = await world.client();
    for (let n = 0; n < MOST_OF_A_USER + 3; n++) {
      world.installation.clock.advance(1);
      await world.allow(ann, clientId);
    }
    expect(await world.replica.db.collection('agent_connections').countDocuments()).toBe(MOST_OF_A_USER);
  });
});

describe('a program that registers', () => {
  const register = (redirectUris: string[], name = 'An agent', network = '203.0.113.7', replica = world.replica) =>
    replica.agents.registerAgentClient({ name, redirectUris, network }, { requestId: 'r' });

  it('is sent back by https, or to the person’s own machine', async () => {
    const good = ['https://a.example/back?x=1', 'http://localhost:4000/back', 'http://127.0.0.1/', 'http://[::1]:1/b'];
    expect(await register(good)).toMatchObject({ redirectUris: good });
    for (const bad of [
      ...['http://a.example/back', 'javascript:alert(1)', 'data:text/html,x', 'cursor://x', 'https://a.example/#x'],
      ...['https://user@a.example/', 'http://localhost.evil.example/', 'no address', 'https://a.example/ x', ''],
      ...['https://a.example/\r\nLocation: x', `https://a.example/${'x'.repeat(1000)}`],
    ])
      await expect(register([bad])).rejects.toMatchObject({ code: 'invalid_redirect_uri' });
    await expect(register([])).rejects.toMatchObject({ code: 'invalid_redirect_uri' });
    const many = Array.from({ length: 11 }, (_, n) => `https://a.example/${n}`);
    await expect(register(many)).rejects.toMatchObject({ code: 'invalid_redirect_uri' });
  });

  it('may come back on any port of the person’s own machine, and nowhere else', async () => {
    const { id } = await register(['http://127.0.0.1:4000/back']);
    await world.allow(ann, id, { redirectUri: 'http://127.0.0.1:5000/back' });
    for (const redirectUri of [
      ...['http://127.0.0.1:5000/other', 'http://localhost:4000/back', 'http://127.0.0.1:4000/back?x=1'],
      ...['https://127.0.0.1:4000/back', 'http://127.0.0.1.evil.example:4000/back', 'http://a@127.0.0.1:4000/back'],
    ])
      await expect(world.allow(ann, id, { redirectUri })).rejects.toMatchObject({ code: 'invalid_request' });
  });

  it('is called by its host when it has no name, or an endless one', async () => {
    expect(await register([REDIRECT], '  ')).toMatchObject({ name: 'agent.example.com' });
    expect(await register([REDIRECT], 'x'.repeat(101))).toMatchObject({ name: 'agent.example.com' });
    expect(await register([REDIRECT], ' A\u202e b\n')).toMatchObject({
      name: expect.not.stringContaining('\u202e'),
    });
  });

  it('waits when its network has registered many', async () => {
    for (let n = 0; n < 60; n++) await register([REDIRECT]);
    await expect(Promise.all([register([REDIRECT]), register([REDIRECT])])).rejects.toMatchObject({
      kind: 'rate_limited',
    });
    expect(await register([REDIRECT], 'Another', '198.51.100.1')).toMatchObject({ name: 'Another' });
  });

  it('is forgotten after a day that nobody connects it, and sooner when there are too many', async () => {
    const small = await world.installation.replica({ mostAgentClients: 2 });
    const of = (name: string) => register([REDIRECT], name, '203.0.113.7', small);
    const connected = await of('connected');
    await world.exchange(await world.allow(ann, connected.id));
    const unused = await of('unused');
    await of('unused as well');
    await expect(of('too many')).rejects.toMatchObject({ code: 'too_many_clients' });
    world.installation.clock.advance(11 * 60e3);
    const next = await of('next');
    const find = (id: string) => world.replica.agents.getAgentClient({ id }, { requestId: 'r' });
    await expect(find(unused.id)).rejects.toMatchObject({ code: 'invalid_client' });
    world.installation.clock.advance(24 * 3600e3);
    await expect(find(next.id)).rejects.toMatchObject({ code: 'invalid_client' });
    expect(await find(connected.id)).toMatchObject({ name: 'connected' });
  });

  it('takes nobody’s place once its connection has ended, however it ended', async () => {
    const small = await world.installation.replica({ mostAgentClients: 2 });
    const { clock } = world.installation;
    const find = (id: string) => world.replica.agents.getAgentClient({ id }, { requestId: 'r' });
    const call = { caller: world.admin, requestId: 'r' };
    const ends: ((one: Awaited<ReturnType<AgentWorld['connect']>>) => Promise<unknown>)[] = [
      ({ clientId, refreshToken: token }) =>
        world.replica.agents.revokeAgentToken({ clientId, token }, { requestId: 'r' }),
      () => world.replica.agents.disconnectAllAgents({}, call),
      () => world.replica.directory.deleteUser({ id: ann.ownerId }, call),
    ];
    for (const end of ends) {
      const one = await world.connect(ann);
      clock.advance(2 * 24 * 3600e3);
      expect(await find(one.clientId)).toMatchObject({ id: one.clientId });
      await end(one);
      expect(await find(one.clientId)).toMatchObject({ id: one.clientId });
      // It still may be connected anew for a day, unless others need the room.
      for (const name of ['a', 'b', 'c', 'd', 'e'])
        await register([REDIRECT], name, '203.0.113.7', small).catch(() => undefined);
      await expect(find(one.clientId)).rejects.toMatchObject({ code: 'invalid_client' });
      clock.advance(24 * 3600e3);
    }
  });

  it('is kept while anybody has it connected', async () => {
    const clientId = await world.client();
    const bob = await world.person('bob@example.com');
    const { refreshToken } = await world.exchange(await world.allow(ann, clientId));
    const bobs = await world.exchange(await world.allow(bob, clientId));
    await world.replica.agents.revokeAgentToken({ clientId, token: refreshToken }, { requestId: 'r' });
    world.installation.clock.advance(2 * 24 * 3600e3);
    expect(await world.refresh(clientId, bobs.refreshToken)).toMatchObject({ scopes: ['Questionnaires: read'] });
  });
});
