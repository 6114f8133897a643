import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Caller } from '@candor/runtime';
import { AgentWorld, pkce } from '../agents/agents.fixture.js';
import { AuditLogStore } from '../store/audit-log.js';
import { VISITOR } from './sign-in.fixture.js';

const ended = { kind: 'unauthenticated', code: 'sign_in_ended' };
let world: AgentWorld;
beforeAll(async () => {
  world = await AgentWorld.start();
}, 60_000);
afterAll(() => world.close());

const call = (caller: Caller) => ({ caller, requestId: 'r' });

async function signIn(userId: string): Promise<{ token: string; caller: Caller }> {
  const code = await world.replica.service.personCode(world.admin.organizationId, userId);
  const { token } = await world.replica.signIn.redeemSignInMail({ code, visitor: VISITOR }, { requestId: 'r' });
  return { token, caller: await world.replica.callerOfToken(token) };
}

/** Somebody who is signed in twice, with an agent and an extension. */
async function person(name: string) {
  const email = `${name}@example.com`;
  const { id } = await world.replica.directory.createUser({ name, email, role: 'MEMBER' }, call(world.admin));
  const [here, there] = [await signIn(id), await signIn(id)];
  const { verifier, challenge } = pkce();
  const { code } = await world.replica.keys.allowExtension({ challenge }, call(here.caller));
  const { key: extension } = await world.replica.keys.redeemExtensionCode({ code, verifier }, { requestId: 'r' });
  const { accessToken: agent } = await world.connect(here.caller);
  const owned = { name, role: 'MEMBER', scopes: [], ownerId: id };
  const { key } = await world.replica.keys.issueKey(owned, call(world.admin));
  return { id, here, there, extension, agent, key };
}

const verify = (token: string) => world.replica.signIn.verifySignIn({ token }, { requestId: 'r' });
const everywhere = (caller: Caller, userId = '', connected = false) =>
  world.replica.signIn.signOutEverywhere({ userId, connected }, call(caller));

describe('signing out everywhere', () => {
  it('ends every sign-in of the person and the links that wait, and nothing of anybody else', async () => {
    const [ann, bob] = [await person('ann'), await person('bob')];
    const waiting = await world.replica.service.personCode(world.admin.organizationId, ann.id);
    expect(await everywhere(ann.here.caller)).toEqual({ browsers: 2, agents: 0, extensions: 0 });
    for (const { token } of [ann.here, ann.there]) await expect(verify(token)).rejects.toMatchObject(ended);
    const redeemed = world.replica.signIn.redeemSignInMail({ code: waiting, visitor: VISITOR }, { requestId: 'r' });
    await expect(redeemed).rejects.toMatchObject({ code: 'sign_in_link_ended' });
    // What acts for them goes on, and so does everybody else.
    await world.verify(ann.agent);
    for (const key of [ann.extension, ann.key, bob.extension]) await world.replica.callerFor(key);
    await verify(bob.here.token);
    await verify((await signIn(ann.id)).token);
  });

  it('on request ends agents, extensions and consents that wait as well; keys go on', async () => {
    const cleo = await person('cleo');
    const allowed = await world.allow(cleo.here.caller, await world.client());
    const { verifier, challenge } = pkce();
    const { code } = await world.replica.keys.allowExtension({ challenge }, call(cleo.here.caller));
    expect(await everywhere(cleo.here.caller, '', true)).toEqual({ browsers: 2, agents: 2, extensions: 1 });
    await expect(world.verify(cleo.agent)).rejects.toMatchObject({ code: 'invalid_token' });
    await expect(world.replica.callerFor(cleo.extension)).rejects.toMatchObject({ code: 'invalid_api_key' });
    await expect(world.exchange(allowed)).rejects.toMatchObject({ code: 'invalid_grant' });
    const redeemed = world.replica.keys.redeemExtensionCode({ code, verifier }, { requestId: 'r' });
    await expect(redeemed).rejects.toMatchObject({ code: 'extension_code_ended' });
    await world.replica.callerFor(cleo.key);
  });

  it('is done for another by an administrator of the organization alone', async () => {
    const [dora, eve] = [await person('dora'), await person('eve')];
    await expect(everywhere(eve.here.caller, dora.id)).rejects.toMatchObject({ code: 'admin_required' });
    const stranger: Caller = { ...world.admin, organizationId: 'another' };
    await expect(everywhere(stranger, dora.id)).rejects.toMatchObject({ code: 'user_not_found' });
    await verify(dora.here.token);
    expect(await everywhere(world.admin, dora.id, true)).toEqual({ browsers: 2, agents: 1, extensions: 1 });
    await expect(verify(dora.there.token)).rejects.toMatchObject(ended);
    await verify(eve.here.token);
    const page = { limit: 10, offset: 0 };
    const log = await new AuditLogStore(world.replica.db).list(
      world.admin.organizationId,
      { action: 'sign_in.all_revoked', targetId: dora.id },
      page,
    );
    expect(log.entries).toMatchObject([
      { keyId: world.admin.keyId, details: { browsers: '2', agents: '1', extensions: '1' } },
    ]);
  });

  it('works by a key of the person, and is refused to a key that is nobody’s', async () => {
    const fay = await person('fay');
    expect(await everywhere(await world.replica.callerFor(fay.key))).toMatchObject({ browsers: 2 });
    await expect(everywhere(world.admin)).rejects.toMatchObject({ kind: 'conflict', code: 'person_required' });
    expect(await everywhere(world.admin, fay.id)).toMatchObject({ browsers: 0 });
  });
});
