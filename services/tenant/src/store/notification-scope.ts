import type { DueItem, OpenWork } from '@candor/runtime';
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

  /** Organizations that have emails to be sent at `by` (microseconds), the longest waiting first. */
  async organizationsWithMails({ now, by }: { now: number; by: number }, limit: number): Promise<DueItem[]> {
    const times = [{ $lte: by }, { $gt: now + FARTHEST_MAIL }];
    const rows = await this.mails
      .aggregate<{ _id: string; dueAt: number }>([
        { $match: { state: { $in: [...OPEN] }, $or: times.map((next_at) => ({ next_at })) } },
        { $group: { _id: '$organization_id', dueAt: { $min: '$next_at' } } },
        { $sort: { dueAt: 1 } },
        { $limit: limit },
      ])
      .toArray();
    return rows.map(({ _id, dueAt }) => ({ organizationId: _id, id: _id, dueAt }));
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
