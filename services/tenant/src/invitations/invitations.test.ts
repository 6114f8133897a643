import type { Caller } from '@candor/runtime';
import { MailFailure, type Mail, type Mailer } from '@candor/runtime/mail';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { BOOTSTRAP_KEY, startInstallation, type Installation, type Replica } from '../tenant.fixture.js';

const call = { requestId: 'r' };
const visitor = { userAgent: 'a test', network: '', broughtToken: '' };
const sent: Mail[] = [];
let failure: MailFailure | undefined;
/** Keeps what is sent to it, or fails as the test says. */
const mail: Mailer = {
  from: 'Candor <no-reply@candor.example>',
  publicUrl: 'https://candor.example',
  transport: {
    send: (one) => {
      if (failure) return Promise.reject(failure);
      sent.push(one);
      return Promise.resolve();
    },
    close: () => undefined,
  },
};

let installation: Installation;
let replica: Replica;
let caller: Caller;
beforeAll(async () => {
  installation = await startInstallation();
  replica = await installation.replica({ mail });
  await replica.service.bootstrap();
  caller = await replica.callerFor(BOOTSTRAP_KEY);
});
afterAll(() => installation.close());

const as = (change: Partial<Caller> = {}) => ({ caller: { ...caller, ...change }, ...call });
const invite = (email: string, more: object = {}, change: Partial<Caller> = {}) =>
  replica.invitations.inviteUser({ email, name: '', role: '', groupIds: [], ...more }, as(change));
/** Of the last mail to the address. */
const codeTo = (email: string): string => {
  const found = sent.filter((one) => one.to === email).at(-1);
  return /#invitation=([\w-]{22})/.exec(found?.text ?? '')?.[1] ?? '';
};
const accept = (code: string, name = '') => replica.invitations.acceptInvitation({ code, name, visitor }, call);
const ended = { kind: 'unauthenticated', code: 'invitation_ended' };

describe('an invitation', () => {
  it('says who invites, where it is a person, and nothing of a key that is nobody’s', async () => {
    const { id: ownerId } = await replica.directory.createUser(
      { name: 'Ivy Stone', email: 'ivy@example.com', role: 'ADMIN' },
      as(),
    );
    await invite('of-ivy@example.com', {}, { ownerId });
    expect(sent.at(-1)).toMatchObject({ subject: 'Ivy Stone invites you to Default organization' });
    expect(sent.at(-1)?.text).toMatch(/^Ivy Stone invites you to work with Default organization/);
    await invite('of-a-key@example.com');
    expect(sent.at(-1)).toMatchObject({ subject: 'You are invited to Default organization' });
  });

  it('is a user who is invited, in groups, and a mail; accepting it signs in, once', async () => {
    const group = await replica.directory.createGroup({ name: 'Team', memberIds: [] }, as());
    const user = await invite('ann@example.com', { role: 'APPROVER', groupIds: [group.id] });
    expect(user).toMatchObject({ status: 'invited', role: 'APPROVER', name: 'ann@example.com' });
    expect((await replica.directory.getGroup({ id: group.id }, as())).memberIds).toEqual([user.id]);
    const code = codeTo('ann@example.com');
    const stored = JSON.stringify(await replica.db.collection('invitations').find().toArray());
    expect(stored).not.toContain(code);
    expect(await replica.invitations.showInvitation({ code }, call)).toMatchObject({
      email: 'ann@example.com',
      organizationName: 'Default organization',
    });
    const { token } = await accept(code, 'Ann Other');
    const { signIn, role } = await replica.signIn.verifySignIn({ token }, call);
    expect([signIn?.userId, role]).toEqual([user.id, 'APPROVER']);
    expect(await replica.directory.getUser({ id: user.id }, as())).toMatchObject({
      status: 'active',
      name: 'Ann Other',
    });
    await expect(accept(code)).rejects.toMatchObject(ended);
    await expect(replica.invitations.showInvitation({ code }, call)).rejects.toMatchObject(ended);
  });

  it('that is sent again, or repeated, replaces the one before, and makes no second user', async () => {
    const { id } = await invite('bob@example.com');
    const first = codeTo('bob@example.com');
    await replica.invitations.resendInvitation({ userId: id }, as());
    const second = codeTo('bob@example.com');
    expect((await invite('BOB@example.com', { role: 'VIEWER' })).id).toBe(id);
    const third = codeTo('bob@example.com');
    for (const code of [first, second]) await expect(accept(code)).rejects.toMatchObject(ended);
    await accept(third);
    await expect(replica.invitations.resendInvitation({ userId: id }, as())).rejects.toMatchObject({
      code: 'not_invited',
    });
    await expect(invite('bob@example.com')).rejects.toMatchObject({ code: 'email_taken' });
  });

  it('ends after seven days, when it is withdrawn, and when the user has another address or is deactivated', async () => {
    await invite('cat@example.com');
    installation.clock.advance(7 * 86_400_000 + 1);
    await expect(accept(codeTo('cat@example.com'))).rejects.toMatchObject(ended);
    const dan = await invite('dan@example.com');
    await replica.invitations.withdrawInvitation({ userId: dan.id }, as());
    await expect(accept(codeTo('dan@example.com'))).rejects.toMatchObject(ended);
    await expect(replica.directory.getUser({ id: dan.id }, as())).rejects.toMatchObject({ kind: 'not_found' });
    const eli = await invite('eli@example.com');
    await replica.directory.updateUser({ id: eli.id, email: 'eli@other.example' }, as());
    await expect(accept(codeTo('eli@example.com'))).rejects.toMatchObject(ended);
    const fox = await invite('fox@example.com');
    await replica.invitations.deactivateUser({ userId: fox.id }, as());
    await expect(accept(codeTo('fox@example.com'))).rejects.toMatchObject(ended);
  });

  it('is only an administrator’s, to an address, into groups that there are, and never of another organization', async () => {
    await expect(invite('gil@example.com', {}, { role: 'MEMBER' })).rejects.toMatchObject({ kind: 'forbidden' });
    await expect(invite('no address')).rejects.toMatchObject({ errors: [{ path: 'email' }] });
    const nowhere = '00000000-0000-4000-8000-000000000000';
    await expect(invite('gil@example.com', { groupIds: [nowhere] })).rejects.toMatchObject({
      errors: [{ path: 'group_ids.0' }],
    });
    const { id } = await invite('hue@example.com');
    const elsewhere = as({ organizationId: nowhere });
    for (const done of ['resendInvitation', 'withdrawInvitation', 'deactivateUser', 'reactivateUser'] as const)
      await expect(replica.invitations[done]({ userId: id }, elsewhere)).rejects.toMatchObject({
        code: 'user_not_found',
      });
  });

  it('whose mail cannot be sent stays, and says so; an address that is refused is named', async () => {
    failure = new MailFailure('soft', 'greylisted');
    await expect(invite('ida@example.com')).rejects.toMatchObject({ code: 'invitation_not_mailed' });
    failure = new MailFailure('bounced', 'no such mailbox');
    await expect(invite('jon@example.com')).rejects.toMatchObject({ errors: [{ path: 'email' }] });
    failure = undefined;
    await invite('ida@example.com');
    await accept(codeTo('ida@example.com'));
    const silent = await installation.replica();
    const request = { email: 'kim@example.com', name: '', role: '', groupIds: [] };
    await expect(silent.invitations.inviteUser(request, as())).rejects.toMatchObject({ code: 'no_mail' });
  });
});

describe('a deactivated user', () => {
  it('is signed out, has no keys, and comes back without them', async () => {
    const user = await invite('leo@example.com', { role: 'ADMIN' });
    const { token } = await accept(codeTo('leo@example.com'));
    const own = { name: 'Own', role: 'VIEWER', scopes: [], ownerId: user.id };
    const { key } = await replica.keys.issueKey(own, as());
    const leo = await replica.callerOfToken(token);
    await expect(
      replica.invitations.deactivateUser({ userId: user.id }, { caller: leo, ...call }),
    ).rejects.toMatchObject({
      code: 'own_account',
    });
    expect(await replica.invitations.deactivateUser({ userId: user.id }, as())).toMatchObject({
      status: 'deactivated',
    });
    await replica.invitations.deactivateUser({ userId: user.id }, as());
    await expect(replica.signIn.verifySignIn({ token }, call)).rejects.toMatchObject({ code: 'sign_in_ended' });
    expect(await replica.invitations.reactivateUser({ userId: user.id }, as())).toMatchObject({ status: 'active' });
    await expect(replica.tenant.verifyKey({ key }, call)).rejects.toMatchObject({ code: 'invalid_api_key' });
    const log = (action: string) => replica.audit.listAudit({ limit: 9, offset: 0, action, targetId: user.id }, as());
    expect([(await log('user.deactivated')).total, (await log('user.reactivated')).total]).toEqual([1, 1]);
  });
});
