import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { DEFAULT_ORGANIZATION_ID } from './bootstrap.js';
import { BOOTSTRAP_KEY, startInstallation, type Installation } from './tenant.fixture.js';

describe('the first start', () => {
  let installation: Installation;
  beforeEach(async () => {
    installation = await startInstallation();
  });
  afterEach(() => installation.close());

  it('takes the admin key that the operator chose, whatever its form, and stores no more than its hash', async () => {
    const replica = await installation.replica();
    expect((await replica.service.bootstrap()).key).toBeUndefined();
    expect(await replica.callerFor(BOOTSTRAP_KEY)).toMatchObject({
      organizationId: DEFAULT_ORGANIZATION_ID,
      role: 'ADMIN',
      scopes: [],
    });
    for (const { name } of await replica.db.listCollections().toArray()) {
      const rows = await replica.db.collection(name).find().toArray();
      expect(JSON.stringify(rows)).not.toContain(BOOTSTRAP_KEY);
    }
  });

  it('generates one key when none was chosen, and tells it once', async () => {
    const [first, second] = await Promise.all([
      installation.replica({ bootstrapKey: undefined as never }),
      installation.replica({ bootstrapKey: undefined as never }),
    ]);
    const told = await Promise.all([first.service.bootstrap(), second.service.bootstrap()]);
    const keys = told.flatMap(({ key }) => key ?? []);
    expect(keys).toHaveLength(1);
    expect(await first.service.bootstrap()).toEqual({ key: undefined });
    expect(await second.callerFor(keys[0]!)).toMatchObject({ organizationId: DEFAULT_ORGANIZATION_ID, role: 'ADMIN' });
  });

  it('does not revive a chosen key that was revoked', async () => {
    const replica = await installation.replica();
    await replica.service.bootstrap();
    const caller = await replica.callerFor(BOOTSTRAP_KEY);
    await replica.keys.revokeKey({ id: caller.keyId }, { caller, requestId: 'r' });
    await replica.service.bootstrap();
    await expect(replica.callerFor(BOOTSTRAP_KEY)).rejects.toMatchObject({ kind: 'unauthenticated' });
  });
});
