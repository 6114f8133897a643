import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { Caller } from '@candor/runtime';
import { Access } from '../access.js';
import { AuditRecorder } from '../audit.js';
import { DEFAULT_ORGANIZATION_ID } from '../bootstrap.js';
import { AgentConnectionStore } from '../store/agent-connections.js';
import { AuditLogStore } from '../store/audit-log.js';
import { KeyDirectory } from '../store/key-directory.js';
import { OrganizationStore } from '../store/organizations.js';
import { SessionStore } from '../store/sessions.js';
import { SignInStore } from '../store/sign-ins.js';
import { UserStore } from '../store/users.js';
import { BOOTSTRAP_KEY, startInstallation, type Installation, type Replica } from '../tenant.fixture.js';
import { SignIns } from './sign-ins.js';

const HOUR_MS = 3600e3;
const DAY_MS = 24 * HOUR_MS;
const ended = { kind: 'unauthenticated', code: 'sign_in_ended' };

describe('a sign-in', () => {
  let installation: Installation;
  let replica: Replica;
  let signIns: SignIns;
  let admin: Caller;
  let userId: string;

  const over = ({ db }: Replica): SignIns => {
    const stores = {
      organizations: new OrganizationStore(db),
      sessions: new SessionStore(db),
      users: new UserStore(db),
      signIns: new SignInStore(db),
      directory: new KeyDirectory(db, 0),
      agentConnections: new AgentConnectionStore(db),
    };
    const { clock } = installation;
    const audit = new AuditRecorder(new AuditLogStore(db), clock);
    return new SignIns({ ...stores, access: new Access(stores, clock), audit, clock });
  };
  const start = (user = userId) =>
    signIns.start({ organizationId: admin.organizationId, userId: user, method: 'mail', userAgent: 'A browser' });
  const createUser = async (email: string, role = 'MEMBER'): Promise<string> =>
    (await replica.directory.createUser({ name: 'Ann', email, role }, { caller: admin, requestId: 'r' })).id;

  beforeEach(async () => {
    installation = await startInstallation();
    replica = await installation.replica();
    await replica.service.bootstrap();
    signIns = over(replica);
    admin = await replica.callerFor(BOOTSTRAP_KEY);
    userId = await createUser('ann@example.com');
  });
  afterEach(() => installation.close());

  it('has a new token each time, of which only a hash is stored', async () => {
    const [one, two] = [await start(), await start()];
    expect(one.token).not.toBe(two.token);
    const stored = JSON.stringify(await replica.db.collection('sign_ins').find({}).toArray());
    for (const { token, csrfToken } of [one, two]) {
      expect(token).toMatch(/^cns_[\w-]{43}$/);
      expect(stored).not.toContain(token);
      expect(stored).not.toContain(csrfToken);
    }
    expect(one.csrfToken).not.toBe(two.csrfToken);
  });

  it('works on every replica and after a restart, with the role that the person has now', async () => {
    const { token, csrfToken, signIn } = await start();
    const second = over(await installation.replica());
    expect(await second.verify(token)).toEqual({ signIn, role: 'MEMBER', csrfToken });
    await replica.directory.updateUser({ id: userId, role: 'ADMIN' }, { caller: admin, requestId: 'r' });
    expect(await second.verify(token)).toMatchObject({ role: 'ADMIN' });
  });

  it('ends after twelve hours without a call, and goes on with calls', async () => {
    const { token } = await start();
    for (let n = 0; n < 3; n++) {
      installation.clock.advance(11 * HOUR_MS);
      await signIns.verify(token);
    }
    installation.clock.advance(12 * HOUR_MS);
    await expect(signIns.verify(token)).rejects.toMatchObject(ended);
  });

  it('ends after thirty days however often it is used', async () => {
    const { token, expiresAt } = await start();
    expect(expiresAt).toBe((installation.clock.now() + 30 * DAY_MS) * 1000);
    for (let hours = 0; hours < 30 * 24 - 10; hours += 10) {
      installation.clock.advance(10 * HOUR_MS);
      await signIns.verify(token);
    }
    installation.clock.advance(10 * HOUR_MS);
    await expect(signIns.verify(token)).rejects.toMatchObject(ended);
  });

  it('does not last longer because the clock is set back, and outlives a small step', async () => {
    const { token } = await start();
    installation.clock.advance(-60_000);
    await signIns.verify(token);
    installation.clock.advance(-2 * DAY_MS);
    await expect(signIns.verify(token)).rejects.toMatchObject(ended);
  });

  it('ends when its person is deactivated or deleted, and none begins then', async () => {
    const { token } = await start();
    const users = new UserStore(replica.db);
    await users.change(admin.organizationId, userId, { status: 'deactivated' });
    await expect(signIns.verify(token)).rejects.toMatchObject(ended);
    await expect(start()).rejects.toMatchObject({ code: 'sign_in_refused' });
    await users.change(admin.organizationId, userId, { status: 'active' });
    await replica.directory.deleteUser({ id: userId }, { caller: admin, requestId: 'r' });
    await expect(signIns.verify(token)).rejects.toMatchObject(ended);
    await expect(start()).rejects.toMatchObject({ code: 'sign_in_refused' });
    expect(await replica.db.collection('sign_ins').countDocuments()).toBe(0);
  });

  it('is ended by its person and by an administrator, by nobody else', async () => {
    const other = await createUser('bo@example.com');
    const mine = await start();
    const caller = (user: string, signInId: string): Caller => ({
      organizationId: DEFAULT_ORGANIZATION_ID,
      keyId: signInId,
      role: 'MEMBER',
      scopes: [],
      ownerId: user,
      requestId: 'r',
    });
    const theirs = await start(other);
    const stranger = caller(other, theirs.signIn.id);
    await expect(signIns.revoke(stranger, mine.signIn.id)).rejects.toMatchObject({ code: 'sign_in_not_found' });
    await expect(signIns.list(stranger, userId, { limit: 10, offset: 0 })).rejects.toMatchObject({ kind: 'forbidden' });
    expect(await signIns.list(stranger, '', { limit: 10, offset: 0 })).toEqual({ signIns: [theirs.signIn], total: 1 });

    await signIns.revoke(stranger, theirs.signIn.id);
    await expect(signIns.verify(theirs.token)).rejects.toMatchObject(ended);
    expect(await signIns.list(admin, userId, { limit: 10, offset: 0 })).toEqual({ signIns: [mine.signIn], total: 1 });
    await signIns.revoke(admin, mine.signIn.id);
    await expect(signIns.verify(mine.token)).rejects.toMatchObject(ended);
  });

  it('is over when it is signed out, once', async () => {
    const { token } = await start();
    await signIns.signOut(token, 'r');
    await signIns.signOut(token, 'r');
    await expect(signIns.verify(token)).rejects.toMatchObject(ended);
    const { entries } = await replica.audit.listAudit(
      { limit: 10, offset: 0, action: '', targetId: userId },
      { caller: admin, requestId: 'r' },
    );
    const done = entries.map(({ action, userId: actor }) => [action, actor ?? '']).sort();
    expect(done).toEqual([
      ['sign_in.ended', userId],
      ['sign_in.started', userId],
      ['user.created', ''],
    ]);
  });

  it('moves to another organization and back as a key does', async () => {
    const caller = { ...admin, requestId: 'r' };
    const child = await replica.tenant.createOrganization(
      { name: 'Child', tenantName: 'child', hd: [], sessionId: 'other' },
      { caller, requestId: 'r' },
    );
    const bossId = await createUser('boss@example.com', 'ADMIN');
    const { signIn } = await start(bossId);
    const boss: Caller = { ...caller, keyId: signIn.id, ownerId: bossId };
    const where = async (): Promise<string> =>
      (
        await replica.tenant.resolveOrganization(
          { keyId: signIn.id, sessionId: '', requestedOrganizationId: '' },
          { requestId: 'r' },
        )
      ).organizationId;
    expect(await where()).toBe(DEFAULT_ORGANIZATION_ID);
    await replica.tenant.switchOrganization(
      { organizationId: child.id, sessionId: '' },
      { caller: boss, requestId: 'r' },
    );
    expect(await where()).toBe(child.id);
    const member = await start();
    await expect(
      replica.tenant.resolveOrganization(
        { keyId: member.signIn.id, sessionId: '', requestedOrganizationId: child.id },
        { requestId: 'r' },
      ),
    ).rejects.toMatchObject({ code: 'organization_not_found' });
  });
});
