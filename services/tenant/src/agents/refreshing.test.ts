import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { Caller } from '@candor/runtime';
import { AgentWorld, pkce } from './agents.fixture.js';

const SECOND_MS = 1e3;
const MINUTE_MS = 60 * SECOND_MS;
const notGood = { code: 'invalid_grant' };
const noToken = { kind: 'unauthenticated', code: 'invalid_token' };

let world: AgentWorld;
let ann: Caller;
beforeEach(async () => {
  world = await AgentWorld.start();
  ann = await world.person('ann@example.com');
});
afterEach(() => world.close());

const advance = (ms: number): void => world.installation.clock.advance(ms);
const works = async (token: string): Promise<void> => {
  expect(await world.verify(token)).toMatchObject({ userId: ann.ownerId });
};

describe('a program that refreshes its tokens', () => {
  // Programs do so at each refused call, without a lock: each of these calls is an honest one.
  it('in twenty calls side by side stays connected, and each call goes on', async () => {
    const { clientId, refreshToken } = await world.connect(ann);
    const all = await Promise.all(Array.from({ length: 20 }, () => world.refresh(clientId, refreshToken)));
    for (const one of all) await works(one.accessToken);
    expect(await world.log()).toEqual(['agent.connected']);
    // Whichever reply it keeps.
    const [some, other] = [all[3], all[17]];
    advance(14 * MINUTE_MS);
    await works(some?.accessToken ?? '');
    const next = await world.refresh(clientId, other?.refreshToken ?? '');
    await works(next.accessToken);
    expect(await world.list(ann)).toHaveLength(1);
  });

  it('and lost the reply asks again and gets others', async () => {
    const { clientId, refreshToken } = await world.connect(ann);
    await world.refresh(clientId, refreshToken);
    advance(59 * SECOND_MS);
    const again = await world.refresh(clientId, refreshToken);
    await works(again.accessToken);
    await works((await world.refresh(clientId, again.refreshToken)).accessToken);
    expect(await world.log()).toEqual(['agent.connected']);
  });

  it('is one of two holders when it brings one that was replaced more than a minute ago, or before the last', async () => {
    const one = await world.connect(ann);
    const stolen = await world.refresh(one.clientId, one.refreshToken);
    advance(60 * SECOND_MS);
    await expect(world.refresh(one.clientId, one.refreshToken)).rejects.toMatchObject(notGood);
    await expect(world.verify(stolen.accessToken)).rejects.toMatchObject(noToken);
    const two = await world.connect(ann);
    const second = await world.refresh(two.clientId, two.refreshToken);
    const third = await world.refresh(two.clientId, second.refreshToken);
    await expect(world.refresh(two.clientId, two.refreshToken)).rejects.toMatchObject(notGood);
    await expect(world.verify(third.accessToken)).rejects.toMatchObject(noToken);
    const ended = 'agent.disconnected: its refresh token was used twice';
    expect(await world.log()).toEqual(['agent.connected', 'agent.connected', ended, ended]);
  });

  it('with what somebody copied a moment ago is found out when the other one comes', async () => {
    const { clientId, refreshToken } = await world.connect(ann);
    const thief = await world.refresh(clientId, refreshToken);
    const owner = await world.refresh(clientId, refreshToken);
    advance(14 * MINUTE_MS);
    const next = await world.refresh(clientId, thief.refreshToken);
    advance(MINUTE_MS);
    await expect(world.refresh(clientId, owner.refreshToken)).rejects.toMatchObject(notGood);
    await expect(world.verify(next.accessToken)).rejects.toMatchObject(noToken);
  });

  it('over and over is told to wait, and stays connected', async () => {
    const { clientId, refreshToken } = await world.connect(ann);
    const first = await world.refresh(clientId, refreshToken);
    for (let n = 1; n < 50; n++) await world.refresh(clientId, refreshToken);
    const wait = { kind: 'rate_limited', code: 'too_many_refreshes' };
    await expect(world.refresh(clientId, refreshToken)).rejects.toMatchObject(wait);
    await works(first.accessToken);
    await works((await world.refresh(clientId, first.refreshToken)).accessToken);
  });
});

describe('an access token that a refresh replaced', () => {
  it.each([10 * SECOND_MS, 10 * MINUTE_MS])('goes on for a minute, made %d ms before, and no longer', async (age) => {
    const { clientId, refreshToken, accessToken } = await world.connect(ann);
    advance(age);
    await world.refresh(clientId, refreshToken);
    advance(59 * SECOND_MS);
    await works(accessToken);
    advance(SECOND_MS);
    await expect(world.verify(accessToken)).rejects.toMatchObject(noToken);
  });

  it('never lives longer for it', async () => {
    const { clientId, refreshToken, accessToken } = await world.connect(ann);
    advance(14.5 * MINUTE_MS);
    await world.refresh(clientId, refreshToken);
    await works(accessToken);
    advance(0.5 * MINUTE_MS);
    await expect(world.verify(accessToken)).rejects.toMatchObject(noToken);
  });
});

describe('a code whose reply was lost', () => {
  it('gives its program others in place of what nobody was told, recorded once', async () => {
    const allowed = await world.allow(ann, await world.client());
    const lost = await world.exchange(allowed);
    advance(59 * SECOND_MS);
    const got = await world.exchange(allowed);
    await works(got.accessToken);
    await expect(world.verify(lost.accessToken)).rejects.toMatchObject(noToken);
    await expect(world.refresh(allowed.clientId, lost.refreshToken)).rejects.toMatchObject(notGood);
    await works((await world.refresh(allowed.clientId, got.refreshToken)).accessToken);
    expect(await world.log()).toEqual(['agent.connected']);
  });

  it('gives nothing a minute later, or without the secret: its connection ends', async () => {
    const late = await world.allow(ann, await world.client());
    await world.exchange(late);
    advance(60 * SECOND_MS);
    await expect(world.exchange(late)).rejects.toMatchObject(notGood);
    const stolen = await world.allow(ann, await world.client());
    await world.exchange(stolen);
    await expect(world.exchange({ ...stolen, verifier: pkce().verifier })).rejects.toMatchObject(notGood);
    expect(await world.list(ann)).toEqual([]);
  });

  it('gives nothing once its tokens were used: its connection ends', async () => {
    for (const use of ['call', 'refresh']) {
      const allowed = await world.allow(ann, await world.client());
      const { accessToken, refreshToken } = await world.exchange(allowed);
      await (use === 'call' ? world.verify(accessToken) : world.refresh(allowed.clientId, refreshToken));
      await expect(world.exchange(allowed)).rejects.toMatchObject(notGood);
    }
    expect(await world.list(ann)).toEqual([]);
  });
});

describe('a person who connects more than fifty', () => {
  it('loses nothing that works by consents that were never exchanged', async () => {
    const { accessToken } = await world.connect(ann);
    const other = await world.client();
    for (let n = 0; n < 55; n++) await world.allow(ann, other);
    await works(accessToken);
    expect(await world.replica.db.collection('agent_connections').countDocuments()).toBe(51);
  });

  it('loses the oldest, and the log says so', async () => {
    const { accessToken } = await world.connect(ann);
    for (let n = 0; n < 50; n++) {
      advance(SECOND_MS);
      const clientId = await world.client('Another', undefined, `203.0.113.${n}`);
      await world.exchange(await world.allow(ann, clientId));
    }
    await expect(world.verify(accessToken)).rejects.toMatchObject(noToken);
    const log = await world.log();
    expect(log.slice(51)).toEqual(['agent.disconnected: the person connected more than fifty']);
  });
});
