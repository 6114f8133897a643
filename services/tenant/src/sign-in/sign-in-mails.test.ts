import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { MailFailure } from '@candor/runtime/mail';
import type { Caller } from '@candor/runtime';
import { DEFAULT_ORGANIZATION_ID } from '../bootstrap.js';
import { UserStore } from '../store/users.js';
import { BOOTSTRAP_KEY, startInstallation, type Installation, type Replica } from '../tenant.fixture.js';
import { Letterbox, VISITOR } from './sign-in.fixture.js';

const CALL = { requestId: 'r' };
const ended = { kind: 'unauthenticated', code: 'sign_in_link_ended' };

describe('a mailed link', () => {
  let installation: Installation;
  let replica: Replica;
  let letters: Letterbox;
  let admin: Caller;
  let ann: string;
  beforeEach(async () => {
    installation = await startInstallation();
    letters = new Letterbox();
    replica = await installation.replica({ mail: letters.mailer });
    await replica.service.bootstrap();
    admin = await replica.callerFor(BOOTSTRAP_KEY);
    ann = (
      await replica.directory.createUser(
        { name: 'Ann', email: 'Ann@example.com', role: '' },
        { caller: admin, ...CALL },
      )
    ).id;
  });
  afterEach(() => installation.close());

  const request = (email: string, change: object = {}) =>
    replica.signIn.requestSignInMail({ email, organization: '', returnTo: '', visitor: VISITOR, ...change }, CALL);
  const redeem = (code: string, on = replica) => on.signIn.redeemSignInMail({ code, visitor: VISITOR }, CALL);

  it('signs its person in once, for one of those who follow it at the same time, and says where they were going', async () => {
    const second = await installation.replica({ mail: letters.mailer });
    await request(' ann@example.com ', { returnTo: '/console/questionnaires' });
    const code = await letters.code('Ann@example.com');
    const tries = await Promise.allSettled([redeem(code), redeem(code, second), redeem(code), redeem(code, second)]);
    const [started] = tries.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(started?.returnTo).toBe('/console/questionnaires');
    expect(await second.callerOfToken(started?.token ?? '')).toMatchObject({ ownerId: ann, role: 'MEMBER' });
    await expect(redeem(code)).rejects.toMatchObject(ended);
    const { status, lastSignedInAt } = await replica.directory.getUser({ id: ann }, { caller: admin, ...CALL });
    expect([status, lastSignedInAt]).toEqual(['active', installation.clock.now() * 1000]);
  });

  it('works for fifteen minutes, is stored as a hash only, and outlives no clock that is set back', async () => {
    await request('ann@example.com');
    const early = await letters.code('Ann@example.com');
    expect(JSON.stringify(await replica.db.collection('person_codes').find({}).toArray())).not.toContain(early);
    installation.clock.advance(15 * 60_000 - 1000);
    await request('ann@example.com');
    const inTime = await letters.code('Ann@example.com');
    installation.clock.advance(2000);
    await expect(redeem(early)).rejects.toMatchObject(ended);
    await redeem(inTime);
    await request('ann@example.com');
    const late = await letters.code('Ann@example.com');
    installation.clock.advance(-2 * 3600_000);
    await expect(redeem(late)).rejects.toMatchObject(ended);
  });

  it('ends what the browser brought along, and is a new sign-in', async () => {
    await request('ann@example.com');
    const first = await redeem(await letters.code('Ann@example.com'));
    await request('ann@example.com');
    const visitor = { ...VISITOR, broughtToken: first.token };
    const second = await replica.signIn.redeemSignInMail(
      { code: await letters.code('Ann@example.com'), visitor },
      CALL,
    );
    expect(second.token).not.toBe(first.token);
    await expect(replica.callerOfToken(first.token)).rejects.toMatchObject({ code: 'sign_in_ended' });
    await replica.callerOfToken(second.token);
  });

  it('goes to nobody unknown, deactivated, or of a closed organization, and the answer is the same', async () => {
    const child = await replica.tenant.createOrganization(
      { name: 'Child', tenantName: 'child', hd: [], sessionId: 's' },
      { caller: admin, ...CALL },
    );
    const inChild = { caller: { ...admin, organizationId: child.id }, ...CALL };
    await replica.directory.createUser({ name: 'Cy', email: 'cy@example.com', role: '' }, inChild);
    await new UserStore(replica.db).change(DEFAULT_ORGANIZATION_ID, ann, { status: 'deactivated' });
    await replica.tenant.closeOrganization({ organizationId: child.id }, { caller: admin, ...CALL });
    const answers = ['ann@example.com', 'cy@example.com', 'nobody@example.com', 'no address'].map((email) =>
      request(email),
    );
    expect(await Promise.all(answers)).toEqual([{}, {}, {}, {}]);
    await new UserStore(replica.db).change(DEFAULT_ORGANIZATION_ID, ann, { status: 'active' });
    await request('ann@example.com');
    await letters.code('Ann@example.com');
    expect(letters.mails).toEqual([]);
  });

  it('is one for each organization that the address is in, or of the one that was asked for', async () => {
    const child = await replica.tenant.createOrganization(
      { name: 'Child', tenantName: 'child', hd: [], sessionId: 's' },
      { caller: admin, ...CALL },
    );
    const inChild = { caller: { ...admin, organizationId: child.id }, ...CALL };
    await replica.directory.createUser({ name: 'Ann', email: 'ann@example.com', role: '' }, inChild);
    await request('ann@example.com');
    await letters.code('Ann@example.com');
    await replica.callerOfToken((await redeem(await letters.code('ann@example.com'))).token);
    await request('ann@example.com', { organization: 'child' });
    const { token } = await redeem(await letters.code('ann@example.com'));
    expect(await replica.callerOfToken(token)).toMatchObject({ organizationId: child.id });
    expect(letters.mails).toEqual([]);
    await request('ann@example.com', { organization: 'no-such' });
    expect(letters.mails).toEqual([]);
  });

  it('is mailed five times an hour to an address, known or not, and thirty times for one network', async () => {
    for (const email of ['ann@example.com', 'nobody@example.com']) {
      for (let n = 0; n < 5; n++) await request(email, { visitor: { ...VISITOR, network: `${email} ${n}` } });
      const late = request(email, { visitor: { ...VISITOR, network: 'another' } });
      await expect(late).rejects.toMatchObject({ kind: 'rate_limited', data: { retry_after: 3600 } });
    }
    for (let n = 0; n < 30; n++) await request(`n${n}@example.com`);
    await expect(request('one-more@example.com')).rejects.toMatchObject({ code: 'too_many_tries' });
    installation.clock.advance(3600_000);
    await request('ann@example.com');
  });

  it('is sent again when the mail server is busy', async () => {
    letters.failures.push(new MailFailure('soft', 'Busy.'));
    await request('ann@example.com');
    await redeem(await letters.code('Ann@example.com'));
  });

  it('that is wrong twenty times in a minute is told to wait', async () => {
    for (let n = 0; n < 20; n++) await expect(redeem(`wrong-${n}`)).rejects.toMatchObject(ended);
    await expect(redeem('wrong')).rejects.toMatchObject({ kind: 'rate_limited', data: { retry_after: 60 } });
  });

  it('dies with the address that it was mailed to', async () => {
    await request('ann@example.com');
    const code = await letters.code('Ann@example.com');
    await replica.directory.updateUser({ id: ann, email: 'new@example.com' }, { caller: admin, ...CALL });
    await expect(redeem(code)).rejects.toMatchObject(ended);
  });

  it('of the operator signs its person in within a day', async () => {
    const [one, two] = [
      await replica.service.personCode(DEFAULT_ORGANIZATION_ID, ann),
      await replica.service.personCode(DEFAULT_ORGANIZATION_ID, ann),
    ];
    installation.clock.advance(86_400_000 - 1000);
    expect(await replica.callerOfToken((await redeem(one)).token)).toMatchObject({ ownerId: ann });
    installation.clock.advance(2000);
    await expect(redeem(two)).rejects.toMatchObject(ended);
  });
});
