import type { OpenWork } from '@candor/runtime';
import type { Db, Filter } from 'mongodb';
import { MAIL_SWITCHES } from './mail-switches.js';
import { FARTHEST_MAIL, NOTIFICATION_MAILS, type NotificationMailRow } from './notification-mails.js';
import { NOTIFICATIONS } from './notifications.js';

const OPEN = ['pending', 'claimed'] as const;

/** What is done for the notifications of all organizations, and never for a caller. */
export class NotificationScope {
  constructor(private readonly db: Db) {}

  private get mails() {
    return this.db.collection<NotificationMailRow>(NOTIFICATION_MAILS);
  }

  /** Organizations that have mails to be sent at `now` (microseconds). */
  async organizationsWithMails(now: number): Promise<string[]> {
    const times = [{ $lte: now }, { $gt: now + FARTHEST_MAIL }];
    const found = await Promise.all(
      OPEN.flatMap((state) => times.map((next_at) => this.mails.distinct('organization_id', { state, next_at }))),
    );
    return [...new Set(found.flat())];
  }

  /** Lets what a killed predecessor had in hand fall due at `now`: for a start of the only replica. */
  async reclaimAll(now: number): Promise<void> {
    await this.mails.updateMany({ state: 'claimed' }, { $set: { next_at: now } });
  }

  /** People for whom something waits for a daily mail, and perhaps for nothing. */
  async waitingPeople(): Promise<{ organizationId: string; userId: string }[]> {
    const waiting = { delivery: 'daily', daily_mail: '' };
    const rows = await this.db
      .collection(NOTIFICATIONS)
      .aggregate<{ _id: { organization: string; user: string } }>([
        { $match: waiting },
        { $group: { _id: { organization: '$organization_id', user: '$user_id' } } },
      ])
      .toArray();
    return rows.map(({ _id }) => ({ organizationId: _id.organization, userId: _id.user }));
  }

  /** Mails that are due at `now` (microseconds) and not sent. */
  async openWork(now: number): Promise<OpenWork> {
    const due: Filter<NotificationMailRow> = { state: 'pending', next_at: { $lte: now } };
    const [count, oldest] = await Promise.all([
      this.mails.countDocuments(due),
      this.mails.findOne(due, { sort: { next_at: 1 }, projection: { next_at: 1 } }),
    ]);
    return { job: 'tenant.notification', count, oldestMs: oldest ? (now - oldest.next_at) / 1000 : 0 };
  }

  /** Forgets mails that ended, notifications and links that were made before these times (microseconds). */
  async purge(before: { mails: number; notifications: number; switches: number }): Promise<void> {
    await this.mails.deleteMany({ created_at: { $lt: before.mails }, state: { $nin: [...OPEN] } });
    await this.db.collection(NOTIFICATIONS).deleteMany({ created_at: { $lt: before.notifications } });
    await this.db.collection(MAIL_SWITCHES).deleteMany({ created_at: { $lt: before.switches } });
  }
}
