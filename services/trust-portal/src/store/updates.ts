import { ensureIndexes, insertOnce, nameKey, readPart } from '@candor/runtime';
import type { Collection, Db, Filter } from 'mongodb';
import type { Audience, Notification, NotificationStatus } from '../notification.js';
import { literally } from '../text.js';

/** Times in microseconds. */
export interface Update {
  id: string;
  organizationId: string;
  title: string;
  /** Markdown. */
  description: string;
  updateDate: number;
  link: string | undefined;
  linkText: string | undefined;
  categoryIds: string[];
  archivedAt: number | undefined;
  /** Not on the portal, and cannot be sent. */
  draft: boolean;
  notification: Notification;
  timezone: string;
  sentAt: number | undefined;
  counts: DeliveryCounts;
  /** The schedule (its rev) whose delivery rows have all been made; 0: none. */
  fannedOutRev: number;
  /** W3C traceparent of the call that asked for the notification; '' when it was not traced. */
  trace: string;
  /** False: that it was sent is still to be told to others. */
  announced: boolean;
  createdAt: number;
  updatedAt: number;
  /** Grows with every write; a write names the one that it stands on. */
  version: number;
}

export interface DeliveryCounts {
  recipients: number;
  delivered: number;
  failed: number;
  /** In the outbox, for want of a mail server. */
  kept: number;
}

export type UpdateContent = Omit<Update, 'id' | 'organizationId' | 'version'>;

export interface UpdateRow {
  _id: string;
  organization_id: string;
  title: string;
  description: string;
  search_key: string;
  update_date: number;
  link: string | null;
  link_text: string | null;
  /** Part of the document, so that it changes with it in one atomic write; under no index. */
  category_ids: string[];
  /** 0: active. */
  archived_at: number;
  notification_status: NotificationStatus;
  /** 0: none. */
  scheduled_at: number;
  due_at: number;
  schedule_rev: number;
  /** Absent in what releases before wrote. */
  audience?: Audience;
  notification_reason: string | null;
  timezone: string;
  /** 0: not sent. */
  sent_at: number;
  recipient_count: number;
  delivered_count: number;
  failed_count: number;
  /** Absent in what releases before wrote, as is `draft`. */
  kept_count?: number;
  draft?: boolean;
  fanned_out_rev: number;
  trace?: string;
  announced?: boolean;
  created_at: number;
  updated_at: number;
  version: number;
}

export interface UpdateFilter {
  archived: boolean | undefined;
  categoryId: string | undefined;
  notificationStatus: NotificationStatus | undefined;
  /** Part of title or description, ignoring case and accents; '' for all. */
  query: string;
}

/** What the words of a query are looked for in. */
export const searchKey = (title: string, description: string): string => nameKey(`${title}\n${description}`);

export const UPDATES = 'updates';

/** Updates of a trust portal, newest first. */
export class UpdateStore {
  private readonly rows: Collection<UpdateRow>;

  constructor(private readonly db: Db) {
    this.rows = db.collection<UpdateRow>(UPDATES);
  }

  ensureIndexes(): Promise<void> {
    return ensureIndexes(this.db, UPDATES, [
      { keys: { organization_id: 1, created_at: -1, _id: 1 } },
      { keys: { organization_id: 1, archived_at: 1, update_date: -1, _id: 1 } },
      { keys: { due_at: 1 } },
      { keys: { announced: 1 } },
    ]);
  }

  /** Gives the stored one, which is another when a first try of the same call was faster. */
  async insert(update: Update): Promise<Update> {
    const own = { _id: update.id, organization_id: update.organizationId };
    return fromRow(await insertOnce(this.rows, { ...own, version: update.version, ...contentRow(update) }, own));
  }

  async find(organizationId: string, updateId: string): Promise<Update | undefined> {
    const row = await this.rows.findOne({ _id: updateId, organization_id: organizationId });
    return row ? fromRow(row) : undefined;
  }

  async list(
    organizationId: string,
    filter: UpdateFilter,
    page: { limit: number; offset: number },
  ): Promise<{ updates: Update[]; total: number }> {
    const query: Filter<UpdateRow> = { organization_id: organizationId };
    if (filter.archived !== undefined) query.archived_at = filter.archived ? { $gt: 0 } : 0;
    if (filter.categoryId !== undefined) query.category_ids = filter.categoryId;
    if (filter.notificationStatus !== undefined) query.notification_status = filter.notificationStatus;
    const words = nameKey(filter.query);
    if (words !== '') query.search_key = { $regex: literally(words) };
    const [rows, total] = await Promise.all([
      readPart(this.rows, query, {
        sort: { created_at: -1, _id: 1 },
        skip: page.offset,
        limit: page.limit,
        // As long as the description, and nobody reads it.
        projection: { search_key: 0 },
      }),
      this.rows.countDocuments(query),
    ]);
    return { updates: rows.map(fromRow), total };
  }

  /** Writes the update when it is still at the version that `update` was read at; the written one, or undefined. */
  async replace(organizationId: string, update: Update): Promise<Update | undefined> {
    const row = await this.rows.findOneAndUpdate(
      { _id: update.id, organization_id: organizationId, version: update.version },
      { $set: { ...contentRow(update), version: update.version + 1 } },
      { returnDocument: 'after' },
    );
    return row ? fromRow(row) : undefined;
  }

  async remove(organizationId: string, updateId: string): Promise<void> {
    await this.rows.deleteOne({ _id: updateId, organization_id: organizationId });
  }

  /** Updates that were sent, of which others are still to be told. */
  async unannounced(organizationId: string, limit: number): Promise<Update[]> {
    const rows = await this.rows.find({ organization_id: organizationId, announced: false }).limit(limit).toArray();
    return rows.map(fromRow);
  }

  async markAnnounced(organizationId: string, updateId: string): Promise<void> {
    await this.rows.updateOne({ _id: updateId, organization_id: organizationId }, { $set: { announced: true } });
  }

  async withCategory(organizationId: string, categoryId: string): Promise<Update[]> {
    const rows = await this.rows.find({ organization_id: organizationId, category_ids: categoryId }).toArray();
    return rows.map(fromRow);
  }

  /** How many updates carry each category. */
  async countByCategory(organizationId: string): Promise<Map<string, number>> {
    const counts = new Map<string, number>();
    const rows = this.rows
      .find({ organization_id: organizationId })
      .project<Pick<UpdateRow, 'category_ids'>>({ category_ids: 1 });
    for await (const row of rows) {
      for (const id of row.category_ids) counts.set(id, (counts.get(id) ?? 0) + 1);
    }
    return counts;
  }
}

const contentRow = (u: UpdateContent): Omit<UpdateRow, '_id' | 'organization_id' | 'version'> => ({
  title: u.title,
  description: u.description,
  search_key: searchKey(u.title, u.description),
  update_date: u.updateDate,
  link: u.link ?? null,
  link_text: u.linkText ?? null,
  category_ids: u.categoryIds,
  archived_at: u.archivedAt ?? 0,
  notification_status: u.notification.status,
  scheduled_at: u.notification.scheduledAt ?? 0,
  due_at: u.notification.dueAt,
  schedule_rev: u.notification.scheduleRev,
  audience: u.notification.audience,
  notification_reason: u.notification.reason ?? null,
  timezone: u.timezone,
  sent_at: u.sentAt ?? 0,
  recipient_count: u.counts.recipients,
  delivered_count: u.counts.delivered,
  failed_count: u.counts.failed,
  kept_count: u.counts.kept,
  draft: u.draft,
  fanned_out_rev: u.fannedOutRev,
  trace: u.trace,
  announced: u.announced,
  created_at: u.createdAt,
  updated_at: u.updatedAt,
});

const unlessZero = (value: number): number | undefined => (value === 0 ? undefined : value);

const fromRow = (row: UpdateRow): Update => ({
  id: row._id,
  organizationId: row.organization_id,
  title: row.title,
  description: row.description,
  updateDate: row.update_date,
  link: row.link ?? undefined,
  linkText: row.link_text ?? undefined,
  categoryIds: row.category_ids,
  archivedAt: unlessZero(row.archived_at),
  notification: {
    status: row.notification_status,
    scheduledAt: unlessZero(row.scheduled_at),
    dueAt: row.due_at,
    scheduleRev: row.schedule_rev,
    audience: row.audience ?? 'subscribers',
    reason: row.notification_reason ?? undefined,
  },
  timezone: row.timezone,
  sentAt: unlessZero(row.sent_at),
  counts: {
    recipients: row.recipient_count,
    delivered: row.delivered_count,
    failed: row.failed_count,
    kept: row.kept_count ?? 0,
  },
  draft: row.draft ?? false,
  fannedOutRev: row.fanned_out_rev,
  trace: row.trace ?? '',
  // Rows of before there was anything to tell have no such field.
  announced: row.announced ?? true,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
  version: row.version,
});
