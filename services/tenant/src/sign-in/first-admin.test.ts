import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { BOOTSTRAP_KEY, startInstallation, type Installation, type Replica } from '../tenant.fixture.js';
import { VISITOR } from './sign-in.fixture.js';

const CALL = { requestId: 'r' };

describe('the link that a first start prints', () => {
  let installation: Installation;
  let replica: Replica;
  let code: string;
  beforeEach(async () => {
    installation = await startInstallation();
    replica = await installation.replica({ passwordSignIn: true });
    code = (await replica.service.bootstrap()).firstAdminCode ?? '';
  });
  afterEach(() => installation.close());

  const create = (change: object = {}) =>
    replica.signIn.createFirstAdmin(
      { code, name: 'Ann', email: 'ann@example.com', password: '', visitor: VISITOR, ...change },
      CALL,
    );

  it('makes the first administrator once, signed in, for one of those who follow it at the same time', async () => {
    const tries = await Promise.allSettled([create(), create({ email: 'bo@example.com' })]);
    const [started] = tries.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const caller = await replica.callerOfToken(started?.token ?? '');
    expect(caller.role).toBe('ADMIN');
    const { users } = await replica.directory.listUsers({ limit: 10, offset: 0 }, { caller, ...CALL });
    expect(users).toMatchObject([{ id: caller.ownerId, role: 'ADMIN', status: 'active' }]);
    await expect(create({ email: 'cy@example.com' })).rejects.toMatchObject({ code: 'sign_in_link_ended' });
  });

  it('takes a password, and stays when the input is wrong', async () => {
    await expect(create({ name: ' ' })).rejects.toMatchObject({ kind: 'invalid' });
    await expect(create({ email: 'nothing' })).rejects.toMatchObject({ kind: 'invalid' });
    await expect(create({ password: 'short' })).rejects.toMatchObject({ kind: 'invalid' });
    await create({ password: 'correct horse battery' });
    const request = { email: 'ann@example.com', password: 'correct horse battery', organization: '', visitor: VISITOR };
    await replica.signIn.signInWithPassword(request, CALL);
  });

  it('is printed by no later start, works for a day, and signs nobody in who is there already', async () => {
    expect((await replica.service.bootstrap()).firstAdminCode).toBeUndefined();
    const again = await installation.replica();
    expect((await again.service.bootstrap()).firstAdminCode).toBeUndefined();
    await expect(replica.signIn.redeemSignInMail({ code, visitor: VISITOR }, CALL)).rejects.toMatchObject({
      code: 'sign_in_link_ended',
    });
    const admin = await replica.callerFor(BOOTSTRAP_KEY);
    await replica.directory.createUser({ name: 'Bo', email: 'bo@example.com', role: '' }, { caller: admin, ...CALL });
    await expect(create()).rejects.toMatchObject({ code: 'not_first' });
    installation.clock.advance(86_400_000);
    await expect(create()).rejects.toMatchObject({ code: 'sign_in_link_ended' });
  });
});
