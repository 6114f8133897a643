import { ensureIndexes, isRunning } from '@candor/runtime';
import type { Collection, Db } from 'mongodb';

export const SIGN_IN_CODES = 'sign_in_codes';

interface Row {
  /** SHA-256 of the code, hex: the code itself is stored nowhere. */
  _id: string;
  organization_id: string;
  role: string;
  /** Microseconds. */
  expires_at: number;
}

export interface SignInCode {
  organizationId: string;
  role: string;
  expiresAt: number;
}

/** Codes of links that sign in once. As a key does, a code says itself whose it is. */
export class SignInCodeStore {
  private readonly rows: Collection<Row>;

  constructor(private readonly db: Db) {
    this.rows = db.collection<Row>(SIGN_IN_CODES);
  }

  ensureIndexes(): Promise<void> {
    return ensureIndexes(this.db, SIGN_IN_CODES, [{ keys: { organization_id: 1 } }, { keys: { expires_at: 1 } }]);
  }

  async add(
    organizationId: string,
    hash: string,
    { role, expiresAt }: Omit<SignInCode, 'organizationId'>,
  ): Promise<void> {
    await this.rows.insertOne({ _id: hash, organization_id: organizationId, role, expires_at: expiresAt });
  }

  /**
   * Removes the code of this hash: of several callers one gets it. Undefined when there is none, or its time is over; an end
   * more than `longest` away is of a clock that was set back since (microseconds).
   */
  async takeByHash(hash: string, now: number, longest: number): Promise<SignInCode | undefined> {
    const row = await this.rows.findOneAndDelete({ _id: hash });
    if (!row || !isRunning(row.expires_at, now, longest)) return undefined;
    return { organizationId: row.organization_id, role: row.role, expiresAt: row.expires_at };
  }
}
