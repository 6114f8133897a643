import { createHash, randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { RateBudget } from '@candor/proto/candor/tenant/v1/tenant';
import type { Caller } from '@candor/runtime';
import { check } from './admin/check.js';
import { BOOTSTRAP_KEY, startInstallation, type Installation, type Replica } from './tenant.fixture.js';
import { VISITOR } from './sign-in/sign-in.fixture.js';

const challengeOf = (verifier: string): string => createHash('sha256').update(verifier).digest('base64url');
const newVerifier = (): string => randomBytes(32).toString('base64url');
const ended = { kind: 'unauthenticated', code: 'extension_code_ended' };

describe('a browser extension', () => {
  let installation: Installation;
  let replica: Replica;
  let admin: Caller;
  beforeAll(async () => {
    installation = await startInstallation();
    replica = await installation.replica();
    await replica.service.bootstrap();
    admin = await replica.callerFor(BOOTSTRAP_KEY);
  });
  afterAll(() => installation.close());

  const by = (caller: Caller) => ({ caller, requestId: 'r' });
  const signedIn = async (name: string, role = 'MEMBER'): Promise<{ caller: Caller; userId: string }> => {
    const email = `${name.toLowerCase()}@example.com`;
    const { id: userId } = await replica.directory.createUser({ name, email, role }, by(admin));
    const code = await replica.service.personCode(admin.organizationId, userId);
    const { token } = await replica.signIn.redeemSignInMail({ code, visitor: VISITOR }, { requestId: 'r' });
    return { userId, caller: await replica.callerOfToken(token) };
  };
  const allow = (caller: Caller, verifier: string) =>
    replica.keys.allowExtension({ challenge: challengeOf(verifier) }, by(caller));
  const redeem = (code: string, verifier: string) =>
    replica.keys.redeemExtensionCode({ code, verifier }, { requestId: 'r' });

  it('gets a key of the person that lets it in, which asks and fills forms, in the role of the person', async () => {
    const { caller, userId } = await signedIn('Ada');
    const verifier = newVerifier();
    const { code } = await allow(caller, verifier);
    const { key, apiKey } = await redeem(code, verifier);
    expect(apiKey).toMatchObject({
      name: 'Browser extension (Ada)',
      ownerId: userId,
      madeFor: 'browser_extension',
      scopes: ['Insights: ask', 'Questionnaires: write'],
    });
    expect(await replica.callerFor(key)).toMatchObject({ role: 'MEMBER', ownerId: userId });
    await replica.directory.updateUser({ id: userId, role: 'VIEWER' }, by(admin));
    expect(await replica.callerFor(key)).toMatchObject({ role: 'VIEWER' });
    const stored = JSON.stringify(await replica.db.collection('extension_codes').find({}).toArray());
    expect(stored).not.toContain(code);
  });

  it('gets none for a code that was used, is old, or was made for another', async () => {
    const { caller } = await signedIn('Bea');
    const verifier = newVerifier();
    const { code } = await allow(caller, verifier);
    await expect(redeem(code, newVerifier())).rejects.toMatchObject(ended);
    await expect(redeem(code, verifier)).rejects.toMatchObject(ended);
    const second = await allow(caller, verifier);
    const tries = await Promise.allSettled([1, 2, 3].map(() => redeem(second.code, verifier)));
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const late = await allow(caller, verifier);
    installation.clock.advance(5 * 60_000 + 1000);
    await expect(redeem(late.code, verifier)).rejects.toMatchObject(ended);
  });

  it('is let in by a signed-in person only, not by a key, in the own organization', async () => {
    const { caller, userId } = await signedIn('Cleo');
    const verifier = newVerifier();
    await expect(allow(admin, verifier)).rejects.toMatchObject({ code: 'person_needed' });
    const { code } = await allow(caller, verifier);
    const { key } = await redeem(code, verifier);
    const own = await replica.callerFor(key);
    expect(own.ownerId).toBe(userId);
    await expect(allow(own, verifier)).rejects.toMatchObject({ code: 'person_needed' });
    const elsewhere = { ...caller, organizationId: 'another' };
    await expect(allow(elsewhere, verifier)).rejects.toMatchObject({ code: 'own_organization_needed' });
    const wrong = replica.keys.allowExtension({ challenge: 'short' }, by(caller));
    await expect(wrong).rejects.toMatchObject({ kind: 'invalid' });
  });

  it('signs out by its own key, which works no more; another key does not', async () => {
    const { caller } = await signedIn('Dora');
    const verifier = newVerifier();
    const { code } = await allow(caller, verifier);
    const { key } = await redeem(code, verifier);
    await replica.keys.endExtension({ id: '' }, by(await replica.callerFor(key)));
    await expect(replica.callerFor(key)).rejects.toMatchObject({ code: 'invalid_api_key' });
    await expect(replica.keys.endExtension({ id: '' }, by(admin))).rejects.toMatchObject({ code: 'not_an_extension' });
    const { entries } = await replica.audit.listAudit(
      { limit: 10, offset: 0, action: 'api_key.revoked', targetId: '' },
      by(admin),
    );
    expect(entries[0]).toMatchObject({ details: { name: 'Browser extension (Dora)' } });
  });

  const connect = async (caller: Caller): Promise<{ id: string; key: string }> => {
    const verifier = newVerifier();
    installation.clock.advance(1);
    const { code } = await allow(caller, verifier);
    const { key, apiKey } = await redeem(code, verifier);
    return { id: apiKey?.id ?? '', key };
  };
  const revokedOf = async (name: string): Promise<number> => {
    const page = { limit: 100, offset: 0, action: 'api_key.revoked', targetId: '' };
    const { entries } = await replica.audit.listAudit(page, by(admin));
    return entries.filter(({ details }) => details['name'] === `Browser extension (${name})`).length;
  };

  it('works in five places of a person at once: the sixth ends the oldest, and the log says so', async () => {
    const { caller } = await signedIn('Fay');
    const other = await connect((await signedIn('Gus')).caller);
    const all: string[] = [];
    for (let n = 0; n < 7; n++) all.push((await connect(caller)).key);
    for (const key of all.slice(0, 2))
      await expect(replica.callerFor(key)).rejects.toMatchObject({ code: 'invalid_api_key' });
    for (const key of [...all.slice(2), other.key])
      expect(await replica.callerFor(key)).toMatchObject({ role: 'MEMBER' });
    expect([await revokedOf('Fay'), await revokedOf('Gus')]).toEqual([2, 0]);
  });

  it('is seen and ended by its person from anywhere, and by no other', async () => {
    const [mine, theirs] = [(await signedIn('Hal')).caller, (await signedIn('Ida')).caller];
    const [lost, kept] = [await connect(mine), await connect(mine)];
    const list = async (caller: Caller): Promise<string[]> =>
      (await replica.keys.listExtensions({}, by(caller))).keys.map(({ id }) => id);
    expect(await list(mine)).toEqual([kept.id, lost.id]);
    expect([await list(theirs), await list(admin)]).toEqual([[], []]);
    const gone = { kind: 'not_found', code: 'extension_not_found' };
    for (const caller of [theirs, admin])
      await expect(replica.keys.endExtension({ id: lost.id }, by(caller))).rejects.toMatchObject(gone);
    const { keys } = await replica.keys.listKeys({ limit: 1, offset: 0 }, by(admin));
    await expect(replica.keys.endExtension({ id: keys[0]?.id ?? '' }, by(theirs))).rejects.toMatchObject(gone);
    await replica.keys.endExtension({ id: lost.id }, by(mine));
    await expect(replica.callerFor(lost.key)).rejects.toMatchObject({ code: 'invalid_api_key' });
    expect(await replica.callerFor(kept.key)).toMatchObject({ role: 'MEMBER' });
    expect([await list(mine), await revokedOf('Hal')]).toEqual([[kept.id], 1]);
  });

  it('shares the budget of calls with all extensions of its person, and with nobody else', async () => {
    const { caller, userId } = await signedIn('Jan');
    const keys = [await connect(caller), await connect(caller)];
    const left = async (keyId: string): Promise<number> => {
      const request = {
        organizationId: admin.organizationId,
        keyId,
        budget: RateBudget.RATE_BUDGET_INSIGHTS,
        count: 10,
      };
      return (await replica.tenant.takeRate(request, { requestId: 'r' })).remaining;
    };
    expect([await left(keys[0]?.id ?? ''), await left(keys[1]?.id ?? '')]).toEqual([110, 100]);
    const own = await replica.keys.issueKey(
      { name: 'A program', role: 'MEMBER', scopes: [], ownerId: userId },
      by(admin),
    );
    expect(await left(own.apiKey?.id ?? '')).toBe(110);
    expect(await left((await connect((await signedIn('Kim')).caller)).id)).toBe(110);
  });

  it('ends with its person, whose open codes go too', async () => {
    const { caller, userId } = await signedIn('Eve');
    const verifier = newVerifier();
    const { code } = await allow(caller, verifier);
    const { key } = await redeem(code, verifier);
    const open = await allow(caller, verifier);
    await replica.directory.deleteUser({ id: userId }, by(admin));
    await expect(replica.callerFor(key)).rejects.toMatchObject({ code: 'invalid_api_key' });
    await expect(redeem(open.code, verifier)).rejects.toMatchObject(ended);
    expect(await check(replica.db, installation.clock)).toEqual([]);
  });
});
