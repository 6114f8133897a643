import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { IssuedKey, IssueKeyRequest } from '@candor/proto/candor/tenant/v1/api_keys';
import { micros, type Caller } from '@candor/runtime';
import { BOOTSTRAP_KEY, startInstallation, type Installation, type Replica } from './tenant.fixture.js';

describe('API keys', () => {
  let installation: Installation;
  let one: Replica;
  let two: Replica;
  let admin: Caller;
  beforeAll(async () => {
    installation = await startInstallation();
    one = await installation.replica();
    two = await installation.replica();
    await one.service.bootstrap();
    admin = await one.callerFor(BOOTSTRAP_KEY);
  });
  afterAll(() => installation.close());

  const issue = (change: Partial<IssueKeyRequest> = {}, caller = admin): Promise<IssuedKey> => {
    const request = { name: 'key', role: 'ADMIN', scopes: [], ...change };
    return one.keys.issueKey(request, { caller, requestId: 'r' });
  };
  const refused = { kind: 'unauthenticated', code: 'invalid_api_key' };

  it('are told once, work on every replica, and are listed without their secrets', async () => {
    const { key, apiKey } = await issue({ name: ' CI ', role: 'MEMBER', scopes: ['Knowledge: write'] });
    expect(apiKey).toMatchObject({
      name: 'CI',
      role: 'MEMBER',
      scopes: ['Knowledge: write'],
      prefix: key.slice(0, 12),
    });
    expect(await two.callerFor(key)).toMatchObject({ keyId: apiKey?.id, role: 'MEMBER', scopes: ['Knowledge: write'] });
    const call = { caller: admin, requestId: 'r' };
    const { keys, total } = await two.keys.listKeys({ limit: 100, offset: 0 }, call);
    expect(keys).toContainEqual(apiKey);
    expect(total).toBe(keys.length);
    expect(JSON.stringify(keys)).not.toContain(key.slice(13));
  });

  it('that are wrong in any way get one refusal', async () => {
    const { key } = await issue();
    for (const wrong of ['', 'x', key.slice(0, -1), `${key} `, `${key.slice(0, -1)}${key.endsWith('A') ? 'B' : 'A'}`]) {
      await expect(one.callerFor(wrong)).rejects.toMatchObject(refused);
    }
  });

  it('end at their time', async () => {
    const { key } = await issue({ expiresAt: micros(installation.clock) + 1_000_000 });
    await one.callerFor(key);
    installation.clock.advance(1000);
    await expect(one.callerFor(key)).rejects.toMatchObject(refused);
    await expect(issue({ expiresAt: micros(installation.clock) })).rejects.toMatchObject({ kind: 'invalid' });
  });

  it('that end issue and take over none that lasts longer than they do', async () => {
    const end = micros(installation.clock) + 60_000_000;
    const { key } = await issue({ expiresAt: end });
    const ending = await one.callerFor(key);
    const never = (await issue()).apiKey!;
    const longer = (await issue({ expiresAt: end + 1_000_000 })).apiKey!;
    const exceeds = { kind: 'forbidden', code: 'exceeds_caller', message: expect.stringContaining('expires_at') };
    const call = { caller: ending, requestId: 'r' };
    await expect(issue({}, ending)).rejects.toMatchObject(exceeds);
    await expect(issue({ expiresAt: end + 1 }, ending)).rejects.toMatchObject(exceeds);
    await expect(issue({ expiresAt: Number.MAX_SAFE_INTEGER }, ending)).rejects.toMatchObject(exceeds);
    for (const { id } of [never, longer]) await expect(one.keys.rotateKey({ id }, call)).rejects.toMatchObject(exceeds);

    const child = await issue({ expiresAt: end }, ending);
    expect(child.apiKey?.expiresAt).toBe(end);
    // Its own secret it may change: the end stays.
    expect((await one.keys.rotateKey({ id: ending.keyId }, call)).apiKey?.expiresAt).toBe(end);
  });

  it('that are revoked are refused at once everywhere; revoking again changes nothing', async () => {
    const { key, apiKey } = await issue();
    await two.callerFor(key);
    const call = { caller: admin, requestId: 'r' };
    const first = await one.keys.revokeKey({ id: apiKey!.id }, call);
    expect(first.revokedAt).toBe(micros(installation.clock));
    await expect(two.callerFor(key)).rejects.toMatchObject(refused);
    installation.clock.advance(5000);
    expect(await two.keys.revokeKey({ id: apiKey!.id }, call)).toEqual(first);
    const rotate = one.keys.rotateKey({ id: apiKey!.id }, call);
    await expect(rotate).rejects.toMatchObject({ kind: 'conflict', code: 'api_key_revoked' });
  });

  it('that are rotated stay the same key; the old secret works for the grace time', async () => {
    const { key: old, apiKey } = await issue();
    const call = { caller: admin, requestId: 'r' };
    const { key: fresh, apiKey: rotated } = await one.keys.rotateKey({ id: apiKey!.id }, call);
    expect(rotated).toEqual({ ...apiKey, prefix: fresh.slice(0, 12) });
    expect((await two.callerFor(old)).keyId).toBe((await two.callerFor(fresh)).keyId);
    installation.clock.advance(3600_000);
    await expect(two.callerFor(old)).rejects.toMatchObject(refused);
    await two.callerFor(fresh);
  });

  it('never have more than the key that makes or rotates them', async () => {
    const limited = await one.callerFor((await issue({ scopes: ['API keys: write', 'Knowledge: write'] })).key);
    const beyond = { kind: 'forbidden', code: 'exceeds_caller' };
    await expect(issue({ scopes: ['Trust portal: read'] }, limited)).rejects.toMatchObject(beyond);
    expect((await issue({ scopes: ['Knowledge: read'] }, limited)).apiKey?.scopes).toEqual(['Knowledge: read']);
    expect((await issue({}, limited)).apiKey?.scopes).toEqual(['API keys: write', 'Knowledge: write']);
    const open = await issue();
    const call = { caller: limited, requestId: 'r' };
    const rotate = one.keys.rotateKey({ id: open.apiKey!.id }, call);
    await expect(rotate).rejects.toMatchObject(beyond);
    const member = await one.callerFor((await issue({ role: 'MEMBER' })).key);
    await expect(issue({ role: 'MEMBER' }, member)).rejects.toMatchObject({
      kind: 'forbidden',
      code: 'admin_required',
    });
  });

  it('of a person have the lower of both roles at the time of the call, and end with the person', async () => {
    const call = { caller: admin, requestId: 'r' };
    const request = { name: 'Ann', email: 'ann@example.com', role: 'ADMIN' };
    const user = await one.directory.createUser(request, call);
    const { key } = await issue({ role: 'MEMBER', ownerId: user.id });
    expect(await one.callerFor(key)).toMatchObject({ role: 'MEMBER', ownerId: user.id });
    await one.directory.updateUser({ id: user.id, role: 'VIEWER' }, call);
    expect(await two.callerFor(key)).toMatchObject({ role: 'VIEWER' });
    await one.directory.deleteUser({ id: user.id }, call);
    await expect(two.callerFor(key)).rejects.toMatchObject(refused);
  });

  it('of another organization are not there', async () => {
    const { apiKey } = await issue();
    const call = { caller: { ...admin, organizationId: '00000000-0000-4000-8000-000000000000' }, requestId: 'r' };
    await expect(one.keys.revokeKey({ id: apiKey!.id }, call)).rejects.toMatchObject({
      kind: 'not_found',
      code: 'api_key_not_found',
    });
    await expect(one.keys.rotateKey({ id: apiKey!.id }, call)).rejects.toMatchObject({
      kind: 'not_found',
    });
  });

  it.each([
    { path: 'name', change: { name: ' ' } },
    { path: 'role', change: { role: 'OWNER' } },
    { path: 'scopes.1', change: { scopes: ['Knowledge: read', 'Everything'] } },
    { path: 'owner_id', change: { ownerId: '00000000-0000-4000-8000-000000000000' } },
  ])('need valid input: $path', async ({ path, change }) => {
    await expect(issue(change)).rejects.toMatchObject({ kind: 'invalid', errors: [{ path }] });
  });
});
