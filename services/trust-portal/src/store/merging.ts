import { isDuplicateKey } from '@candor/runtime';
import type { Db } from 'mongodb';
import {
  FORMER_TOKENS,
  SUBSCRIBERS,
  type FormerToken,
  type SubscriberRow,
  type SubscriberStatus,
} from './subscribers.js';

/** Whoever opted out by one spelling of an address has opted out; consent by one is consent. */
const WEIGHT: Record<SubscriberStatus, number> = { pending: 0, confirmed: 1, bounced: 2, unsubscribed: 3 };

/**
 * Makes one subscriber of two whose addresses are one: the row goes into the one that has the address, and the links in the
 * mails that it got lead there. Each step may be repeated.
 */
export async function mergeSubscribers(db: Db, id: string, email: string): Promise<void> {
  const subscribers = db.collection<SubscriberRow>(SUBSCRIBERS);
  const row = await subscribers.findOne({ _id: id });
  const kept = row && (await subscribers.findOne({ organization_id: row.organization_id, email }));
  if (!kept || kept._id === id) return;
  const tokens = db.collection<FormerToken>(FORMER_TOKENS);
  try {
    await tokens.insertOne({
      _id: row.unsubscribe_token,
      organization_id: row.organization_id,
      subscriber_id: kept._id,
    });
  } catch (error) {
    if (!isDuplicateKey(error)) throw error;
  }
  // Tokens of a third spelling that was merged into this one before.
  await tokens.updateMany(
    { organization_id: row.organization_id, subscriber_id: id },
    { $set: { subscriber_id: kept._id } },
  );
  if (WEIGHT[row.status] > WEIGHT[kept.status]) {
    const { status, choice, category_ids, confirmed_at, unsubscribed_at, left_unannounced } = row;
    const said = { status, choice, category_ids, confirmed_at, unsubscribed_at, left_unannounced };
    const noMail = { due_at: 0, confirm_hash: '', confirmed_hash: '' };
    await subscribers.updateOne({ _id: kept._id, status: kept.status }, { $set: { ...said, ...noMail } });
  }
  await subscribers.deleteOne({ _id: id });
}
