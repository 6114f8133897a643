import { ensureIndexes, isDuplicateKey } from '@candor/runtime';
import { MailClaims, type MailRow } from '@candor/runtime/mail';
import { MongoBulkWriteError, type Collection, type Db } from 'mongodb';

export const NOTIFICATION_MAILS = 'notification_mails';
/** A daily mail waits for two days at most, microseconds: a time farther away was written before the clock was set back. */
export const FARTHEST_MAIL = 60 * 3600e6;

/** A mail to one person: of one notification, whose id it has, or of a day. */
export interface NotificationMailRow extends MailRow {
  user_id: string;
  type: 'one' | 'daily';
  /** What stands in a daily one is settled. */
  gathered: boolean;
  created_at: number;
}

/** Mails to people: what is to be sent, and what became of it. */
export class NotificationMailStore extends MailClaims<NotificationMailRow> {
  private readonly mails: Collection<NotificationMailRow>;

  constructor(private readonly db: Db) {
    super(db, NOTIFICATION_MAILS, { farthest: FARTHEST_MAIL });
    this.mails = db.collection<NotificationMailRow>(NOTIFICATION_MAILS);
  }

  ensureIndexes(): Promise<void> {
    return ensureIndexes(this.db, NOTIFICATION_MAILS, [
      { keys: { organization_id: 1, state: 1, next_at: 1 } },
      { keys: { organization_id: 1, user_id: 1, state: 1 } },
      { keys: { state: 1, next_at: 1, organization_id: 1 } },
      { keys: { created_at: 1 } },
    ]);
  }

  /** One mail for each notification; those that are there stay as they are. */
  async insertMany(
    organizationId: string,
    notifications: readonly { id: string; userId: string }[],
    now: number,
  ): Promise<void> {
    if (notifications.length === 0) return;
    const rows = notifications.map(({ id, userId }) => newRow({ id, organizationId, userId, type: 'one' }, now, now));
    try {
      await this.mails.insertMany(rows, { ordered: false });
    } catch (error) {
      if (!(error instanceof MongoBulkWriteError && isDuplicateKey(error))) throw error;
    }
  }

  /** Makes a daily mail unless it is there; false when it is there and what stands in it is settled. */
  async insertDaily(
    mail: { id: string; organizationId: string; userId: string },
    at: number,
    now: number,
  ): Promise<boolean> {
    try {
      await this.mails.insertOne(newRow({ ...mail, type: 'daily' }, at, now));
      return true;
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
    }
    const row = await this.mails.findOne({ _id: mail.id, organization_id: mail.organizationId });
    return row !== null && !row.gathered && (row.state === 'pending' || row.state === 'claimed');
  }

  async markGathered(organizationId: string, mailId: string): Promise<void> {
    await this.mails.updateOne({ _id: mailId, organization_id: organizationId }, { $set: { gathered: true } });
  }

  /** People whose daily mail waits for its hour. */
  waitForDaily(organizationId: string): Promise<string[]> {
    const waiting = { organization_id: organizationId, state: 'pending', type: 'daily' as const, gathered: false };
    return this.mails.distinct('user_id', waiting);
  }

  /** Takes back daily mails that wait for their hour: the person has chosen another. */
  async removeWaitingDaily(organizationId: string, userId: string): Promise<void> {
    const waiting = { organization_id: organizationId, user_id: userId, state: 'pending' };
    await this.mails.deleteMany({ ...waiting, type: 'daily', gathered: false });
  }

  /** Ends what has not been sent. */
  async cancelOpen(organizationId: string, reason: string): Promise<void> {
    await this.mails.updateMany(
      { organization_id: organizationId, state: { $in: ['pending', 'claimed'] } },
      { $set: { state: 'cancelled', reason } },
    );
  }

  /** What became of mails, by id. */
  async statesOf(organizationId: string, ids: string[]): Promise<Map<string, string>> {
    const rows = await this.mails
      .find({ organization_id: organizationId, _id: { $in: ids } })
      .project<{ _id: string; state: string }>({ state: 1 })
      .toArray();
    return new Map(rows.map((row) => [row._id, row.state]));
  }

  async removeOfUser(organizationId: string, userId: string): Promise<void> {
    await this.mails.deleteMany({ organization_id: organizationId, user_id: userId });
  }
}

const newRow = (
  mail: { id: string; organizationId: string; userId: string; type: 'one' | 'daily' },
  at: number,
  now: number,
): NotificationMailRow => ({
  _id: mail.id,
  organization_id: mail.organizationId,
  user_id: mail.userId,
  type: mail.type,
  gathered: false,
  state: 'pending',
  attempts: 0,
  reason: '',
  next_at: at,
  delivered_at: 0,
  claim: '',
  created_at: now,
});
