import { ensureIndexes, readPart } from '@candor/runtime';
import type { Collection, Db } from 'mongodb';

export interface Webhook {
  id: string;
  organizationId: string;
  url: string;
  description: string;
  /** Types of events that it gets; empty: all. */
  events: string[];
  enabled: boolean;
  /** Why it was switched off by itself; '': it was not. */
  disabledReason: string;
  /** The first signs; the others sign too until their time, microseconds. */
  secrets: WebhookSecret[];
  /** Microseconds. */
  createdAt: number;
  updatedAt: number;
}

export interface WebhookSecret {
  secret: string;
  /** Microseconds; 0: never. */
  until: number;
}

export type WebhookChange = Partial<
  Pick<Webhook, 'url' | 'description' | 'events' | 'enabled' | 'disabledReason' | 'secrets'>
>;

interface Row {
  _id: string;
  organization_id: string;
  url: string;
  description: string;
  events: string[];
  enabled: boolean;
  disabled_reason: string;
  secrets: WebhookSecret[];
  created_at: number;
  updated_at: number;
}

/** Addresses that an organization wants its events sent to. */
export class WebhookStore {
  private readonly rows: Collection<Row>;

  constructor(private readonly db: Db) {
    this.rows = db.collection<Row>('webhooks');
  }

  ensureIndexes(): Promise<void> {
    return ensureIndexes(this.db, 'webhooks', [{ keys: { organization_id: 1, created_at: -1, _id: 1 } }]);
  }

  async insert(webhook: Webhook): Promise<void> {
    await this.rows.insertOne({
      _id: webhook.id,
      organization_id: webhook.organizationId,
      created_at: webhook.createdAt,
      updated_at: webhook.updatedAt,
      url: webhook.url,
      description: webhook.description,
      ...changeRow(webhook),
    } as Row);
  }

  async find(organizationId: string, webhookId: string): Promise<Webhook | undefined> {
    const row = await this.rows.findOne({ _id: webhookId, organization_id: organizationId });
    return row ? fromRow(row) : undefined;
  }

  /** Newest first; `total` counts all. */
  async list(
    organizationId: string,
    page: { limit: number; offset: number },
  ): Promise<{ webhooks: Webhook[]; total: number }> {
    const filter = { organization_id: organizationId };
    const [rows, total] = await Promise.all([
      readPart(this.rows, filter, { sort: { created_at: -1, _id: 1 }, skip: page.offset, limit: page.limit }),
      this.rows.countDocuments(filter),
    ]);
    return { webhooks: rows.map(fromRow), total };
  }

  /** Those that get events of this type now. */
  async listening(organizationId: string, type: string): Promise<Webhook[]> {
    const rows = await this.rows.find({ organization_id: organizationId, enabled: true }).toArray();
    return rows.map(fromRow).filter(({ events }) => events.length === 0 || events.includes(type));
  }

  async change(
    organizationId: string,
    webhookId: string,
    change: WebhookChange,
    now: number,
  ): Promise<Webhook | undefined> {
    const row = await this.rows.findOneAndUpdate(
      { _id: webhookId, organization_id: organizationId },
      { $set: { ...changeRow(change), updated_at: now } },
      { returnDocument: 'after' },
    );
    return row ? fromRow(row) : undefined;
  }

  async remove(organizationId: string, webhookId: string): Promise<boolean> {
    return (await this.rows.deleteOne({ _id: webhookId, organization_id: organizationId })).deletedCount > 0;
  }
}

/** Only what is there. */
function changeRow({ url, description, events, enabled, disabledReason, secrets }: WebhookChange): Partial<Row> {
  return {
    ...(url === undefined ? {} : { url }),
    ...(description === undefined ? {} : { description }),
    ...(events === undefined ? {} : { events }),
    ...(enabled === undefined ? {} : { enabled }),
    ...(disabledReason === undefined ? {} : { disabled_reason: disabledReason }),
    ...(secrets === undefined ? {} : { secrets }),
  };
}

const fromRow = (row: Row): Webhook => ({
  id: row._id,
  organizationId: row.organization_id,
  url: row.url,
  description: row.description,
  events: row.events,
  enabled: row.enabled,
  disabledReason: row.disabled_reason,
  secrets: row.secrets,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
});
