import { addressPart, ensureIndexes, isDuplicateKey, readPart } from '@candor/runtime';
import { MongoBulkWriteError, type Collection, type Db, type Filter, type UpdateFilter } from 'mongodb';
import { literally } from '../text.js';

export const SUBSCRIBER_STATUSES = ['pending', 'confirmed', 'unsubscribed', 'bounced'] as const;
export type SubscriberStatus = (typeof SUBSCRIBER_STATUSES)[number];

/** Times in microseconds. */
export interface Subscriber {
  id: string;
  organizationId: string;
  /** As `emailAddress` gives it. */
  email: string;
  status: SubscriberStatus;
  /** Undefined: all; empty: none. */
  categoryIds: string[] | undefined;
  source: 'admin' | 'import' | 'portal';
  /** Opens the page to unsubscribe, from every mail. */
  unsubscribeToken: string;
  createdAt: number;
  confirmedAt: number | undefined;
  unsubscribedAt: number | undefined;
}

export interface SubscriberRow {
  _id: string;
  organization_id: string;
  email: string;
  status: SubscriberStatus;
  /** What is chosen; 'some' has its ids beside it, under no index. */
  choice: 'all' | 'some' | 'none';
  category_ids: string[];
  source: Subscriber['source'];
  unsubscribe_token: string;
  created_at: number;
  confirmed_at: number;
  unsubscribed_at: number;
  /** When who left did so, while it is still to be told to others; 0: nothing is. */
  left_unannounced: number;
  /** When a confirmation mail is to be sent; 0: none is. */
  due_at: number;
  confirm_attempts: number;
  /** SHA-256 of the secret in the newest confirmation mail; '' when none waits to be used. */
  confirm_hash: string;
  /** Of the secret that confirmed, so that its link still says so; '' when the subscriber left. */
  confirmed_hash: string;
  confirm_until: number;
}

export const SUBSCRIBERS = 'subscribers';

/** The token in mails to an address that was written differently: its subscriber is another one now. */
export interface FormerToken {
  _id: string;
  organization_id: string;
  subscriber_id: string;
}

export const FORMER_TOKENS = 'former_tokens';

/** Subscribers of a trust portal; an address is there once. */
export class SubscriberStore {
  private readonly rows: Collection<SubscriberRow>;

  constructor(private readonly db: Db) {
    this.rows = db.collection<SubscriberRow>(SUBSCRIBERS);
  }

  async ensureIndexes(): Promise<void> {
    await ensureIndexes(this.db, FORMER_TOKENS, [{ keys: { organization_id: 1, subscriber_id: 1 } }]);
    await ensureIndexes(this.db, SUBSCRIBERS, [
      { keys: { organization_id: 1, email: 1 }, unique: true },
      { keys: { organization_id: 1, created_at: -1, _id: 1 } },
      { keys: { organization_id: 1, status: 1, _id: 1 } },
      { keys: { organization_id: 1, _id: 1 } },
      { keys: { unsubscribe_token: 1 }, unique: true },
      { keys: { due_at: 1 } },
      { keys: { left_unannounced: 1 } },
    ]);
  }

  /** False when the address is there already. */
  async insert(subscriber: Subscriber): Promise<boolean> {
    return (await this.insertMany(subscriber.organizationId, [subscriber])) === 1;
  }

  /** Inserts those whose address is not there yet; how many. */
  async insertMany(organizationId: string, subscribers: Subscriber[]): Promise<number> {
    if (subscribers.length === 0) return 0;
    const rows = subscribers.map((subscriber) => ({ ...toRow(subscriber), organization_id: organizationId }));
    try {
      return (await this.rows.insertMany(rows, { ordered: false })).insertedCount;
    } catch (error) {
      if (error instanceof MongoBulkWriteError && isDuplicateKey(error)) return error.insertedCount;
      throw error;
    }
  }

  async find(organizationId: string, subscriberId: string): Promise<Subscriber | undefined> {
    const row = await this.rows.findOne({ _id: subscriberId, organization_id: organizationId });
    return row ? fromSubscriberRow(row) : undefined;
  }

  /** Those of the addresses (lower case) that are there. */
  async findByEmails(organizationId: string, emails: string[]): Promise<Subscriber[]> {
    return this.read({ organization_id: organizationId, email: { $in: emails } });
  }

  async findByIds(organizationId: string, subscriberIds: string[]): Promise<Subscriber[]> {
    return this.read({ organization_id: organizationId, _id: { $in: subscriberIds } });
  }

  /** Newest first; `query` is a part of the address. */
  async list(
    organizationId: string,
    filter: { status: SubscriberStatus | undefined; query: string },
    page: { limit: number; offset: number },
  ): Promise<{ subscribers: Subscriber[]; total: number }> {
    const query: Filter<SubscriberRow> = { organization_id: organizationId };
    if (filter.status !== undefined) query.status = filter.status;
    const part = addressPart(filter.query);
    if (part !== '') query.email = { $regex: literally(part) };
    const [rows, total] = await Promise.all([
      this.rows.find(query).sort({ created_at: -1, _id: 1 }).skip(page.offset).limit(page.limit).toArray(),
      this.rows.countDocuments(query),
    ]);
    return { subscribers: rows.map(fromSubscriberRow), total };
  }

  /** By id, for the dry run. */
  async byId(
    organizationId: string,
    page: { limit: number; offset: number },
  ): Promise<{ subscribers: Subscriber[]; total: number }> {
    const query: Filter<SubscriberRow> = { organization_id: organizationId };
    const [rows, total] = await Promise.all([
      readPart(this.rows, query, { sort: { _id: 1 }, skip: page.offset, limit: page.limit }),
      this.rows.countDocuments(query),
    ]);
    return { subscribers: rows.map(fromSubscriberRow), total };
  }

  /** The next confirmed subscribers after an id, by id: '' begins. */
  async confirmedAfter(organizationId: string, afterId: string, limit: number): Promise<Subscriber[]> {
    const rows = await this.rows
      .find({ organization_id: organizationId, status: 'confirmed', _id: { $gt: afterId } })
      .sort({ _id: 1 })
      .limit(limit)
      .toArray();
    return rows.map(fromSubscriberRow);
  }

  /** How many would get an update of these categories: the same rule as `reasonAgainst`, as a query. */
  countReceiving(organizationId: string, updateCategoryIds: string[]): Promise<number> {
    const any: Filter<SubscriberRow> = { choice: { $in: ['all', 'some'] } };
    const chosen: Filter<SubscriberRow> = {
      $or: [{ choice: 'all' }, { choice: 'some', category_ids: { $in: updateCategoryIds } }],
    };
    return this.rows.countDocuments({
      organization_id: organizationId,
      status: 'confirmed',
      ...(updateCategoryIds.length === 0 ? any : chosen),
    });
  }

  /** Idempotent; the subscriber as it is now, or undefined. */
  async unsubscribe(organizationId: string, subscriberId: string, at: number): Promise<Subscriber | undefined> {
    const mine = { _id: subscriberId, organization_id: organizationId };
    const noMail = { due_at: 0, confirm_hash: '', confirmed_hash: '' };
    await this.rows.updateOne(
      { ...mine, status: { $ne: 'unsubscribed' } },
      { $set: { status: 'unsubscribed', unsubscribed_at: at, left_unannounced: at, ...noMail } },
    );
    // Who left before and was about to return does not.
    await this.rows.updateOne({ ...mine, status: 'unsubscribed' }, { $set: noMail });
    return this.find(organizationId, subscriberId);
  }

  /** Who left, and when, of whom others are still to be told. */
  async unannounced(organizationId: string, limit: number): Promise<{ subscriber: Subscriber; at: number }[]> {
    const rows = await this.rows
      .find({ organization_id: organizationId, left_unannounced: { $gt: 0 } })
      .limit(limit)
      .toArray();
    return rows.map((row) => ({ subscriber: fromSubscriberRow(row), at: row.left_unannounced }));
  }

  async markAnnounced(organizationId: string, subscriberId: string, leftAt: number): Promise<void> {
    await this.rows.updateOne(
      { _id: subscriberId, organization_id: organizationId, left_unannounced: leftAt },
      { $set: { left_unannounced: 0 } },
    );
  }

  /** An address takes no mail for good: none is due to it. Who unsubscribed meanwhile stays so. */
  async bounce(organizationId: string, subscriberId: string): Promise<void> {
    await this.rows.updateOne(
      { _id: subscriberId, organization_id: organizationId, status: { $in: ['pending', 'confirmed'] } },
      { $set: { status: 'bounced', due_at: 0, confirm_hash: '' } },
    );
  }

  /** Addresses that were refused are tried again: whoever bounced counts as confirmed until a server refuses anew. */
  async tryAgain(organizationId: string, subscriberIds: string[]): Promise<void> {
    await this.rows.updateMany(
      { organization_id: organizationId, _id: { $in: subscriberIds }, status: 'bounced' },
      { $set: { status: 'confirmed' } },
    );
  }

  /** Takes a category out of every choice; who loses the last one has none, not all. */
  async dropCategory(organizationId: string, categoryId: string): Promise<void> {
    const only: UpdateFilter<SubscriberRow> = { $set: { choice: 'none', category_ids: [] } };
    await this.rows.updateMany({ organization_id: organizationId, category_ids: [categoryId] }, only);
    await this.rows.updateMany(
      { organization_id: organizationId, category_ids: categoryId },
      { $pull: { category_ids: categoryId } },
    );
  }

  async remove(organizationId: string, subscriberId: string): Promise<boolean> {
    const { deletedCount } = await this.rows.deleteOne({ _id: subscriberId, organization_id: organizationId });
    const former = this.db.collection<FormerToken>(FORMER_TOKENS);
    await former.deleteMany({ organization_id: organizationId, subscriber_id: subscriberId });
    return deletedCount > 0;
  }

  private async read(filter: Filter<SubscriberRow>): Promise<Subscriber[]> {
    return (await this.rows.find(filter).toArray()).map(fromSubscriberRow);
  }
}

const toRow = (s: Subscriber): SubscriberRow => ({
  _id: s.id,
  organization_id: s.organizationId,
  email: s.email,
  status: s.status,
  choice: s.categoryIds === undefined ? 'all' : s.categoryIds.length === 0 ? 'none' : 'some',
  category_ids: s.categoryIds ?? [],
  source: s.source,
  unsubscribe_token: s.unsubscribeToken,
  created_at: s.createdAt,
  confirmed_at: s.confirmedAt ?? 0,
  left_unannounced: 0,
  // Who subscribes on the portal asks for the mail in a step of its own (`ask`): due already here, it could go out twice.
  due_at: s.status === 'pending' && s.source !== 'portal' ? s.createdAt : 0,
  confirm_attempts: 0,
  confirm_hash: '',
  confirmed_hash: '',
  confirm_until: 0,
  unsubscribed_at: s.unsubscribedAt ?? 0,
});

export const fromSubscriberRow = (row: SubscriberRow): Subscriber => ({
  id: row._id,
  organizationId: row.organization_id,
  email: row.email,
  status: row.status,
  categoryIds: row.choice === 'all' ? undefined : row.category_ids,
  source: row.source,
  unsubscribeToken: row.unsubscribe_token,
  createdAt: row.created_at,
  confirmedAt: row.confirmed_at === 0 ? undefined : row.confirmed_at,
  unsubscribedAt: row.unsubscribed_at === 0 ? undefined : row.unsubscribed_at,
});
