import { ensureIndexes, isRunning } from '@candor/runtime';
import type { Collection, Db } from 'mongodb';

export const PERSON_CODES = 'person_codes';

/** What a link is exchanged for. */
export interface PersonCode {
  organizationId: string;
  /** '': whoever comes first becomes the first administrator. */
  userId: string;
  method: 'mail' | 'link';
  /** Where the person was going; '': nowhere in particular. */
  returnTo: string;
  /** Microseconds. */
  expiresAt: number;
}

interface Row {
  /** SHA-256 of the code, hex: the code itself is stored nowhere. */
  _id: string;
  organization_id: string;
  user_id: string;
  method: 'mail' | 'link';
  return_to: string;
  expires_at: number;
}

/** Codes of links that sign one person in, once. As a key does, a code says itself whose it is. */
export class PersonCodeStore {
  private readonly rows: Collection<Row>;

  constructor(private readonly db: Db) {
    this.rows = db.collection<Row>(PERSON_CODES);
  }

  ensureIndexes(): Promise<void> {
    return ensureIndexes(this.db, PERSON_CODES, [
      { keys: { organization_id: 1, user_id: 1 } },
      { keys: { expires_at: 1 } },
    ]);
  }

  async insert({ organizationId, userId, method, returnTo, expiresAt }: PersonCode, hash: string): Promise<void> {
    await this.rows.insertOne({
      _id: hash,
      organization_id: organizationId,
      user_id: userId,
      method,
      return_to: returnTo,
      expires_at: expiresAt,
    });
  }

  /**
   * The code of this hash, which stays. Undefined when there is none, or its time is over; an end more than `longest` away is
   * of a clock that was set back since (microseconds).
   */
  async findByHash(hash: string, now: number, longest: number): Promise<PersonCode | undefined> {
    return inTime(await this.rows.findOne({ _id: hash }), now, longest);
  }

  /** The same, and removes it: of several callers one gets it. */
  async takeByHash(hash: string, now: number, longest: number): Promise<PersonCode | undefined> {
    return inTime(await this.rows.findOneAndDelete({ _id: hash }), now, longest);
  }

  async removeOfUser(organizationId: string, userId: string): Promise<void> {
    await this.rows.deleteMany({ organization_id: organizationId, user_id: userId });
  }
}

function inTime(row: Row | null, now: number, longest: number): PersonCode | undefined {
  if (!row || !isRunning(row.expires_at, now, longest)) return undefined;
  return {
    organizationId: row.organization_id,
    userId: row.user_id,
    method: row.method,
    returnTo: row.return_to,
    expiresAt: row.expires_at,
  };
}
