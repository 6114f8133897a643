import {
  AppError,
  cleanName,
  emailAddress,
  invalid,
  lengthOf,
  micros,
  firstCharacters,
  type Caller,
  type Clock,
} from '@candor/runtime';
import { requireAdmin } from '../access.js';
import type { People } from '../people.js';
import type { ScimRecord, ScimRecordStore } from '../store/scim-records.js';
import { emailKey, type User, type UserStore } from '../store/users.js';
import type { UserStatuses } from '../user-status.js';

/** What an identity provider says of a user. Undefined stays, '' is removed. */
export interface ScimUserChange {
  userName?: string | undefined;
  externalId?: string | undefined;
  displayName?: string | undefined;
  givenName?: string | undefined;
  familyName?: string | undefined;
  email?: string | undefined;
  active?: boolean | undefined;
}

export interface ScimUser {
  user: User;
  record: ScimRecord;
}

/** Which of them: one attribute that is equal to a value; '' is all. */
export interface ScimFilter {
  attribute: string;
  value: string;
}

interface Parts {
  people: People;
  users: UserStore;
  records: ScimRecordStore;
  statuses: UserStatuses;
  clock: Clock;
}

type Page = { limit: number; offset: number };
const MOST_TEXT = 200;

/** Users as an identity provider keeps them. It decides who people are and whether they may sign in; roles are given here. */
export class ScimUsers {
  constructor(private readonly parts: Parts) {}

  async get(caller: Caller, id: string): Promise<ScimUser> {
    requireAdmin(caller);
    return this.withRecord(await this.parts.people.user(caller, id));
  }

  async list(caller: Caller, filter: ScimFilter, page: Page): Promise<{ users: ScimUser[]; total: number }> {
    requireAdmin(caller);
    const { organizationId } = caller;
    if (filter.attribute === '') {
      const { users, total } = await this.parts.users.list(organizationId, page);
      const records = await this.parts.records.of(
        organizationId,
        users.map(({ id }) => id),
      );
      return { users: users.map((user) => ({ user, record: records.get(user.id) ?? noRecord(user) })), total };
    }
    const found = await this.matching(organizationId, filter);
    const shown = await Promise.all(
      found.slice(page.offset, page.offset + page.limit).map((one) => this.withRecord(one)),
    );
    return { users: shown, total: found.length };
  }

  async create(caller: Caller, change: ScimUserChange): Promise<ScimUser> {
    requireAdmin(caller);
    const { people, statuses } = this.parts;
    const wanted = withRecordOf({ ...noRecord({ ...caller, id: '', email: '', createdAt: 0 }) }, change);
    await this.refuseTaken(caller, wanted, undefined);
    const email = change.email || wanted.userName;
    if (emailAddress(email) === undefined) throw needsAddress();
    const made = await people.createUser(caller, { name: nameOf(change.displayName ?? '', wanted), email, role: '' });
    const record = await this.keep({ ...wanted, id: made.id });
    const user = change.active === false ? await statuses.deactivate(caller, made.id) : made;
    return { user, record };
  }

  async change(caller: Caller, id: string, change: ScimUserChange): Promise<ScimUser> {
    const { user, record: before } = await this.get(caller, id);
    const record = withRecordOf(before, change);
    if (change.userName !== undefined) await this.refuseTaken(caller, record, user);
    const name = newNameOf(user, before, record, change);
    const email = newEmailOf(user, before, record, change);
    if (email !== user.email && emailAddress(email) === undefined) throw needsAddress();
    const differs = name !== user.name || email !== user.email;
    let after = differs ? await this.parts.people.updateUser(caller, id, { name, email }) : user;
    const kept = JSON.stringify(record) === JSON.stringify(before) && !differs ? before : await this.keep(record);
    // Only what changes is a deed: whoever is invited is not made active by a provider that repeats itself.
    if (change.active === false && after.status !== 'deactivated')
      after = await this.parts.statuses.deactivate(caller, id);
    if (change.active === true) after = await this.parts.statuses.reactivate(caller, id);
    return { user: after, record: kept };
  }

  async remove(caller: Caller, id: string): Promise<void> {
    requireAdmin(caller);
    await this.parts.people.deleteUser(caller, id);
  }

  private async matching(organizationId: string, { attribute, value }: ScimFilter): Promise<User[]> {
    const { users, records } = this.parts;
    const some = async (found: Promise<User | undefined>): Promise<User[]> => {
      const user = await found;
      return user ? [user] : [];
    };
    switch (attribute) {
      case 'id':
        return some(users.find(organizationId, value.toLowerCase()));
      case 'username':
        return some(this.byUserName(organizationId, value));
      case 'externalid': {
        const ids = (await records.byExternalId(organizationId, 'user', value)).map(({ id }) => id);
        const found = await Promise.all(ids.map((id) => users.find(organizationId, id)));
        return found.filter((user) => user !== undefined);
      }
      case 'emails':
      case 'emails.value':
        return some(users.findByEmail(organizationId, value));
      case 'displayname':
        return users.named(organizationId, value);
      default:
        throw invalid([{ path: 'filter', message: 'There is no filter by this attribute.' }]);
    }
  }

  /** Of the record, else of a user without one, whose name is the address. */
  private async byUserName(organizationId: string, userName: string): Promise<User | undefined> {
    const { users, records } = this.parts;
    const record = await records.byUserName(organizationId, userName);
    if (record) return users.find(organizationId, record.id);
    const user = await users.findByEmail(organizationId, userName);
    return user && !(await records.of(organizationId, [user.id])).has(user.id) ? user : undefined;
  }

  private async refuseTaken(
    { organizationId }: Caller,
    { userName }: ScimRecord,
    own: User | undefined,
  ): Promise<void> {
    if (userName === '') throw invalid([{ path: 'userName', message: 'userName is required.' }]);
    const other = await this.byUserName(organizationId, userName);
    if (other && other.id !== own?.id) {
      throw new AppError('conflict', 'user_name_taken', 'Another user of the organization has this userName.');
    }
  }

  private async withRecord(user: User): Promise<ScimUser> {
    const records = await this.parts.records.of(user.organizationId, [user.id]);
    return { user, record: records.get(user.id) ?? noRecord(user) };
  }

  private async keep(record: ScimRecord): Promise<ScimRecord> {
    const kept = { ...record, updatedAt: micros(this.parts.clock) };
    await this.parts.records.put(kept);
    return kept;
  }
}

/** What is said of a user whom no identity provider has named yet. */
const noRecord = (user: Pick<User, 'id' | 'organizationId' | 'email' | 'createdAt'>): ScimRecord => ({
  id: user.id,
  organizationId: user.organizationId,
  kind: 'user',
  externalId: '',
  userName: user.email,
  givenName: '',
  familyName: '',
  updatedAt: user.createdAt,
});

function withRecordOf(before: ScimRecord, change: ScimUserChange): ScimRecord {
  const texts = ['userName', 'externalId', 'givenName', 'familyName', 'displayName', 'email'] as const;
  for (const path of texts) {
    const length = lengthOf(change[path] ?? '');
    if (length > (path === 'email' || path === 'userName' ? 254 : MOST_TEXT)) {
      throw invalid([{ path, message: `${path} is too long.` }]);
    }
  }
  const { userName = before.userName, externalId = before.externalId } = change;
  const { givenName = before.givenName, familyName = before.familyName } = change;
  return { ...before, userName, externalId, givenName, familyName };
}

/** What the user is called: the display name, else given and family name, else the user name; as much as is kept of a name. */
function nameOf(displayName: string, { givenName, familyName, userName }: ScimRecord): string {
  const name = cleanName(displayName) || cleanName(`${givenName} ${familyName}`) || userName;
  return firstCharacters(name, MOST_TEXT);
}

function newNameOf(user: User, before: ScimRecord, after: ScimRecord, { displayName }: ScimUserChange): string {
  if (displayName !== undefined) return nameOf(displayName, after);
  // A name that was made of the parts follows them.
  return user.name === nameOf('', before) ? nameOf('', after) : user.name;
}

function newEmailOf(user: User, before: ScimRecord, after: ScimRecord, { email }: ScimUserChange): string {
  if (email) return email;
  const follows = email === '' || emailKey(before.userName) === emailKey(user.email);
  return follows && emailAddress(after.userName) !== undefined ? after.userName : user.email;
}

const needsAddress = (): AppError =>
  invalid([{ path: 'emails', message: 'A user needs an email address: in emails, or as the userName.' }]);
