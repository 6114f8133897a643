import { emailAddress, ensureIndexes, isDuplicateKey, type Role, readPart } from '@candor/runtime';
import type { Collection, Db, Filter } from 'mongodb';

/** Only an active one can do anything: an invited one has not accepted yet. */
export const USER_STATUSES = ['active', 'invited', 'deactivated'] as const;
export type UserStatus = (typeof USER_STATUSES)[number];

export interface User {
  id: string;
  organizationId: string;
  name: string;
  /** As given; unique in the organization ignoring case. */
  email: string;
  role: Role;
  status: UserStatus;
  /** Microseconds; undefined: never. */
  lastSignedInAt: number | undefined;
  /** Microseconds. */
  createdAt: number;
  /** Of the mails to the person; undefined: English. */
  language?: string | undefined;
  /** Since when the mail server of the address refuses it, microseconds; undefined: it does not. */
  emailRefusedAt?: number | undefined;
}

export type UserChange = Partial<Pick<User, 'name' | 'email' | 'role' | 'status'>>;

export const USERS = 'users';
/** People who share a name. */
const MOST_OF_A_NAME = 1000;

export interface UserRow {
  _id: string;
  organization_id: string;
  name: string;
  email: string;
  email_key: string;
  role: Role;
  /** Absent of a row that the release before wrote beside this one: active. */
  status?: UserStatus;
  /** 0 or absent: never. */
  last_signed_in_at?: number;
  created_at: number;
  /** Absent in rows of older releases, as what follows. */
  language?: string;
  /** 0: it is not refused. */
  email_refused_at?: number;
}

/** People of an organization. */
export class UserStore {
  private readonly rows: Collection<UserRow>;

  constructor(private readonly db: Db) {
    this.rows = db.collection<UserRow>(USERS);
  }

  ensureIndexes(): Promise<void> {
    return ensureIndexes(this.db, USERS, [
      { keys: { organization_id: 1, email_key: 1 }, unique: true },
      { keys: { organization_id: 1, created_at: -1, _id: 1 } },
      { keys: { email_key: 1, created_at: 1 } },
    ]);
  }

  /** False when the address is taken. */
  async insert(user: User): Promise<boolean> {
    try {
      await this.rows.insertOne({
        _id: user.id,
        organization_id: user.organizationId,
        name: user.name,
        email: user.email,
        email_key: emailKey(user.email),
        role: user.role,
        status: user.status,
        last_signed_in_at: user.lastSignedInAt ?? 0,
        created_at: user.createdAt,
      });
      return true;
    } catch (error) {
      if (isDuplicateKey(error)) return false;
      throw error;
    }
  }

  async find(organizationId: string, userId: string): Promise<User | undefined> {
    const row = await this.rows.findOne({ _id: userId, organization_id: organizationId });
    return row ? fromUserRow(row) : undefined;
  }

  /** By the address, in any spelling of it. */
  async findByEmail(organizationId: string, email: string): Promise<User | undefined> {
    const row = await this.rows.findOne({ organization_id: organizationId, email_key: emailKey(email) });
    return row ? fromUserRow(row) : undefined;
  }

  /** Those with this name, exactly; the oldest first. */
  async named(organizationId: string, name: string): Promise<User[]> {
    const filter = { organization_id: organizationId, name };
    const rows = await this.rows.find(filter).sort({ created_at: 1, _id: 1 }).limit(MOST_OF_A_NAME).toArray();
    return rows.map(fromUserRow);
  }

  /** Names by id, of those of `userIds` that exist. */
  async names(organizationId: string, userIds: readonly string[]): Promise<Map<string, string>> {
    const rows = await this.rows
      .find({ organization_id: organizationId, _id: { $in: [...userIds] } })
      .project<{ _id: string; name: string }>({ _id: 1, name: 1 })
      .toArray();
    return new Map(rows.map((row) => [row._id, row.name]));
  }

  /** Those of `userIds` that exist and are not deactivated. */
  async notDeactivated(organizationId: string, userIds: readonly string[]): Promise<User[]> {
    const filter = {
      organization_id: organizationId,
      _id: { $in: [...userIds] },
      status: { $ne: 'deactivated' as const },
    };
    return (await this.rows.find(filter).toArray()).map(fromUserRow);
  }

  /** People who have one of the roles and are not deactivated. */
  async ofRoles(organizationId: string, roles: readonly Role[]): Promise<User[]> {
    const filter = {
      organization_id: organizationId,
      role: { $in: [...roles] },
      status: { $ne: 'deactivated' as const },
    };
    return (await this.rows.find(filter).toArray()).map(fromUserRow);
  }

  /** Those of `userIds` that exist. */
  async existing(organizationId: string, userIds: string[]): Promise<Set<string>> {
    const rows = await this.rows
      .find({ organization_id: organizationId, _id: { $in: userIds } })
      .project<{ _id: string }>({ _id: 1 })
      .toArray();
    return new Set(rows.map((row) => row._id));
  }

  /** Newest first; `total` counts all. */
  async list(
    organizationId: string,
    page: { limit: number; offset: number },
  ): Promise<{ users: User[]; total: number }> {
    const filter: Filter<UserRow> = { organization_id: organizationId };
    const [rows, total] = await Promise.all([
      readPart(this.rows, filter, { sort: { created_at: -1, _id: 1 }, skip: page.offset, limit: page.limit }),
      this.rows.countDocuments(filter),
    ]);
    return { users: rows.map(fromUserRow), total };
  }

  /** The changed user; undefined when there is none, 'taken' when the new address is another's. */
  async change(organizationId: string, userId: string, change: UserChange): Promise<User | undefined | 'taken'> {
    const set: Partial<UserRow> = { ...change };
    // Whoever writes the address again wants it to be tried again.
    if (change.email !== undefined) Object.assign(set, { email_key: emailKey(change.email), email_refused_at: 0 });
    if (Object.keys(set).length === 0) return this.find(organizationId, userId);
    try {
      const row = await this.rows.findOneAndUpdate(
        { _id: userId, organization_id: organizationId },
        { $set: set },
        { returnDocument: 'after' },
      );
      return row ? fromUserRow(row) : undefined;
    } catch (error) {
      if (isDuplicateKey(error)) return 'taken';
      throw error;
    }
  }

  /** Remembers when the person signed in last. */
  async signedIn(organizationId: string, userId: string, at: number): Promise<void> {
    await this.rows.updateOne({ _id: userId, organization_id: organizationId }, { $set: { last_signed_in_at: at } });
  }

  async setLanguage(organizationId: string, userId: string, language: string): Promise<void> {
    await this.rows.updateOne({ _id: userId, organization_id: organizationId }, { $set: { language } });
  }

  /** Marks an address that its mail server refuses, unless the person has another one by now. */
  async markRefused(organizationId: string, userId: string, email: string, at: number): Promise<void> {
    const address = { _id: userId, organization_id: organizationId, email_key: emailKey(email) };
    await this.rows.updateOne(address, { $set: { email_refused_at: at } });
  }

  async remove(organizationId: string, userId: string): Promise<boolean> {
    return (await this.rows.deleteOne({ _id: userId, organization_id: organizationId })).deletedCount > 0;
  }
}

/** The key under which an address is unique in its organization. */
export const emailKey = (email: string): string => emailAddress(email) ?? email.trim().toLowerCase();

export const fromUserRow = (row: UserRow): User => ({
  id: row._id,
  organizationId: row.organization_id,
  name: row.name,
  email: row.email,
  role: row.role,
  status: row.status ?? 'active',
  lastSignedInAt: row.last_signed_in_at || undefined,
  createdAt: row.created_at,
  language: row.language,
  emailRefusedAt: row.email_refused_at || undefined,
});
