import { ensureIndexes, isDuplicateKey, type Role, readPart } from '@candor/runtime';
import type { Collection, Db, Filter, UpdateFilter } from 'mongodb';

export interface ApiKey {
  id: string;
  /** Where it was issued. */
  organizationId: string;
  name: string;
  prefix: string;
  role: Role;
  /** Empty: unrestricted within the role. */
  scopes: string[];
  ownerId: string | undefined;
  /** Microseconds. */
  expiresAt: number | undefined;
  revokedAt: number | undefined;
  createdAt: number;
  /** "browser_extension"; '' where a person or a program made it for itself. */
  madeFor: string;
}

export interface KeyRow {
  _id: string;
  organization_id: string;
  name: string;
  prefix: string;
  role: Role;
  scopes: string[];
  /** '' when the key is nobody's. */
  owner_id: string;
  /** 0: never. */
  expires_at: number;
  /** 0: not revoked. */
  revoked_at: number;
  created_at: number;
  /** Absent in what releases of before wrote. */
  made_for?: string;
}

export const KEYS = 'api_keys';

/** API keys of an organization, without their secrets (see KeyDirectory). */
export class ApiKeyStore {
  private readonly rows: Collection<KeyRow>;

  constructor(private readonly db: Db) {
    this.rows = db.collection<KeyRow>(KEYS);
  }

  ensureIndexes(): Promise<void> {
    return ensureIndexes(this.db, KEYS, [
      { keys: { organization_id: 1, created_at: -1, _id: 1 } },
      { keys: { organization_id: 1, owner_id: 1 } },
    ]);
  }

  /** False when a key with this id exists. */
  async insert(key: ApiKey): Promise<boolean> {
    try {
      await this.rows.insertOne(toRow(key));
      return true;
    } catch (error) {
      if (isDuplicateKey(error)) return false;
      throw error;
    }
  }

  async find(organizationId: string, keyId: string): Promise<ApiKey | undefined> {
    const row = await this.rows.findOne({ _id: keyId, organization_id: organizationId });
    return row ? fromKeyRow(row) : undefined;
  }

  /** Whether the organization ever had a key. */
  async any(organizationId: string): Promise<boolean> {
    return (await this.rows.findOne({ organization_id: organizationId })) !== null;
  }

  /** Newest first; `total` counts all. */
  async list(
    organizationId: string,
    page: { limit: number; offset: number },
  ): Promise<{ keys: ApiKey[]; total: number }> {
    const filter: Filter<KeyRow> = { organization_id: organizationId };
    const [rows, total] = await Promise.all([
      readPart(this.rows, filter, { sort: { created_at: -1, _id: 1 }, skip: page.offset, limit: page.limit }),
      this.rows.countDocuments(filter),
    ]);
    return { keys: rows.map(fromKeyRow), total };
  }

  /** Those of the user that work at `now` and were made for this, newest first (microseconds). */
  async liveOf(organizationId: string, ownerId: string, madeFor: string, now: number): Promise<ApiKey[]> {
    const ofUser = { organization_id: organizationId, owner_id: ownerId, made_for: madeFor };
    const filter: Filter<KeyRow> = { ...ofUser, revoked_at: 0, expires_at: { $gt: now } };
    return (await readPart(this.rows, filter, { sort: { created_at: -1, _id: 1 }, skip: 0, limit: 100 })).map(
      fromKeyRow,
    );
  }

  /** Revokes once: a later call changes nothing. The key as it is now, or undefined when there is none. */
  async revoke(organizationId: string, keyId: string, at: number): Promise<ApiKey | undefined> {
    await this.rows.updateOne(
      { _id: keyId, organization_id: organizationId, revoked_at: 0 },
      { $set: { revoked_at: at } },
    );
    return this.find(organizationId, keyId);
  }

  /** Revokes every key that belongs to `ownerId`. */
  async revokeOfOwner(organizationId: string, ownerId: string, at: number): Promise<void> {
    await this.rows.updateMany(
      { organization_id: organizationId, owner_id: ownerId, revoked_at: 0 },
      { $set: { revoked_at: at } },
    );
  }

  async revokeAll(organizationId: string, at: number): Promise<void> {
    await this.rows.updateMany({ organization_id: organizationId, revoked_at: 0 }, { $set: { revoked_at: at } });
  }

  /** Shows a new prefix after a rotation; undefined when the key is not there or revoked. */
  async setPrefix(organizationId: string, keyId: string, prefix: string): Promise<ApiKey | undefined> {
    const change: UpdateFilter<KeyRow> = { $set: { prefix } };
    const row = await this.rows.findOneAndUpdate(
      { _id: keyId, organization_id: organizationId, revoked_at: 0 },
      change,
      { returnDocument: 'after' },
    );
    return row ? fromKeyRow(row) : undefined;
  }
}

const toRow = (key: ApiKey): KeyRow => ({
  _id: key.id,
  organization_id: key.organizationId,
  name: key.name,
  prefix: key.prefix,
  role: key.role,
  scopes: key.scopes,
  owner_id: key.ownerId ?? '',
  expires_at: key.expiresAt ?? 0,
  revoked_at: key.revokedAt ?? 0,
  created_at: key.createdAt,
  made_for: key.madeFor,
});

export const fromKeyRow = (row: KeyRow): ApiKey => ({
  id: row._id,
  organizationId: row.organization_id,
  name: row.name,
  prefix: row.prefix,
  role: row.role,
  scopes: row.scopes,
  ownerId: row.owner_id === '' ? undefined : row.owner_id,
  expiresAt: row.expires_at === 0 ? undefined : row.expires_at,
  revokedAt: row.revoked_at === 0 ? undefined : row.revoked_at,
  createdAt: row.created_at,
  madeFor: row.made_for ?? '',
});
