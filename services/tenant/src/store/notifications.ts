import { ensureIndexes, isDuplicateKey, readPart } from '@candor/runtime';
import { MongoBulkWriteError, type Collection, type Db, type Filter } from 'mongodb';
import type { NotificationDelivery, NotificationKind, NotificationSubject } from '../notifications/kinds.js';

export const NOTIFICATIONS = 'notifications';

/** What one person was told of one event. Times in microseconds. */
export interface Notification {
  /** Made of event and person: an event that is told again makes none. */
  id: string;
  organizationId: string;
  userId: string;
  kind: NotificationKind;
  actorId: string | undefined;
  subject: NotificationSubject;
  text: string | undefined;
  dueAt: number | undefined;
  count: number | undefined;
  path: string;
  /** How the person wanted it when it came. */
  delivery: NotificationDelivery;
  /** The daily mail that it stands in; '': none yet. */
  dailyMail: string;
  createdAt: number;
  /** Undefined: unread. */
  readAt: number | undefined;
}

interface Row {
  _id: string;
  organization_id: string;
  user_id: string;
  kind: NotificationKind;
  /** '': nobody in particular. */
  actor_id: string;
  subject: NotificationSubject;
  text: string;
  /** 0: no day is named. */
  due_at: number;
  /** -1: not said. */
  count: number;
  path: string;
  delivery: NotificationDelivery;
  daily_mail: string;
  created_at: number;
  /** 1 or 0. */
  unread: number;
  read_at: number;
}

/** What people were told. */
export class NotificationStore {
  private readonly rows: Collection<Row>;

  constructor(private readonly db: Db) {
    this.rows = db.collection<Row>(NOTIFICATIONS);
  }

  ensureIndexes(): Promise<void> {
    return ensureIndexes(this.db, NOTIFICATIONS, [
      { keys: { organization_id: 1, user_id: 1, unread: -1, created_at: -1, _id: 1 } },
      { keys: { organization_id: 1, user_id: 1, daily_mail: 1 } },
      { keys: { delivery: 1, daily_mail: 1 } },
      { keys: { created_at: 1 } },
    ]);
  }

  /** Makes those that are not there yet; resolves to all of them as they are stored. */
  async insertMany(organizationId: string, notifications: Notification[]): Promise<Notification[]> {
    if (notifications.length === 0) return [];
    try {
      await this.rows.insertMany(notifications.map(toRow), { ordered: false });
    } catch (error) {
      if (!(error instanceof MongoBulkWriteError && isDuplicateKey(error))) throw error;
    }
    const ids = notifications.map(({ id }) => id);
    return this.findByIds(organizationId, ids);
  }

  async findByIds(organizationId: string, ids: string[]): Promise<Notification[]> {
    const rows = await this.rows.find({ organization_id: organizationId, _id: { $in: ids } }).toArray();
    return rows.map(fromRow);
  }

  /** Unread first, then newest first; `total` counts what matches, `unread` all of the person's. */
  async list(
    organizationId: string,
    userId: string,
    { limit, offset, unreadOnly }: { limit: number; offset: number; unreadOnly: boolean },
  ): Promise<{ notifications: Notification[]; total: number; unread: number }> {
    const mine: Filter<Row> = { organization_id: organizationId, user_id: userId };
    const filter = unreadOnly ? { ...mine, unread: 1 } : mine;
    const sort = { unread: -1, created_at: -1, _id: 1 } as const;
    const [rows, total, unread] = await Promise.all([
      readPart(this.rows, filter, { sort, skip: offset, limit }),
      this.rows.countDocuments(filter),
      this.unread(organizationId, userId),
    ]);
    return { notifications: rows.map(fromRow), total, unread };
  }

  unread(organizationId: string, userId: string): Promise<number> {
    return this.rows.countDocuments({ organization_id: organizationId, user_id: userId, unread: 1 });
  }

  /** Marks those of `which`, as far as they are the person's own: some, or all that came until a time. */
  async markRead(
    organizationId: string,
    userId: string,
    which: { ids: string[] } | { until: number },
    at: number,
  ): Promise<void> {
    const these: Filter<Row> = 'ids' in which ? { _id: { $in: which.ids } } : { created_at: { $lte: which.until } };
    await this.rows.updateMany(
      { organization_id: organizationId, user_id: userId, unread: 1, ...these },
      { $set: { unread: 0, read_at: at } },
    );
  }

  /** Puts into a daily mail what waits for one. */
  async gather(organizationId: string, userId: string, mailId: string): Promise<void> {
    await this.rows.updateMany(
      { organization_id: organizationId, user_id: userId, daily_mail: '', delivery: 'daily' },
      { $set: { daily_mail: mailId } },
    );
  }

  /** Those of a daily mail that are unread, the oldest first. */
  async unreadOfMail(organizationId: string, userId: string, mailId: string): Promise<Notification[]> {
    const filter = { organization_id: organizationId, user_id: userId, daily_mail: mailId, unread: 1 };
    return (await this.rows.find(filter).sort({ created_at: 1, _id: 1 }).toArray()).map(fromRow);
  }

  /** Whether something of the person waits for a daily mail. */
  async hasWaiting(organizationId: string, userId: string): Promise<boolean> {
    const waiting = { organization_id: organizationId, user_id: userId, daily_mail: '', delivery: 'daily' as const };
    return (await this.rows.findOne(waiting, { projection: { _id: 1 } })) !== null;
  }

  async removeOfUser(organizationId: string, userId: string): Promise<void> {
    await this.rows.deleteMany({ organization_id: organizationId, user_id: userId });
  }
}

const toRow = (one: Notification): Row => ({
  _id: one.id,
  organization_id: one.organizationId,
  user_id: one.userId,
  kind: one.kind,
  actor_id: one.actorId ?? '',
  subject: one.subject,
  text: one.text ?? '',
  due_at: one.dueAt ?? 0,
  count: one.count ?? -1,
  path: one.path,
  delivery: one.delivery,
  daily_mail: one.dailyMail,
  created_at: one.createdAt,
  unread: one.readAt === undefined ? 1 : 0,
  read_at: one.readAt ?? 0,
});

const fromRow = (row: Row): Notification => ({
  id: row._id,
  organizationId: row.organization_id,
  userId: row.user_id,
  kind: row.kind,
  actorId: row.actor_id || undefined,
  subject: row.subject,
  text: row.text || undefined,
  dueAt: row.due_at || undefined,
  count: row.count < 0 ? undefined : row.count,
  path: row.path,
  delivery: row.delivery,
  dailyMail: row.daily_mail,
  createdAt: row.created_at,
  readAt: row.read_at || undefined,
});
