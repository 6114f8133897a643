import { ensureIndexes, isDuplicateKey, readPart } from '@candor/runtime';
import type { Collection, Db, Filter } from 'mongodb';

export const DELIVERIES = 'webhook_deliveries';
/** Every wait is shorter, microseconds: a time farther away was written before the clock was set back, and is due. */
export const FARTHEST = 30 * 3600e6;

export const DELIVERY_STATES = ['pending', 'delivered', 'failed'] as const;
export type DeliveryState = (typeof DELIVERY_STATES)[number];

export interface DeliveryAttempt {
  /** Microseconds. */
  at: number;
  /** Undefined: there was no answer. */
  statusCode: number | undefined;
  /** Undefined: it was accepted. */
  error: string | undefined;
  durationMs: number;
}

/** One event on its way to one webhook. */
export interface WebhookDelivery {
  id: string;
  organizationId: string;
  webhookId: string;
  eventId: string;
  eventType: string;
  /** The body as it is sent. */
  payload: string;
  state: DeliveryState;
  /** Microseconds, of the next attempt; 0: none is to come. While one is under way, the end of its lease. */
  dueAt: number;
  /** Attempts since it was made or last replayed: the backoff follows it. */
  round: number;
  /** All of them, the newest last; the oldest are left out when there are very many. */
  attempts: DeliveryAttempt[];
  createdAt: number;
  /** 0: not delivered. */
  deliveredAt: number;
}

interface Row {
  _id: string;
  organization_id: string;
  webhook_id: string;
  event_id: string;
  event_type: string;
  payload: string;
  state: DeliveryState;
  due_at: number;
  round: number;
  attempts: { at: number; status_code: number; error: string; duration_ms: number }[];
  created_at: number;
  delivered_at: number;
}

export type DeliveryOutcome = Pick<WebhookDelivery, 'state' | 'dueAt' | 'deliveredAt'>;

/** The log of a webhook: what is to be sent, and what became of it. */
export class WebhookDeliveryStore {
  private readonly rows: Collection<Row>;

  constructor(private readonly db: Db) {
    this.rows = db.collection<Row>(DELIVERIES);
  }

  ensureIndexes(): Promise<void> {
    return ensureIndexes(this.db, DELIVERIES, [
      { keys: { organization_id: 1, webhook_id: 1, created_at: -1, _id: 1 } },
      { keys: { webhook_id: 1, due_at: 1 } },
      { keys: { due_at: 1 } },
      { keys: { created_at: 1 } },
    ]);
  }

  /** Once for each id; false when it is there already. */
  async insert(delivery: WebhookDelivery): Promise<boolean> {
    try {
      await this.rows.insertOne({
        _id: delivery.id,
        organization_id: delivery.organizationId,
        webhook_id: delivery.webhookId,
        event_id: delivery.eventId,
        event_type: delivery.eventType,
        payload: delivery.payload,
        state: delivery.state,
        due_at: delivery.dueAt,
        round: delivery.round,
        attempts: [],
        created_at: delivery.createdAt,
        delivered_at: delivery.deliveredAt,
      });
      return true;
    } catch (error) {
      if (isDuplicateKey(error)) return false;
      throw error;
    }
  }

  async find(organizationId: string, webhookId: string, id: string): Promise<WebhookDelivery | undefined> {
    const row = await this.rows.findOne({ _id: id, organization_id: organizationId, webhook_id: webhookId });
    return row ? fromRow(row) : undefined;
  }

  /** Newest first; `total` counts what the filter matches. */
  async list(
    organizationId: string,
    webhookId: string,
    state: DeliveryState | undefined,
    page: { limit: number; offset: number },
  ): Promise<{ deliveries: WebhookDelivery[]; total: number }> {
    const filter: Filter<Row> = { organization_id: organizationId, webhook_id: webhookId };
    if (state !== undefined) filter.state = state;
    const [rows, total] = await Promise.all([
      readPart(this.rows, filter, { sort: { created_at: -1, _id: 1 }, skip: page.offset, limit: page.limit }),
      this.rows.countDocuments(filter),
    ]);
    return { deliveries: rows.map(fromRow), total };
  }

  /** Takes the next one that is due until `leaseUntil`, so that no other replica sends it meanwhile; undefined: none is. */
  async claim(webhookId: string, now: number, leaseUntil: number): Promise<WebhookDelivery | undefined> {
    for (;;) {
      const first = (dueAt: object): Promise<Pick<Row, '_id' | 'due_at'> | null> =>
        this.rows.findOne({ webhook_id: webhookId, due_at: dueAt }, { sort: { due_at: 1 }, projection: { due_at: 1 } });
      const due = (await first({ $gt: 0, $lte: now })) ?? (await first({ $gt: now + FARTHEST }));
      if (!due) return undefined;
      const row = await this.rows.findOneAndUpdate(
        { _id: due._id, due_at: due.due_at },
        { $set: { due_at: leaseUntil } },
        { returnDocument: 'after' },
      );
      if (row) return fromRow(row);
    }
  }

  /** When the next call of a webhook is due, microseconds; undefined when none is open. */
  async nextDue(organizationId: string, webhookId: string): Promise<number | undefined> {
    const open = { organization_id: organizationId, webhook_id: webhookId, due_at: { $gt: 0 } };
    return (await this.rows.findOne(open, { sort: { due_at: 1 }, projection: { due_at: 1 } }))?.due_at;
  }

  /** Ends a claim with what came of it; changes nothing when the claim was lost. `attempts` as they are then. */
  async settle(claim: WebhookDelivery, outcome: DeliveryOutcome, attempts: DeliveryAttempt[]): Promise<void> {
    await this.rows.updateOne(
      { _id: claim.id, organization_id: claim.organizationId, due_at: claim.dueAt },
      {
        $set: {
          state: outcome.state,
          due_at: outcome.dueAt,
          delivered_at: outcome.deliveredAt,
          round: claim.round + 1,
          attempts: attempts.map(attemptRow),
        },
      },
    );
  }

  /** Makes it due at once with all of its attempts before it; undefined when there is none. */
  async replay(organizationId: string, webhookId: string, id: string, now: number) {
    const row = await this.rows.findOneAndUpdate(
      { _id: id, organization_id: organizationId, webhook_id: webhookId },
      { $set: { state: 'pending', due_at: now, round: 0 } },
      { returnDocument: 'after' },
    );
    return row ? fromRow(row) : undefined;
  }

  async removeAll(organizationId: string, webhookId: string): Promise<void> {
    await this.rows.deleteMany({ organization_id: organizationId, webhook_id: webhookId });
  }
}

const attemptRow = ({ at, statusCode, error, durationMs }: DeliveryAttempt): Row['attempts'][number] => ({
  at,
  status_code: statusCode ?? 0,
  error: error ?? '',
  duration_ms: durationMs,
});

const fromRow = (row: Row): WebhookDelivery => ({
  id: row._id,
  organizationId: row.organization_id,
  webhookId: row.webhook_id,
  eventId: row.event_id,
  eventType: row.event_type,
  payload: row.payload,
  state: row.state,
  dueAt: row.due_at,
  round: row.round,
  attempts: row.attempts.map((one) => ({
    at: one.at,
    statusCode: one.status_code || undefined,
    error: one.error || undefined,
    durationMs: one.duration_ms,
  })),
  createdAt: row.created_at,
  deliveredAt: row.delivered_at,
});
