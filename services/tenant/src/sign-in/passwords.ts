import { AppError, invalid, lengthOf, micros, type Caller, type Clock } from '@candor/runtime';
import type { AuditRecorder } from '../audit.js';
import type { Belonging } from '../people.js';
import type { OrganizationStore } from '../store/organizations.js';
import type { PeopleDirectory } from '../store/people-directory.js';
import type { PasswordStore, StoredPassword } from '../store/passwords.js';
import type { SignIn, SignInStore } from '../store/sign-ins.js';
import { emailKey, type User, type UserStore } from '../store/users.js';
import { hashPassword, isOutdated, isPassword } from './password-hash.js';
import type { SignIns, StartedSignIn } from './sign-ins.js';
import type { Tries } from './tries.js';
import type { Visitor } from './visitor.js';

/** How fresh a sign-in by a link must be for a password to be set without the one before, microseconds. */
export const FRESH = 15 * 60e6;
const SHORTEST = 12;
const LONGEST = 256;

interface Parts {
  passwords: PasswordStore;
  people: PeopleDirectory;
  users: UserStore;
  organizations: OrganizationStore;
  signIns: SignInStore;
  signedIn: SignIns;
  tries: Tries;
  /** What acts for a person without being signed in: agents, browser extensions. */
  deputies: readonly Belonging[];
  audit: AuditRecorder;
  clock: Clock;
  /** Whether the operator allows passwords. */
  allowed: boolean;
}

/** Signing in by password, where the operator allows it, and setting one. Nothing tells whether an address is anybody's. */
export class Passwords {
  constructor(private readonly parts: Parts) {}

  get allowed(): boolean {
    return this.parts.allowed;
  }

  /** `organization` is a tenant name; '': the oldest person of this address who has a password. */
  async signIn(
    input: { email: string; password: string; organization: string },
    visitor: Visitor,
    requestId: string,
  ): Promise<StartedSignIn> {
    this.requireAllowed();
    const { tries, signedIn } = this.parts;
    const address = emailKey(input.email);
    await tries.take('network', visitor.network);
    await tries.take('address', address);
    const found = await this.find(input.email, input.organization);
    const right = await isPassword(input.password.slice(0, LONGEST * 2), found?.password);
    if (!right || !found) throw wrong();
    await tries.right(address, visitor.network);
    const { user, password } = found;
    if (isOutdated(password)) await this.store(user, input.password);
    const started = await signedIn.start({
      organizationId: user.organizationId,
      userId: user.id,
      method: 'password',
      userAgent: visitor.userAgent,
      requestId,
    });
    await signedIn.replace(visitor.broughtToken, started, requestId);
    return started;
  }

  /**
   * The caller's own, who must know the one before or have signed in by a link just now. Every sign-in of the person ends, and
   * every agent and extension: whoever had got in may have connected them. The caller goes on with a new sign-in.
   */
  async set(caller: Caller, input: { current: string; password: string }, visitor: Visitor): Promise<StartedSignIn> {
    this.requireAllowed();
    const { signIns, users, signedIn, deputies, audit } = this.parts;
    const signIn = await signIns.findById(caller.keyId);
    const user = signIn && (await users.find(signIn.organizationId, signIn.userId));
    if (!signIn || !user) throw personNeeded();
    checkNewPassword(input.password, 'new_password');
    await this.checkMaySet(user, signIn, input.current, visitor);
    await this.store(user, input.password);
    await audit.record(
      { ...caller, organizationId: user.organizationId },
      { action: 'password.set', targetType: 'user', targetId: user.id },
    );
    await signedIn.revokeOfUser(user.organizationId, user.id);
    for (const one of deputies) await one.removeOfUser(user.organizationId, user.id);
    const { organizationId, id: userId } = user;
    const { requestId } = caller;
    return signedIn.start({ organizationId, userId, method: signIn.method, userAgent: visitor.userAgent, requestId });
  }

  /** The first one of a person who was made just now. */
  async setFirst(user: Pick<User, 'id' | 'organizationId'>, password: string): Promise<void> {
    this.requireAllowed();
    await this.store(user, password);
  }

  requireAllowed(): void {
    if (this.parts.allowed) return;
    throw new AppError(
      'forbidden',
      'password_sign_in_off',
      'Signing in by password is off here. Have a link mailed to you, or use an API key.',
    );
  }

  private async find(
    email: string,
    organization: string,
  ): Promise<{ user: User; password: StoredPassword } | undefined> {
    const { people, organizations, passwords } = this.parts;
    const of = organization === '' ? undefined : await organizations.findByTenantName(organization);
    // An organization that is none has nobody; the look-up is made all the same.
    const found = await people.findByEmail(email, organization === '' ? undefined : (of?.id ?? ''));
    const known = await passwords.of(found.map(({ id }) => id));
    for (const user of found) {
      const password = known.find(({ userId }) => userId === user.id);
      if (password) return { user, password };
    }
    return undefined;
  }

  private async checkMaySet(user: User, signIn: SignIn, current: string, visitor: Visitor): Promise<void> {
    const age = micros(this.parts.clock) - signIn.createdAt;
    if (signIn.method !== 'password' && signIn.method !== 'oidc' && Math.abs(age) < FRESH) return;
    const [before] = await this.parts.passwords.of([user.id]);
    if (!before) {
      throw new AppError(
        'forbidden',
        'fresh_sign_in_needed',
        'Have a link mailed to you, sign in by it, and set the password within 15 minutes.',
      );
    }
    await this.parts.tries.take('network', visitor.network);
    await this.parts.tries.take('address', emailKey(user.email));
    if (!(await isPassword(current.slice(0, LONGEST * 2), before)))
      throw invalid([{ path: 'current_password', message: 'This is not your current password.' }], 'wrong_password');
    await this.parts.tries.right(emailKey(user.email), visitor.network);
  }

  private async store({ id, organizationId }: Pick<User, 'id' | 'organizationId'>, password: string): Promise<void> {
    const hashed = await hashPassword(password);
    await this.parts.passwords.set({ ...hashed, userId: id, organizationId, changedAt: micros(this.parts.clock) });
  }
}

/** Refuses a password that is too short, too long, or all of one character. */
export function checkNewPassword(password: string, path: string): void {
  const length = lengthOf(password);
  if (length < SHORTEST || length > LONGEST || new Set(password).size < 2)
    throw invalid([{ path, message: `A password has ${SHORTEST} to ${LONGEST} characters, not all the same.` }]);
}

const wrong = (): AppError =>
  new AppError(
    'unauthenticated',
    'wrong_password',
    'The address or the password is wrong. Try again, or have a link mailed to you.',
  );

const personNeeded = (): AppError =>
  new AppError('forbidden', 'sign_in_required', 'This is for people: sign in instead of using an API key.');
