import { ensureIndexes, isDuplicateKey, readAll } from '@candor/runtime';
import type { Collection, Db } from 'mongodb';

/** What scrypt (RFC 7914) is given beside password and salt. */
export interface PasswordCost {
  /** A power of two. */
  n: number;
  r: number;
  p: number;
}

export interface StoredPassword {
  userId: string;
  organizationId: string;
  salt: Buffer;
  hash: Buffer;
  cost: PasswordCost;
  /** Microseconds. */
  changedAt: number;
}

interface Row {
  /** The user. */
  _id: string;
  organization_id: string;
  /** Base64. */
  salt: string;
  hash: string;
  cost: PasswordCost;
  changed_at: number;
}

/** Passwords of people, as what scrypt makes of them. */
export class PasswordStore {
  private readonly rows: Collection<Row>;

  constructor(private readonly db: Db) {
    this.rows = db.collection<Row>('passwords');
  }

  ensureIndexes(): Promise<void> {
    return ensureIndexes(this.db, 'passwords', [{ keys: { organization_id: 1 } }]);
  }

  /** Those that the users have, in no order. */
  async of(userIds: readonly string[]): Promise<StoredPassword[]> {
    return (await readAll(this.rows, { _id: { $in: [...userIds] } })).map(fromRow);
  }

  /** In place of the one before, if there is any. */
  async set({ userId, organizationId, salt, hash, cost, changedAt }: StoredPassword): Promise<void> {
    const values = { salt: salt.toString('base64'), hash: hash.toString('base64'), cost, changed_at: changedAt };
    const filter = { _id: userId, organization_id: organizationId };
    if ((await this.rows.updateOne(filter, { $set: values })).matchedCount > 0) return;
    try {
      await this.rows.insertOne({ ...filter, ...values });
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
      await this.rows.updateOne(filter, { $set: values });
    }
  }

  async remove(organizationId: string, userId: string): Promise<void> {
    await this.rows.deleteOne({ _id: userId, organization_id: organizationId });
  }
}

const fromRow = (row: Row): StoredPassword => ({
  userId: row._id,
  organizationId: row.organization_id,
  salt: Buffer.from(row.salt, 'base64'),
  hash: Buffer.from(row.hash, 'base64'),
  cost: row.cost,
  changedAt: row.changed_at,
});
