import { randomBytes } from 'node:crypto';
import { AppError, micros, notFound, type Caller, type Clock, type Role } from '@candor/runtime';
import { requireAdmin, type Access } from '../access.js';
import { hashKey } from '../api-key.js';
import type { AuditRecorder } from '../audit.js';
import type { OrganizationStore } from '../store/organizations.js';
import type { SignIn, SignInMethod, SignInStore } from '../store/sign-ins.js';
import type { User, UserStore } from '../store/users.js';

/** Without a call for so long a sign-in is over, microseconds. */
export const IDLE = 12 * 3600e6;
/** And after so long in any case, microseconds. */
export const LONGEST = 30 * 86_400e6;
/** How often it is written that somebody is there, microseconds. */
const SEEN_EVERY = 60e6;
/** How far a clock may go back without ending what it began, microseconds. */
const CLOCK_SLACK = 5 * 60e6;
const MOST_USER_AGENT = 300;
/** Sign-ins of one person at once; the oldest give way. */
const MOST_OF_A_USER = 100;

export interface NewSignIn {
  /** Home of the user. */
  organizationId: string;
  userId: string;
  method: SignInMethod;
  userAgent: string;
  /** Of the call, for the audit log. */
  requestId?: string;
}

export interface StartedSignIn {
  /** For the cookie; it cannot be had again. */
  token: string;
  csrfToken: string;
  /** When it ends at the latest, microseconds. */
  expiresAt: number;
  signIn: SignIn;
}

/** A sign-in that works now. */
export interface VerifiedSignIn {
  signIn: SignIn;
  /** The user's, now. */
  role: Role;
  csrfToken: string;
}

interface Parts {
  signIns: SignInStore;
  users: UserStore;
  organizations: OrganizationStore;
  access: Access;
  audit: AuditRecorder;
  clock: Clock;
}

/** When the sign-in ends at the latest, microseconds. */
export const endOf = ({ createdAt }: SignIn): number => createdAt + LONGEST;

/** Whether it is in time: one from the future is of a clock that was set back since, and is over. */
export const isInTime = ({ createdAt, seenAt }: SignIn, now: number): boolean =>
  Math.max(createdAt, seenAt) <= now + CLOCK_SLACK && now < seenAt + IDLE && now < createdAt + LONGEST;

/** What a call that changes something brings beside the cookie: only who has the token can make it. */
export const csrfTokenOf = (token: string): string => hashKey(`csrf ${token}`);

/** People who are signed in: a token in a cookie, of which a hash is stored. The same on every replica. */
export class SignIns {
  constructor(private readonly parts: Parts) {}

  /** A new sign-in of an active user, always with a new token. Rejects others with `sign_in_refused`. */
  async start({ organizationId, userId, method, userAgent, requestId = '' }: NewSignIn): Promise<StartedSignIn> {
    const { signIns, users, audit, clock } = this.parts;
    const now = micros(clock);
    const token = `cns_${randomBytes(32).toString('base64url')}`;
    const fields = { organizationId, userId, method, userAgent: userAgent.slice(0, MOST_USER_AGENT) };
    const signIn = await signIns.insert({ ...fields, createdAt: now, seenAt: now }, hashKey(token));
    // Asked after it is stored: whoever removes the user meanwhile removes the sign-in too.
    const user = await this.activeUser(organizationId, userId);
    if (!user) {
      await signIns.remove(organizationId, signIn.id);
      throw refused();
    }
    await this.makeRoom(organizationId, userId);
    await users.signedIn(organizationId, userId, now);
    await audit.record(callerOf(signIn, user.role, requestId), {
      action: 'sign_in.started',
      targetType: 'user',
      targetId: userId,
      details: { method },
    });
    return { token, csrfToken: csrfTokenOf(token), expiresAt: endOf(signIn), signIn };
  }

  /** Whose a token is. One refusal for malformed, unknown, ended and revoked ones, and for people who may not. */
  async verify(token: string): Promise<VerifiedSignIn> {
    const found = await this.find(token);
    if (!found) throw ended();
    return { ...found, csrfToken: csrfTokenOf(token) };
  }

  /** Ends the sign-in of a token; nothing when there is none. */
  async signOut(token: string, requestId: string): Promise<void> {
    const found = await this.find(token);
    if (!found) return;
    const { signIn, role } = found;
    await this.parts.signIns.remove(signIn.organizationId, signIn.id);
    await this.parts.audit.record(callerOf(signIn, role, requestId), {
      action: 'sign_in.ended',
      targetType: 'user',
      targetId: signIn.userId,
    });
  }

  /** Whoever signs in leaves what their browser brought along: it is ended, never adopted. */
  async replace(broughtToken: string, started: StartedSignIn, requestId: string): Promise<void> {
    if (broughtToken !== '' && broughtToken !== started.token) await this.signOut(broughtToken, requestId);
  }

  /** The caller's own, or those of `userId` for an ADMIN. Newest first, over ones included until they are swept away. */
  async list(
    caller: Caller,
    userId: string,
    page: { limit: number; offset: number },
  ): Promise<{ signIns: SignIn[]; total: number }> {
    if (userId === '' || userId === caller.ownerId) {
      if (caller.ownerId === '') return { signIns: [], total: 0 };
      return this.parts.signIns.list(await this.parts.access.homeOf(caller), caller.ownerId, page);
    }
    requireAdmin(caller);
    if (!(await this.parts.users.find(caller.organizationId, userId))) throw notFound('user');
    return this.parts.signIns.list(caller.organizationId, userId, page);
  }

  /** One of the caller's own, or of anybody in the organization for an ADMIN. */
  async revoke(caller: Caller, id: string): Promise<void> {
    const signIn = await this.parts.signIns.findById(id);
    if (!signIn || !(await this.mayRevoke(caller, signIn))) throw notFound('sign_in');
    await this.parts.signIns.remove(signIn.organizationId, id);
    await this.parts.audit.record(
      { ...caller, organizationId: signIn.organizationId },
      { action: 'sign_in.revoked', targetType: 'user', targetId: signIn.userId },
    );
  }

  /** Ends all of a user; how many there were. Whoever is deleted, deactivated or has a new password is signed out so. */
  revokeOfUser(organizationId: string, userId: string): Promise<number> {
    return this.parts.signIns.removeOfUser(organizationId, userId);
  }

  private async mayRevoke(caller: Caller, { organizationId, userId }: SignIn): Promise<boolean> {
    if (caller.role === 'ADMIN' && organizationId === caller.organizationId) return true;
    return userId === caller.ownerId && organizationId === (await this.parts.access.homeOf(caller));
  }

  private async find(token: string): Promise<Omit<VerifiedSignIn, 'csrfToken'> | undefined> {
    const now = micros(this.parts.clock);
    const signIn = await this.parts.signIns.findByHash(hashKey(token));
    if (!signIn || !isInTime(signIn, now)) return undefined;
    const user = await this.activeUser(signIn.organizationId, signIn.userId);
    if (!user) return undefined;
    if (Math.abs(now - signIn.seenAt) >= SEEN_EVERY)
      await this.parts.signIns.seen(signIn.organizationId, signIn.id, now);
    return { signIn, role: user.role };
  }

  private async activeUser(organizationId: string, userId: string): Promise<User | undefined> {
    const [user, organization] = await Promise.all([
      this.parts.users.find(organizationId, userId),
      this.parts.organizations.find(organizationId),
    ]);
    return organization && user?.status === 'active' ? user : undefined;
  }

  private async makeRoom(organizationId: string, userId: string): Promise<void> {
    const page = { limit: MOST_OF_A_USER, offset: MOST_OF_A_USER };
    const { signIns } = await this.parts.signIns.list(organizationId, userId, page);
    for (const { id } of signIns) await this.parts.signIns.remove(organizationId, id);
  }
}

const callerOf = ({ organizationId, id, userId }: SignIn, role: Role, requestId: string): Caller => ({
  organizationId,
  keyId: id,
  role,
  scopes: [],
  ownerId: userId,
  requestId,
});

export const refused = (): AppError =>
  new AppError('unauthenticated', 'sign_in_refused', 'You cannot sign in here. Ask an administrator to let you in.');

const ended = (): AppError => new AppError('unauthenticated', 'sign_in_ended', 'You are signed out. Sign in again.');
