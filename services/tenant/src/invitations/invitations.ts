import { randomBytes } from 'node:crypto';
import { AppError, invalid, micros, newId, notFound, type Caller, type Clock, type Logger } from '@candor/runtime';
import { fromOf, MailFailure, type Mailer } from '@candor/runtime/mail';
import { hashKey } from '../api-key.js';
import { lowerRole, requireAdmin } from '../access.js';
import { asRole } from '../api-keys.js';
import type { AuditRecorder } from '../audit.js';
import { checkedUser, emailTaken, type People } from '../people.js';
import type { SignIns, StartedSignIn } from '../sign-in/sign-ins.js';
import type { GroupStore } from '../store/groups.js';
import type { Invitation, InvitationStore } from '../store/invitations.js';
import type { Organization, OrganizationStore } from '../store/organizations.js';
import type { User, UserStore } from '../store/users.js';
import { invitationMail } from './invitation-mail.js';

/** How long a link works, microseconds. */
export const INVITATION_LIVES = 7 * 86_400e6;
const MOST_GROUPS = 1000;

export interface NewInvitation {
  email: string;
  /** '': the address until the person says. */
  name: string;
  /** '': MEMBER. */
  role: string;
  groupIds: string[];
}

interface Acceptance {
  /** '': the one that the inviter gave stays. */
  name: string;
  userAgent: string;
  /** The cookie of a sign-in that the browser brought along, which ends; '': none. */
  broughtToken: string;
  requestId: string;
}

interface Parts {
  users: UserStore;
  groups: GroupStore;
  organizations: OrganizationStore;
  invitations: InvitationStore;
  people: People;
  signedIn: SignIns;
  mail: Mailer | undefined;
  audit: AuditRecorder;
  clock: Clock;
  logger: Logger;
}

/** Inviting people by mail: a link that works once, within seven days. Only its hash is kept. */
export class Invitations {
  constructor(private readonly parts: Parts) {}

  /**
   * Makes an invited user, and mails the link. The same address again, while it is invited, is another mail: what the first
   * call could not do, a repeat does.
   */
  async invite(caller: Caller, input: NewInvitation): Promise<User> {
    requireAdmin(caller);
    this.mailer();
    const { name, email, role: given } = { ...input, name: input.name.trim() || input.email.trim() };
    const fields = checkedUser({ name, email, role: given || 'MEMBER' });
    const role = asRole(given || 'MEMBER') ?? 'MEMBER';
    if (lowerRole(role, caller.role) !== role) {
      throw new AppError('forbidden', 'exceeds_caller', 'The role is beyond your own. Choose a lower one.');
    }
    const groupIds = await this.checkedGroups(caller, input.groupIds);
    const user = await this.invited(caller, { name, email, ...fields, role });
    await this.parts.groups.addUser(caller.organizationId, user.id, groupIds);
    await this.record(caller, 'user.invited', user.id, { role });
    await this.send(caller, user);
    return user;
  }

  /** A new link by a new mail; the one before ends. */
  async resend(caller: Caller, userId: string): Promise<User> {
    requireAdmin(caller);
    this.mailer();
    const user = await this.invitee(caller, userId);
    await this.record(caller, 'user.invited_again', userId);
    await this.send(caller, user);
    return user;
  }

  async withdraw(caller: Caller, userId: string): Promise<void> {
    requireAdmin(caller);
    await this.invitee(caller, userId);
    await this.parts.invitations.removeOfUser(caller.organizationId, userId);
    await this.record(caller, 'user.invitation_withdrawn', userId);
    await this.parts.people.deleteUser(caller, userId);
  }

  /** Who invites whom; changes nothing. */
  async show(code: string): Promise<{ user: User; organization: Organization; expiresAt: number }> {
    const now = micros(this.parts.clock);
    const invitation = await this.parts.invitations.findByHash(hashKey(code), now, INVITATION_LIVES);
    const found = invitation && (await this.standing(invitation));
    if (!found) throw ended();
    return { ...found, expiresAt: invitation.expiresAt };
  }

  /** Accepts, once, and signs in. */
  async accept(code: string, { name, userAgent, broughtToken, requestId }: Acceptance): Promise<StartedSignIn> {
    const now = micros(this.parts.clock);
    // Before the code is used up: a name that is too long may be corrected.
    const change = name.trim() === '' ? {} : checkedUser({ name });
    const invitation = await this.parts.invitations.takeByHash(hashKey(code), now, INVITATION_LIVES);
    const found = invitation && (await this.standing(invitation));
    if (!found) throw ended();
    const { organizationId, userId } = invitation;
    const user = await this.parts.users.change(organizationId, userId, { ...change, status: 'active' });
    if (!user || user === 'taken') throw ended();
    const self: Caller = { organizationId, keyId: '', role: user.role, scopes: [], ownerId: userId, requestId };
    await this.record(self, 'user.invitation_accepted', userId, { by: 'link' });
    const { signedIn } = this.parts;
    const started = await signedIn.start({ organizationId, userId, method: 'link', userAgent, requestId });
    await signedIn.replace(broughtToken, started, requestId);
    return started;
  }

  private async invited(caller: Caller, fields: Pick<User, 'name' | 'email' | 'role'>): Promise<User> {
    const { users, clock } = this.parts;
    const user: User = {
      ...fields,
      id: newId(),
      organizationId: caller.organizationId,
      status: 'invited',
      lastSignedInAt: undefined,
      createdAt: micros(clock),
    };
    if (await users.insert(user)) return user;
    const before = await users.findByEmail(caller.organizationId, fields.email);
    if (before?.status !== 'invited') throw emailTaken();
    const { name, role } = fields;
    const changed = await users.change(caller.organizationId, before.id, { name, role });
    if (!changed || changed === 'taken') throw emailTaken();
    return changed;
  }

  private async invitee({ organizationId }: Caller, userId: string): Promise<User> {
    const user = await this.parts.users.find(organizationId, userId);
    if (!user) throw notFound('user');
    if (user.status === 'invited') return user;
    throw new AppError(
      'conflict',
      'not_invited',
      'No invitation of this user is open. Invite people who are not users yet.',
    );
  }

  private async standing(invitation: Invitation): Promise<{ user: User; organization: Organization } | undefined> {
    const [user, organization] = await Promise.all([
      this.parts.users.find(invitation.organizationId, invitation.userId),
      this.parts.organizations.find(invitation.organizationId),
    ]);
    return organization && user?.status === 'invited' ? { user, organization } : undefined;
  }

  private async checkedGroups({ organizationId }: Caller, given: readonly string[]): Promise<string[]> {
    if (given.length > MOST_GROUPS) {
      throw invalid([{ path: 'group_ids', message: `group_ids has more than ${MOST_GROUPS} entries.` }]);
    }
    const known = await this.parts.groups.existing(organizationId, given);
    const errors = given.flatMap((id, index) =>
      known.has(id) ? [] : [{ path: `group_ids.${index}`, message: 'No such group in the organization.' }],
    );
    if (errors.length > 0) throw invalid(errors);
    return [...new Set(given)];
  }

  /** A new code, and the mail with its link. The invitation stays when the mail cannot be sent, which is said. */
  private async send(caller: Caller, user: User): Promise<void> {
    const { invitations, organizations, users, clock, logger } = this.parts;
    const mailer = this.mailer();
    const organization = await organizations.find(user.organizationId);
    if (!organization) throw notFound('organization');
    const inviter = caller.ownerId === '' ? undefined : await users.find(caller.organizationId, caller.ownerId);
    const code = randomBytes(16).toString('base64url');
    const expiresAt = micros(clock) + INVITATION_LIVES;
    await invitations.put({ organizationId: user.organizationId, userId: user.id, expiresAt }, hashKey(code));
    const host = new URL(mailer.publicUrl).hostname;
    try {
      await mailer.transport.send({
        ...invitationMail(organization, `${mailer.publicUrl}/console#invitation=${code}`, inviter?.name),
        from: fromOf(mailer, organization),
        to: user.email,
        messageId: `<invitation-${hashKey(code).slice(0, 32)}@${host}>`,
        headers: { 'Auto-Submitted': 'auto-generated' },
      });
    } catch (error) {
      if (!(error instanceof MailFailure)) throw error;
      logger.warn({ err: error, organization_id: user.organizationId }, 'an invitation could not be mailed');
      if (error.kind === 'bounced') {
        throw invalid([
          { path: 'email', message: 'The mail server refuses this address. Check it, and invite again.' },
        ]);
      }
      throw new AppError(
        'unavailable',
        'invitation_not_mailed',
        'The invitation is kept, but its email could not be sent. Send it again later.',
        { cause: error },
      );
    }
  }

  private mailer(): Mailer {
    const { mail } = this.parts;
    if (mail) return mail;
    throw new AppError('conflict', 'no_mail', 'This installation sends no emails. Ask the operator to set SMTP_URL.');
  }

  private record(caller: Caller, action: string, targetId: string, details = {}): Promise<string> {
    return this.parts.audit.record(caller, { action, targetType: 'user', targetId, details });
  }
}

const ended = (): AppError =>
  new AppError(
    'unauthenticated',
    'invitation_ended',
    'This invitation was accepted, withdrawn or replaced, or is more than seven days old. Ask for another one.',
  );
