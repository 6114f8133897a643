import { ensureIndexes, isRunning } from '@candor/runtime';
import type { Collection, Db } from 'mongodb';

export const INVITATIONS = 'invitations';

export interface Invitation {
  organizationId: string;
  userId: string;
  /** Microseconds. */
  expiresAt: number;
}

interface Row {
  /** SHA-256 of the code, hex: the code itself is stored nowhere. */
  _id: string;
  organization_id: string;
  user_id: string;
  expires_at: number;
}

/** Codes of links by which invited people accept. As a key does, a code says itself whose it is. */
export class InvitationStore {
  private readonly rows: Collection<Row>;

  constructor(private readonly db: Db) {
    this.rows = db.collection<Row>(INVITATIONS);
  }

  ensureIndexes(): Promise<void> {
    return ensureIndexes(this.db, INVITATIONS, [
      { keys: { organization_id: 1, user_id: 1 } },
      { keys: { expires_at: 1 } },
    ]);
  }

  /** The only one of the user from now on. */
  async put({ organizationId, userId, expiresAt }: Invitation, hash: string): Promise<void> {
    await this.rows.insertOne({ _id: hash, organization_id: organizationId, user_id: userId, expires_at: expiresAt });
    await this.rows.deleteMany({ organization_id: organizationId, user_id: userId, _id: { $ne: hash } });
  }

  /**
   * The invitation of this hash, which stays. Undefined when there is none, or its time is over; an end more than `longest`
   * away is of a clock that was set back since (microseconds).
   */
  async findByHash(hash: string, now: number, longest: number): Promise<Invitation | undefined> {
    return inTime(await this.rows.findOne({ _id: hash }), now, longest);
  }

  /** The same, and removes it: of several callers one gets it. */
  async takeByHash(hash: string, now: number, longest: number): Promise<Invitation | undefined> {
    return inTime(await this.rows.findOneAndDelete({ _id: hash }), now, longest);
  }

  async removeOfUser(organizationId: string, userId: string): Promise<void> {
    await this.rows.deleteMany({ organization_id: organizationId, user_id: userId });
  }
}

function inTime(row: Row | null, now: number, longest: number): Invitation | undefined {
  if (!row || !isRunning(row.expires_at, now, longest)) return undefined;
  return { organizationId: row.organization_id, userId: row.user_id, expiresAt: row.expires_at };
}
