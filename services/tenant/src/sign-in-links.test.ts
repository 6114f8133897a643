import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { DEFAULT_ORGANIZATION_ID } from './bootstrap.js';
import { startInstallation, type Installation, type Replica } from './tenant.fixture.js';

const CALL = { requestId: 'r' };

describe('a sign-in link', () => {
  let installation: Installation;
  let replica: Replica;
  beforeEach(async () => {
    installation = await startInstallation();
    replica = await installation.replica();
    await replica.service.bootstrap();
  });
  afterEach(() => installation.close());

  const make = async (role = 'ADMIN'): Promise<string> =>
    (await replica.service.signInCode(DEFAULT_ORGANIZATION_ID, role)).code;
  const redeem = (code: string, on = replica) => on.keys.redeemSignInCode({ code }, CALL);
  const ended = {
    kind: 'unauthenticated',
    code: 'sign_in_link_ended',
    message: expect.stringContaining('sign-in-link'),
  };

  it('is exchanged for a key of its role that works for twelve hours', async () => {
    const code = await make('MEMBER');
    expect(Buffer.from(code, 'base64url')).toHaveLength(16);
    const { key, apiKey } = await redeem(code);
    expect(apiKey).toMatchObject({ name: 'Sign-in link', role: 'MEMBER' });
    expect(await replica.callerFor(key)).toMatchObject({ role: 'MEMBER', organizationId: DEFAULT_ORGANIZATION_ID });
    installation.clock.advance(12 * 3600e3 - 1000);
    expect(await replica.callerFor(key)).toMatchObject({ role: 'MEMBER' });
    installation.clock.advance(2000);
    await expect(replica.callerFor(key)).rejects.toMatchObject({ code: 'invalid_api_key' });
  });

  it('works once, for one of those who follow it at the same time', async () => {
    const second = await installation.replica();
    const code = await make();
    const tries = await Promise.allSettled([redeem(code), redeem(code, second), redeem(code), redeem(code, second)]);
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    await expect(redeem(code)).rejects.toMatchObject(ended);
    expect(await replica.db.collection('sign_in_codes').countDocuments()).toBe(0);
  });

  it('works for ten minutes, and is stored as a hash only', async () => {
    const late = await make();
    const rows = await replica.db.collection('sign_in_codes').find({}).toArray();
    expect(JSON.stringify(rows)).not.toContain(late);
    installation.clock.advance(599_000);
    const inTime = await make();
    await expect(redeem(inTime)).resolves.toBeDefined();
    installation.clock.advance(2000);
    await expect(redeem(late)).rejects.toMatchObject(ended);
  });

  it('is not made for an organization that is not there, nor for a role that is none', async () => {
    await expect(replica.service.signInCode('no-organization', 'ADMIN')).rejects.toMatchObject({ kind: 'not_found' });
    await expect(make('OWNER')).rejects.toMatchObject({ kind: 'invalid' });
  });

  it('that is wrong twenty times in a minute is told to wait, while a right one goes on working', async () => {
    const code = await make();
    for (let n = 0; n < 20; n++) await expect(redeem(`wrong-${n}`)).rejects.toMatchObject(ended);
    await expect(redeem('wrong')).rejects.toMatchObject({ kind: 'rate_limited', data: { retry_after: 60 } });
    await expect(redeem(code)).resolves.toBeDefined();
    installation.clock.advance(61_000);
    await expect(redeem('wrong')).rejects.toMatchObject(ended);
  });
});
