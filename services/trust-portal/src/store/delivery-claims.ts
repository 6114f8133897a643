import type { Collection, Db, Filter } from 'mongodb';
import { DELIVERIES, FARTHEST, fromRow, type Delivery, type DeliveryRow } from './deliveries.js';

/** Deliveries that one replica has in hand, for a time: no other takes them before it ends. */
export class DeliveryClaims {
  private readonly rows: Collection<DeliveryRow>;

  constructor(db: Db) {
    this.rows = db.collection<DeliveryRow>(DELIVERIES);
  }

  /** Takes up to `limit` that are due, under `claim`, until `until` (microseconds). */
  async take(
    organizationId: string,
    updateId: string,
    claim: string,
    times: { now: number; until: number },
    limit: number,
  ): Promise<Delivery[]> {
    const open = {
      organization_id: organizationId,
      update_id: updateId,
      state: { $in: ['pending' as const, 'claimed' as const] },
    };
    let due: Filter<DeliveryRow> = { ...open, next_at: { $lte: times.now } };
    let found = await this.rows.find(due).limit(limit).toArray();
    if (found.length === 0) {
      due = { ...open, next_at: { $gt: times.now + FARTHEST } };
      found = await this.rows.find(due).limit(limit).toArray();
    }
    if (found.length === 0) return [];
    const ids = { $in: found.map((row) => row._id) };
    const { modifiedCount } = await this.rows.updateMany(
      { ...due, _id: ids },
      { $set: { state: 'claimed', claim, next_at: times.until } },
    );
    if (modifiedCount === found.length) return found.map(fromRow);
    // Another replica took some of them meanwhile.
    const taken = await this.rows
      .find({ organization_id: organizationId, _id: ids, claim, state: 'claimed' })
      .toArray();
    return taken.map(fromRow);
  }

  /** Prolongs a claim on what is not settled of it. */
  async renew(organizationId: string, updateId: string, claim: string, until: number): Promise<void> {
    await this.rows.updateMany(
      { organization_id: organizationId, update_id: updateId, state: 'claimed', claim },
      { $set: { next_at: until } },
    );
  }

  /** Records mails that a server took, those cancelled meanwhile too: they are gone. */
  async delivered(organizationId: string, claim: string, deliveryIds: string[], at: number): Promise<void> {
    await this.rows.updateMany(
      { organization_id: organizationId, _id: { $in: deliveryIds }, claim, state: { $in: ['claimed', 'cancelled'] } },
      { $set: { state: 'delivered', delivered_at: at, reason: '', claim: '' }, $inc: { attempts: 1 } },
    );
  }

  /** Records mails that lie in the outbox for want of a mail server. */
  async kept(organizationId: string, claim: string, deliveryIds: string[]): Promise<void> {
    await this.rows.updateMany(
      { organization_id: organizationId, _id: { $in: deliveryIds }, claim, state: { $in: ['claimed', 'cancelled'] } },
      { $set: { state: 'kept', reason: '', claim: '' }, $inc: { attempts: 1 } },
    );
  }

  /** Ends one without a mail; `forget` takes the address out. */
  async ended(
    organizationId: string,
    claim: string,
    deliveryId: string,
    end: { state: 'failed' | 'cancelled'; reason: string; attempted: boolean; forget?: boolean },
  ): Promise<void> {
    const { state, reason, attempted, forget } = end;
    await this.rows.updateOne(
      { organization_id: organizationId, _id: deliveryId, claim, state: 'claimed' },
      {
        $set: { state, reason, claim: '', ...(forget ? { email: '' } : {}) },
        $inc: { attempts: attempted ? 1 : 0 },
      },
    );
  }

  /** Gives one back, to be tried at a time. */
  async later(
    organizationId: string,
    claim: string,
    deliveryId: string,
    retry: { at: number; reason: string; attempted: boolean },
  ): Promise<void> {
    await this.rows.updateOne(
      { organization_id: organizationId, _id: deliveryId, claim, state: 'claimed' },
      {
        $set: { state: 'pending', next_at: retry.at, reason: retry.reason, claim: '' },
        $inc: { attempts: retry.attempted ? 1 : 0 },
      },
    );
  }

  /** When the next open one is due, microseconds; undefined when none is open. */
  async nextDue(organizationId: string, updateId: string): Promise<number | undefined> {
    const [row] = await this.rows
      .find({ organization_id: organizationId, update_id: updateId, state: { $in: ['pending', 'claimed'] } })
      .sort({ next_at: 1 })
      .limit(1)
      .toArray();
    return row?.next_at;
  }
}
