import { deterministicId, ensureIndexes, isDuplicateKey, readPart } from '@candor/runtime';
import { MongoBulkWriteError, type Collection, type Db, type Filter } from 'mongodb';
import type { DeliveryCounts } from './updates.js';

/** `claimed`: a replica has it in hand until `nextAt`. `kept`: it lies in the outbox, for want of a mail server. */
export const DELIVERY_STATES = ['pending', 'claimed', 'delivered', 'kept', 'failed', 'cancelled'] as const;
export type DeliveryState = (typeof DELIVERY_STATES)[number];

/** One mail of one update to one subscriber. Times in microseconds. */
export interface Delivery {
  id: string;
  organizationId: string;
  updateId: string;
  subscriberId: string;
  /** '' when the subscriber was erased. */
  email: string;
  state: DeliveryState;
  attempts: number;
  reason: string | undefined;
  /** When it may be tried (again). */
  nextAt: number;
  deliveredAt: number | undefined;
  /** Of the schedule that it was made or last renewed for. */
  scheduleRev: number;
}

interface Row {
  _id: string;
  organization_id: string;
  update_id: string;
  subscriber_id: string;
  email: string;
  state: DeliveryState;
  attempts: number;
  reason: string;
  next_at: number;
  delivered_at: number;
  schedule_rev: number;
  /** Of the replica's batch that has it in hand; '' when none. */
  claim: string;
}

/**
 * Leases and waits for another try are all shorter, microseconds: a time farther away was written before the clock was set back,
 * and what waits for it is due.
 */
export const FARTHEST = 12 * 3600e6;

export const DELIVERIES = 'deliveries';

/** One row for each update and subscriber: the id is made of both, so that a fan-out that runs twice makes one mail. */
export class DeliveryStore {
  private readonly rows: Collection<Row>;

  constructor(private readonly db: Db) {
    this.rows = db.collection<Row>(DELIVERIES);
  }

  ensureIndexes(): Promise<void> {
    return ensureIndexes(this.db, DELIVERIES, [
      { keys: { organization_id: 1, update_id: 1, state: 1, _id: 1 } },
      { keys: { organization_id: 1, update_id: 1, _id: 1 } },
      { keys: { organization_id: 1, subscriber_id: 1 } },
      { keys: { organization_id: 1, update_id: 1, state: 1, next_at: 1 } },
    ]);
  }

  /** Makes the rows that are not there yet. */
  async insertMany(
    organizationId: string,
    updateId: string,
    scheduleRev: number,
    subscribers: { id: string; email: string }[],
    now: number,
  ): Promise<void> {
    if (subscribers.length === 0) return;
    const rows = subscribers.map((subscriber) => ({
      _id: deliveryId(updateId, subscriber.id),
      organization_id: organizationId,
      update_id: updateId,
      subscriber_id: subscriber.id,
      email: subscriber.email,
      state: 'pending' as const,
      attempts: 0,
      reason: '',
      next_at: now,
      delivered_at: 0,
      schedule_rev: scheduleRev,
      claim: '',
    }));
    try {
      await this.rows.insertMany(rows, { ordered: false });
    } catch (error) {
      if (!(error instanceof MongoBulkWriteError && isDuplicateKey(error))) throw error;
    }
    // Rows of an earlier schedule that never reached their subscriber get another chance; delivered ones stay delivered.
    await this.rows.updateMany(
      {
        organization_id: organizationId,
        _id: { $in: rows.map((row) => row._id) },
        state: { $in: ['failed', 'cancelled', 'kept'] },
        schedule_rev: { $lt: scheduleRev },
      },
      { $set: { state: 'pending', attempts: 0, reason: '', next_at: now, schedule_rev: scheduleRev } },
    );
  }

  /** Those that failed under an older schedule, by id. */
  async failedAfter(
    organizationId: string,
    updateId: string,
    scheduleRev: number,
    afterId: string,
    limit: number,
  ): Promise<Delivery[]> {
    const rows = await this.rows
      .find({
        organization_id: organizationId,
        update_id: updateId,
        state: 'failed',
        _id: { $gt: afterId },
        schedule_rev: { $lt: scheduleRev },
      })
      .sort({ _id: 1 })
      .limit(limit)
      .toArray();
    return rows.map(fromRow);
  }

  /** Opens failed ones for a newer schedule. What it opened before, and failed again, stays as it is. */
  async reopen(organizationId: string, scheduleRev: number, deliveryIds: string[], now: number): Promise<void> {
    await this.rows.updateMany(
      {
        organization_id: organizationId,
        _id: { $in: deliveryIds },
        state: 'failed',
        schedule_rev: { $lt: scheduleRev },
      },
      { $set: { state: 'pending', attempts: 0, reason: '', next_at: now, schedule_rev: scheduleRev } },
    );
  }

  /** Ends what has not been delivered. A mail that is just being sent may still be recorded as delivered by its claim. */
  async cancelOpen(organizationId: string, updateId: string, reason: string): Promise<void> {
    await this.rows.updateMany(
      { organization_id: organizationId, update_id: updateId, state: { $in: ['pending', 'claimed'] } },
      { $set: { state: 'cancelled', reason } },
    );
  }

  /** Of an update that is deleted. */
  async removeAll(organizationId: string, updateId: string): Promise<void> {
    await this.rows.deleteMany({ organization_id: organizationId, update_id: updateId });
  }

  /** By id; `total` counts what the state matches. */
  async list(
    organizationId: string,
    updateId: string,
    state: DeliveryState | undefined,
    page: { limit: number; offset: number },
  ): Promise<{ deliveries: Delivery[]; total: number }> {
    const query: Filter<Row> = { organization_id: organizationId, update_id: updateId };
    if (state !== undefined) query.state = state === 'pending' ? { $in: ['pending', 'claimed'] } : state;
    const [rows, total] = await Promise.all([
      readPart(this.rows, query, { sort: { _id: 1 }, skip: page.offset, limit: page.limit }),
      this.rows.countDocuments(query),
    ]);
    return { deliveries: rows.map(fromRow), total };
  }

  /** A recount; `open` are those not yet settled. */
  async count(organizationId: string, updateId: string): Promise<DeliveryCounts & { open: number }> {
    const of = (states: DeliveryState[]): Promise<number> =>
      this.rows.countDocuments({ organization_id: organizationId, update_id: updateId, state: { $in: states } });
    const [open, delivered, kept, failed, dropped] = await Promise.all([
      of(['pending', 'claimed']),
      of(['delivered']),
      of(['kept']),
      of(['failed']),
      of(['cancelled']),
    ]);
    return { open, delivered, kept, failed, recipients: open + delivered + kept + failed + dropped };
  }

  /**
   * Takes the address out of all rows of a subscriber; a refusal of a mail server may quote it. The rows stay: an update
   * that was sent to so many people was sent to so many.
   */
  async forgetSubscriber(organizationId: string, subscriberId: string): Promise<void> {
    const mine = { organization_id: organizationId, subscriber_id: subscriberId };
    await this.rows.updateMany(
      { ...mine, state: { $in: ['pending', 'claimed'] } },
      { $set: { state: 'cancelled', reason: 'subscriber_deleted', email: '' } },
    );
    await this.rows.updateMany({ ...mine, email: { $ne: '' } }, { $set: { email: '', reason: '' } });
  }
}

export const deliveryId = (updateId: string, subscriberId: string): string =>
  deterministicId('delivery', updateId, subscriberId);

export const fromRow = (row: Row): Delivery => ({
  id: row._id,
  organizationId: row.organization_id,
  updateId: row.update_id,
  subscriberId: row.subscriber_id,
  email: row.email,
  state: row.state,
  attempts: row.attempts,
  reason: row.reason === '' ? undefined : row.reason,
  nextAt: row.next_at,
  deliveredAt: row.delivered_at === 0 ? undefined : row.delivered_at,
  scheduleRev: row.schedule_rev,
});
export type { Row as DeliveryRow };
