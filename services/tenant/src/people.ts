import {
  AppError,
  cleanName,
  DEFAULT_TIME_ZONE,
  emailAddress,
  invalid,
  lengthOf,
  micros,
  newId,
  notFound,
  ROLES,
  type Caller,
  type Clock,
  type FieldError,
} from '@candor/runtime';
import { requireAdmin } from './access.js';
import { asRole } from './api-keys.js';
import type { AuditRecorder } from './audit.js';
import type { SignIns } from './sign-in/sign-ins.js';
import type { ApiKeyStore } from './store/api-keys.js';
import type { Group, GroupStore } from './store/groups.js';
import type { OrganizationStore } from './store/organizations.js';
import type { PasswordStore } from './store/passwords.js';
import type { PersonCodeStore } from './store/person-codes.js';
import { emailKey, type User, type UserChange, type UserStore } from './store/users.js';

export interface Belonging {
  removeOfUser(organizationId: string, userId: string): Promise<unknown>;
}

export interface Standing {
  groupIds: string[];
  approversOnly: boolean;
  /** IANA name. */
  timeZone: string;
}

export interface PeopleParts {
  users: UserStore;
  groups: GroupStore;
  keys: ApiKeyStore;
  signedIn: SignIns;
  passwords: PasswordStore;
  codes: PersonCodeStore;
  /** What else there is of a user, and goes along. */
  belongings?: readonly Belonging[];
  /** The same of what holds for the address alone: it goes when the address changes, too. */
  addressed?: readonly Belonging[];
  organizations: OrganizationStore;
  audit: AuditRecorder;
  clock: Clock;
}

const MAX_NAME = 200;

/** Users and groups of the organization that the caller works in. Anyone reads, ADMIN writes. */
export class People {
  constructor(private readonly parts: PeopleParts) {}

  async createUser(caller: Caller, input: { name: string; email: string; role: string }): Promise<User> {
    requireAdmin(caller);
    const fields = checkedUser({ ...input, role: input.role || 'MEMBER' });
    const user = {
      name: '',
      email: '',
      role: 'MEMBER' as const,
      status: 'active' as const,
      lastSignedInAt: undefined,
      ...fields,
      id: newId(),
      organizationId: caller.organizationId,
      createdAt: micros(this.parts.clock),
    };
    if (!(await this.parts.users.insert(user))) throw emailTaken();
    await this.record(caller, 'user.created', 'user', user.id, { role: user.role });
    return user;
  }

  async user(caller: Caller, userId: string): Promise<User> {
    const user = await this.parts.users.find(caller.organizationId, userId);
    if (!user) throw notFound('user');
    return user;
  }

  async updateUser(
    caller: Caller,
    userId: string,
    change: { name?: string | undefined; email?: string | undefined; role?: string | undefined },
  ): Promise<User> {
    requireAdmin(caller);
    const before = await this.user(caller, userId);
    const fields = checkedUser(change);
    const user = await this.parts.users.change(caller.organizationId, userId, fields);
    if (user === 'taken') throw emailTaken();
    if (!user) throw notFound('user');
    // Links that were mailed to the address of before sign nobody in any more.
    const { codes, addressed = [] } = this.parts;
    if (fields.email !== undefined && emailKey(fields.email) !== emailKey(before.email))
      for (const one of [codes, ...addressed]) await one.removeOfUser(caller.organizationId, userId);
    await this.record(caller, 'user.updated', 'user', userId, { role: user.role });
    return user;
  }

  /** With memberships, sign-ins and password; the user's keys are revoked. The user goes last, so that a crash in between can be repeated. */
  async deleteUser(caller: Caller, userId: string): Promise<void> {
    requireAdmin(caller);
    await this.user(caller, userId);
    await this.parts.keys.revokeOfOwner(caller.organizationId, userId, micros(this.parts.clock));
    await this.parts.groups.removeUser(caller.organizationId, userId);
    await this.parts.signedIn.revokeOfUser(caller.organizationId, userId);
    const { codes, belongings = [], addressed = [] } = this.parts;
    for (const one of [codes, ...belongings, ...addressed]) await one.removeOfUser(caller.organizationId, userId);
    await this.parts.passwords.remove(caller.organizationId, userId);
    await this.parts.users.remove(caller.organizationId, userId);
    await this.record(caller, 'user.deleted', 'user', userId);
  }

  /** The groups of the calling person, and what the organization says of approving and of days. */
  async standing({ organizationId, ownerId }: Caller): Promise<Standing> {
    const [groupIds, organization] = await Promise.all([
      ownerId === '' ? [] : this.parts.groups.ofUser(organizationId, ownerId),
      this.parts.organizations.find(organizationId),
    ]);
    const { approversOnly = false, timeZone = DEFAULT_TIME_ZONE } = organization ?? {};
    return { groupIds, approversOnly, timeZone };
  }

  async createGroup(caller: Caller, input: { name: string; memberIds: string[] }): Promise<Group> {
    requireAdmin(caller);
    const group: Group = {
      id: newId(),
      organizationId: caller.organizationId,
      name: checkedName(input.name),
      memberIds: await this.checkedMembers(caller, input.memberIds),
      createdAt: micros(this.parts.clock),
    };
    await this.parts.groups.insert(group);
    await this.record(caller, 'group.created', 'group', group.id);
    return group;
  }

  async group(caller: Caller, groupId: string): Promise<Group> {
    const group = await this.parts.groups.find(caller.organizationId, groupId);
    if (!group) throw notFound('group');
    return group;
  }

  async updateGroup(
    caller: Caller,
    groupId: string,
    change: { name?: string | undefined; memberIds?: string[] | undefined },
  ): Promise<Group> {
    requireAdmin(caller);
    const { organizationId } = caller;
    await this.group(caller, groupId);
    const name = change.name === undefined ? undefined : checkedName(change.name);
    const memberIds = change.memberIds && (await this.checkedMembers(caller, change.memberIds));
    if (name !== undefined) await this.parts.groups.rename(organizationId, groupId, name);
    if (memberIds) await this.parts.groups.setMembers(organizationId, groupId, memberIds);
    await this.record(caller, 'group.updated', 'group', groupId);
    return this.group(caller, groupId);
  }

  async deleteGroup(caller: Caller, groupId: string): Promise<void> {
    requireAdmin(caller);
    if (!(await this.parts.groups.remove(caller.organizationId, groupId))) throw notFound('group');
    await this.record(caller, 'group.deleted', 'group', groupId);
  }

  /** The ids of users, each once; rejects whoever is none of the organization. */
  async checkedMembers(caller: Caller, given: string[]): Promise<string[]> {
    const memberIds = [...new Set(given)].sort();
    const known = await this.parts.users.existing(caller.organizationId, memberIds);
    const errors = given.flatMap((id, index) =>
      known.has(id) ? [] : [{ path: `member_ids.${index}`, message: 'No such user in the organization.' }],
    );
    if (errors.length > 0) throw invalid(errors);
    return memberIds;
  }

  private record(
    caller: Caller,
    action: string,
    targetType: string,
    targetId: string,
    details: Record<string, string> = {},
  ): Promise<string> {
    return this.parts.audit.record(caller, { action, targetType, targetId, details });
  }
}

/** What a user may be called; rejects with every wrong field. */
export function checkedUser(input: {
  name?: string | undefined;
  email?: string | undefined;
  role?: string | undefined;
}): UserChange {
  const errors: FieldError[] = [];
  const change: UserChange = {};
  if (input.name !== undefined) {
    change.name = cleanName(input.name);
    if (change.name === '' || lengthOf(change.name) > MAX_NAME) errors.push(nameError());
  }
  if (input.email !== undefined) {
    change.email = input.email.trim();
    if (emailAddress(change.email) === undefined) {
      errors.push({ path: 'email', message: 'email must be an email address.' });
    }
  }
  if (input.role !== undefined) {
    const role = asRole(input.role);
    if (role) change.role = role;
    else errors.push({ path: 'role', message: `role must be one of ${ROLES.join(', ')}.` });
  }
  if (errors.length > 0) throw invalid(errors);
  return change;
}

function checkedName(given: string): string {
  const name = cleanName(given);
  if (name === '' || lengthOf(name) > MAX_NAME) throw invalid([nameError()]);
  return name;
}

const nameError = (): FieldError => ({ path: 'name', message: `name must have 1 to ${MAX_NAME} characters.` });

export const emailTaken = (): AppError =>
  new AppError('conflict', 'email_taken', 'Another user of the organization has this email address.');
