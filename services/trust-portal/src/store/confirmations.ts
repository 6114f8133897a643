import type { Collection, Db } from 'mongodb';
import { fromSubscriberRow, SUBSCRIBERS, type Subscriber, type SubscriberRow } from './subscribers.js';

/** A pending subscriber whose confirmation mail one replica is about to send. */
export interface Confirmation {
  subscriber: Subscriber;
  /** Mails tried before this one. */
  attempts: number;
}

/** The double opt-in: a mail with a secret, of which only the newest one's hash is kept. */
export class ConfirmationStore {
  private readonly rows: Collection<SubscriberRow>;

  constructor(db: Db) {
    this.rows = db.collection<SubscriberRow>(SUBSCRIBERS);
  }

  /** Takes one that is due at `now`, puts the hash of a new secret on it, and lets it fall due again at `again`. */
  async take(
    organizationId: string,
    subscriberId: string,
    hash: string,
    times: { now: number; again: number; until: number },
  ): Promise<Confirmation | undefined> {
    const row = await this.rows.findOneAndUpdate(
      {
        _id: subscriberId,
        organization_id: organizationId,
        status: 'pending',
        due_at: { $gt: 0, $lte: times.now },
      },
      { $set: { confirm_hash: hash, confirm_until: times.until, due_at: times.again }, $inc: { confirm_attempts: 1 } },
      { returnDocument: 'after' },
    );
    return row ? { subscriber: fromSubscriberRow(row), attempts: row.confirm_attempts - 1 } : undefined;
  }

  /** The mail of this hash is out, or given up: nothing is due any more. */
  async done(organizationId: string, subscriberId: string, hash: string, status: 'pending' | 'bounced'): Promise<void> {
    await this.rows.updateOne(
      { _id: subscriberId, organization_id: organizationId, status: 'pending', confirm_hash: hash },
      { $set: { due_at: 0, status } },
    );
  }

  /** The mail of this hash was not taken: another one is due at `at`. */
  async later(organizationId: string, subscriberId: string, hash: string, at: number): Promise<void> {
    await this.rows.updateOne(
      { _id: subscriberId, organization_id: organizationId, status: 'pending', confirm_hash: hash },
      { $set: { due_at: at } },
    );
  }

  /** Asks for another mail, of a pending subscriber or one who returns; who is confirmed needs none. */
  async ask(organizationId: string, email: string, categoryIds: string[] | undefined, now: number): Promise<void> {
    const choice = categoryIds === undefined ? 'all' : categoryIds.length === 0 ? 'none' : 'some';
    await this.rows.updateOne(
      { organization_id: organizationId, email, status: { $ne: 'confirmed' } },
      {
        $set: {
          status: 'pending',
          due_at: now,
          confirm_attempts: 0,
          confirm_hash: '',
          choice,
          category_ids: categoryIds ?? [],
          unsubscribed_at: 0,
        },
      },
    );
  }

  /** Confirms by the newest mail's secret; again by the same one: unchanged. Undefined when the secret is none (any more). */
  async confirm(
    organizationId: string,
    subscriberId: string,
    hash: string,
    now: number,
  ): Promise<Subscriber | undefined> {
    const mail = { _id: subscriberId, organization_id: organizationId, confirm_hash: hash };
    await this.rows.updateOne(
      { ...mail, status: 'pending', confirm_until: { $gt: now } },
      { $set: { status: 'confirmed', confirmed_at: now, due_at: 0 } },
    );
    const row = await this.rows.findOne({ ...mail, status: 'confirmed' });
    return row ? fromSubscriberRow(row) : undefined;
  }

  async findByUnsubscribeToken(organizationId: string, token: string): Promise<Subscriber | undefined> {
    const row = await this.rows.findOne({ organization_id: organizationId, unsubscribe_token: token });
    return row ? fromSubscriberRow(row) : undefined;
  }

  async choose(organizationId: string, subscriberId: string, categoryIds: string[] | undefined): Promise<void> {
    const choice = categoryIds === undefined ? 'all' : categoryIds.length === 0 ? 'none' : 'some';
    await this.rows.updateOne(
      { _id: subscriberId, organization_id: organizationId },
      { $set: { choice, category_ids: categoryIds ?? [] } },
    );
  }
}
