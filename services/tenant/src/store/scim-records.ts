import { ensureIndexes } from '@candor/runtime';
import type { Collection, Db } from 'mongodb';

export const SCIM_RECORDS = 'scim_records';

/** What an identity provider keeps of a user or a group beyond what everybody else needs. */
export interface ScimRecord {
  /** The user's or the group's own. */
  id: string;
  organizationId: string;
  kind: 'user' | 'group';
  /** What the provider calls it; '': nothing. */
  externalId: string;
  /** '' for groups. */
  userName: string;
  givenName: string;
  familyName: string;
  /** Microseconds. */
  updatedAt: number;
}

interface Row {
  _id: string;
  organization_id: string;
  kind: 'user' | 'group';
  external_id: string;
  user_name: string;
  /** As it is compared: without case. */
  user_name_key: string;
  given_name: string;
  family_name: string;
  updated_at: number;
}

/** Records of identity providers, beside users and groups. A user without one was made by somebody else. */
export class ScimRecordStore {
  private readonly rows: Collection<Row>;

  constructor(private readonly db: Db) {
    this.rows = db.collection<Row>(SCIM_RECORDS);
  }

  ensureIndexes(): Promise<void> {
    return ensureIndexes(this.db, SCIM_RECORDS, [
      { keys: { organization_id: 1, kind: 1, external_id: 1 } },
      { keys: { organization_id: 1, kind: 1, user_name_key: 1 } },
    ]);
  }

  /** By the ids of users or groups. */
  async of(organizationId: string, ids: readonly string[]): Promise<Map<string, ScimRecord>> {
    const rows = await this.rows.find({ organization_id: organizationId, _id: { $in: [...ids] } }).toArray();
    return new Map(rows.map((row) => [row._id, fromRow(row)]));
  }

  async byUserName(organizationId: string, userName: string): Promise<ScimRecord | undefined> {
    const filter = { organization_id: organizationId, kind: 'user' as const, user_name_key: keyOf(userName) };
    const row = await this.rows.findOne(filter);
    return row ? fromRow(row) : undefined;
  }

  async byExternalId(organizationId: string, kind: Row['kind'], externalId: string): Promise<ScimRecord[]> {
    if (externalId === '') return [];
    const filter = { organization_id: organizationId, kind, external_id: externalId };
    return (await this.rows.find(filter).limit(1000).toArray()).map(fromRow);
  }

  /** In place of the one before. */
  async put(record: ScimRecord): Promise<void> {
    const fields = {
      organization_id: record.organizationId,
      kind: record.kind,
      external_id: record.externalId,
      user_name: record.userName,
      user_name_key: keyOf(record.userName),
      given_name: record.givenName,
      family_name: record.familyName,
      updated_at: record.updatedAt,
    };
    await this.rows.updateOne({ _id: record.id }, { $set: fields }, { upsert: true });
  }

  /** Of a user or a group. */
  async remove(organizationId: string, id: string): Promise<void> {
    await this.rows.deleteOne({ _id: id, organization_id: organizationId });
  }

  removeOfUser(organizationId: string, userId: string): Promise<void> {
    return this.remove(organizationId, userId);
  }
}

/** SCIM compares user names without case (RFC 7643, 4.1.1). */
const keyOf = (userName: string): string => userName.normalize('NFC').trim().toLowerCase();

const fromRow = (row: Row): ScimRecord => ({
  id: row._id,
  organizationId: row.organization_id,
  kind: row.kind,
  externalId: row.external_id,
  userName: row.user_name,
  givenName: row.given_name,
  familyName: row.family_name,
  updatedAt: row.updated_at,
});
