import { ensureIndexes, isRunning } from '@candor/runtime';
import type { Collection, Db } from 'mongodb';

export const EXTENSION_CODES = 'extension_codes';

interface Row {
  /** SHA-256 of the code, hex: the code itself is stored nowhere. */
  _id: string;
  organization_id: string;
  user_id: string;
  challenge: string;
  /** Microseconds. */
  expires_at: number;
}

export interface ExtensionCode {
  organizationId: string;
  userId: string;
  /** SHA-256 of what the extension keeps to itself, base64url. */
  challenge: string;
  expiresAt: number;
}

/** Codes by which people let their browser extension in. As a key does, a code says itself whose it is. */
export class ExtensionCodeStore {
  private readonly rows: Collection<Row>;

  constructor(private readonly db: Db) {
    this.rows = db.collection<Row>(EXTENSION_CODES);
  }

  ensureIndexes(): Promise<void> {
    return ensureIndexes(this.db, EXTENSION_CODES, [
      { keys: { organization_id: 1, user_id: 1 } },
      { keys: { expires_at: 1 } },
    ]);
  }

  async insert({ organizationId, userId, challenge, expiresAt }: ExtensionCode, hash: string): Promise<void> {
    await this.rows.insertOne({
      _id: hash,
      organization_id: organizationId,
      user_id: userId,
      challenge,
      expires_at: expiresAt,
    });
  }

  /**
   * Removes the code of this hash: of several callers one gets it. Undefined when there is none, or its time is over; an end
   * more than `longest` away is of a clock that was set back since (microseconds).
   */
  async takeByHash(hash: string, now: number, longest: number): Promise<ExtensionCode | undefined> {
    const row = await this.rows.findOneAndDelete({ _id: hash });
    if (!row || !isRunning(row.expires_at, now, longest)) return undefined;
    const { organization_id: organizationId, user_id: userId, challenge, expires_at: expiresAt } = row;
    return { organizationId, userId, challenge, expiresAt };
  }

  async removeOfUser(organizationId: string, userId: string): Promise<void> {
    await this.rows.deleteMany({ organization_id: organizationId, user_id: userId });
  }
}
