import { ended } from '@candor/runtime';
import type { Collection, Db } from 'mongodb';
import { FARTHEST } from './deliveries.js';
import {
  FORMER_TOKENS,
  fromSubscriberRow,
  SUBSCRIBERS,
  type FormerToken,
  type Subscriber,
  type SubscriberRow,
} from './subscribers.js';

/** Someone to whom one replica is about to send a mail with a link. */
export interface Confirmation {
  subscriber: Subscriber;
  /** Mails tried before this one. */
  attempts: number;
}

/**
 * The double opt-in: a mail with a secret, of which only the newest one's hash is kept. A status changes when the link is
 * used, never because somebody asked: who unsubscribed stays so until then.
 */
export class ConfirmationStore {
  private readonly rows: Collection<SubscriberRow>;

  private readonly formerTokens: Collection<FormerToken>;

  constructor(db: Db) {
    this.rows = db.collection<SubscriberRow>(SUBSCRIBERS);
    this.formerTokens = db.collection<FormerToken>(FORMER_TOKENS);
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
        $and: [{ due_at: { $gt: 0 } }, ended('due_at', times.now, FARTHEST)],
      },
      { $set: { confirm_hash: hash, confirm_until: times.until, due_at: times.again }, $inc: { confirm_attempts: 1 } },
      { returnDocument: 'after' },
    );
    return row ? { subscriber: fromSubscriberRow(row), attempts: row.confirm_attempts - 1 } : undefined;
  }

  /** The mail of this hash is out, or given up: nothing is due any more. Who unsubscribed stays so. */
  async done(organizationId: string, subscriberId: string, hash: string, end: 'sent' | 'bounced'): Promise<void> {
    const mail = { _id: subscriberId, organization_id: organizationId, confirm_hash: hash };
    if (end === 'bounced') {
      await this.rows.updateOne({ ...mail, status: { $ne: 'unsubscribed' } }, { $set: { status: 'bounced' } });
    }
    await this.rows.updateOne(mail, { $set: { due_at: 0 } });
  }

  /** The mail of this hash was not taken: another one is due at `at`. */
  async later(organizationId: string, subscriberId: string, hash: string, at: number): Promise<void> {
    await this.rows.updateOne(
      { _id: subscriberId, organization_id: organizationId, confirm_hash: hash },
      { $set: { due_at: at } },
    );
  }

  /**
   * Asks for a mail: a link to confirm what is chosen, or to the preferences for who is confirmed already. It takes the
   * same steps for all.
   */
  async ask(organizationId: string, email: string, categoryIds: string[] | undefined, now: number): Promise<void> {
    const mine = { organization_id: organizationId, email };
    const mail = { due_at: now, confirm_attempts: 0, confirm_hash: '' };
    await this.rows.updateOne(
      { ...mine, status: { $ne: 'confirmed' } },
      { $set: { ...mail, ...choiceRow(categoryIds) } },
    );
    await this.rows.updateOne({ ...mine, status: 'confirmed' }, { $set: mail });
  }

  /** Whose link it is, while it can be used, or is the one that was. */
  async peek(
    organizationId: string,
    subscriberId: string,
    hash: string,
    now: number,
  ): Promise<{ subscriber: Subscriber; used: boolean } | undefined> {
    const row = await this.rows.findOne({ _id: subscriberId, organization_id: organizationId });
    if (!row) return undefined;
    const used = row.status === 'confirmed' && row.confirmed_hash === hash;
    const open = row.status !== 'confirmed' && row.confirm_hash === hash && row.confirm_until > now;
    return used || open ? { subscriber: fromSubscriberRow(row), used } : undefined;
  }

  /** Confirms by the newest mail's secret, once; again by the same one: unchanged. Undefined when it is none (any more). */
  async confirm(
    organizationId: string,
    subscriberId: string,
    hash: string,
    now: number,
  ): Promise<Subscriber | undefined> {
    const mine = { _id: subscriberId, organization_id: organizationId };
    await this.rows.updateOne(
      { ...mine, confirm_hash: hash, status: { $ne: 'confirmed' }, confirm_until: { $gt: now } },
      {
        $set: {
          status: 'confirmed',
          confirmed_at: now,
          unsubscribed_at: 0,
          due_at: 0,
          confirm_hash: '',
          confirmed_hash: hash,
        },
      },
    );
    const row = await this.rows.findOne({ ...mine, confirmed_hash: hash, status: 'confirmed' });
    return row ? fromSubscriberRow(row) : undefined;
  }

  async findByUnsubscribeToken(organizationId: string, token: string): Promise<Subscriber | undefined> {
    const row =
      (await this.rows.findOne({ organization_id: organizationId, unsubscribe_token: token })) ??
      (await this.merged(organizationId, token));
    return row ? fromSubscriberRow(row) : undefined;
  }

  /** Whoever the token's subscriber is now, when two spellings of one address were made one. */
  private async merged(organizationId: string, token: string): Promise<SubscriberRow | null> {
    const former = await this.formerTokens.findOne({ _id: token, organization_id: organizationId });
    return former && this.rows.findOne({ _id: former.subscriber_id, organization_id: organizationId });
  }

  /** Of a confirmed subscriber; others choose when they confirm. */
  async choose(organizationId: string, subscriberId: string, categoryIds: string[] | undefined): Promise<void> {
    await this.rows.updateOne(
      { _id: subscriberId, organization_id: organizationId, status: 'confirmed' },
      { $set: choiceRow(categoryIds) },
    );
  }
}

const choiceRow = (categoryIds: string[] | undefined): Pick<SubscriberRow, 'choice' | 'category_ids'> => ({
  choice: categoryIds === undefined ? 'all' : categoryIds.length === 0 ? 'none' : 'some',
  category_ids: categoryIds ?? [],
});
