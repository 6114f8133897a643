import { createHash, randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
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
      ...{ name: 'Browser extension (Ada)', ownerId: userId, madeFor: 'browser_extension' },
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
    await replica.keys.endExtension({}, by(await replica.callerFor(key)));
    await expect(replica.callerFor(key)).rejects.toMatchObject({ code: 'invalid_api_key' });
    await expect(replica.keys.endExtension({}, by(admin))).rejects.toMatchObject({ code: 'not_an_extension' });
    const { entries } = await replica.audit.listAudit(
      { limit: 10, offset: 0, action: 'api_key.revoked', targetId: '' },
      by(admin),
    );
    expect(entries[0]).toMatchObject({ details: { name: 'Browser extension (Dora)' } });
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
