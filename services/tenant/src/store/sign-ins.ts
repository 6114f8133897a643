import { deterministicId, ensureIndexes, readFirst, readPart, sameSecret } from '@candor/runtime';
import type { Collection, Db, Filter } from 'mongodb';

/** How a person showed who they are; "link" is one of the operator. */
export const SIGN_IN_METHODS = ['password', 'mail', 'oidc', 'link'] as const;
export type SignInMethod = (typeof SIGN_IN_METHODS)[number];

export interface SignIn {
  id: string;
  /** Home of the user. */
  organizationId: string;
  userId: string;
  method: SignInMethod;
  userAgent: string;
  /** Microseconds. */
  createdAt: number;
  /** To the minute, microseconds. */
  seenAt: number;
}

interface Row {
  /** Made from the hash: finding a token and missing it are one point look-up each. */
  _id: string;
  organization_id: string;
  user_id: string;
  /** SHA-256 of the token, hex: the token itself is stored nowhere. */
  hash: string;
  method: SignInMethod;
  user_agent: string;
  created_at: number;
  seen_at: number;
}

export const SIGN_INS = 'sign_ins';

/** Sign-ins of people. One that ended is no row. */
export class SignInStore {
  private readonly rows: Collection<Row>;

  constructor(private readonly db: Db) {
    this.rows = db.collection<Row>(SIGN_INS);
  }

  ensureIndexes(): Promise<void> {
    return ensureIndexes(this.db, SIGN_INS, [
      { keys: { organization_id: 1, user_id: 1, created_at: -1, _id: 1 } },
      { keys: { seen_at: 1 } },
    ]);
  }

  /** Resolves to the sign-in with its id. */
  async insert(signIn: Omit<SignIn, 'id'>, hash: string): Promise<SignIn> {
    const id = signInId(hash);
    await this.rows.insertOne({
      _id: id,
      organization_id: signIn.organizationId,
      user_id: signIn.userId,
      hash,
      method: signIn.method,
      user_agent: signIn.userAgent,
      created_at: signIn.createdAt,
      seen_at: signIn.seenAt,
    });
    return { ...signIn, id };
  }

  /** The sign-in of a token's hash, whenever it was seen last. As a key does, a token says itself whose it is. */
  async findByHash(hash: string): Promise<SignIn | undefined> {
    const row = await readFirst(this.rows, { _id: signInId(hash) });
    return sameSecret(row?.hash ?? NOBODY, hash) && row ? fromRow(row) : undefined;
  }

  async findById(id: string): Promise<SignIn | undefined> {
    const row = await readFirst(this.rows, { _id: id });
    return row ? fromRow(row) : undefined;
  }

  /** Of the user, newest first; `total` counts all. */
  async list(
    organizationId: string,
    userId: string,
    page: { limit: number; offset: number },
  ): Promise<{ signIns: SignIn[]; total: number }> {
    const filter: Filter<Row> = { organization_id: organizationId, user_id: userId };
    const [rows, total] = await Promise.all([
      readPart(this.rows, filter, { sort: { created_at: -1, _id: 1 }, skip: page.offset, limit: page.limit }),
      this.rows.countDocuments(filter),
    ]);
    return { signIns: rows.map(fromRow), total };
  }

  async seen(organizationId: string, id: string, at: number): Promise<void> {
    await this.rows.updateOne({ _id: id, organization_id: organizationId }, { $set: { seen_at: at } });
  }

  async remove(organizationId: string, id: string): Promise<boolean> {
    return (await this.rows.deleteOne({ _id: id, organization_id: organizationId })).deletedCount > 0;
  }

  /** How many there were; over ones count until they are swept away. */
  async removeOfUser(organizationId: string, userId: string): Promise<number> {
    return (await this.rows.deleteMany({ organization_id: organizationId, user_id: userId })).deletedCount;
  }

  async removeAll(organizationId: string): Promise<void> {
    await this.rows.deleteMany({ organization_id: organizationId });
  }
}

/** The row of a token's hash. */
export const signInId = (hash: string): string => deterministicId('sign-in', hash);
/** No token hashes to this. */
const NOBODY = '0'.repeat(64);

const fromRow = (row: Row): SignIn => ({
  id: row._id,
  organizationId: row.organization_id,
  userId: row.user_id,
  method: row.method,
  userAgent: row.user_agent,
  createdAt: row.created_at,
  seenAt: row.seen_at,
});
