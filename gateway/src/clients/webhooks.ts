import {
  WebhookServiceClient,
  type Webhook as WebhookMessage,
  type WebhookDelivery as DeliveryMessage,
} from '@candor/proto/candor/tenant/v1/webhooks';
import { RpcClient, type CallFor } from '@candor/runtime';
import type { Delivery, DeliveryList, SecretWebhook, Webhook, WebhookList } from '../routes/webhooks/resource.js';
import type { Deleted } from '../routes/schemas.js';
import { wholePage } from './whole-page.js';

interface Page {
  limit: number;
  offset: number;
}

export interface WebhookFields {
  url: string;
  description: string;
  events: string[];
  enabled: boolean;
}

/** Outgoing webhooks of the caller's organization, and their log. */
export class WebhooksClient {
  private readonly rpc: RpcClient<WebhookServiceClient>;

  constructor(address: string, token: string) {
    this.rpc = new RpcClient(WebhookServiceClient, address, token);
  }

  async create(from: CallFor, fields: WebhookFields): Promise<SecretWebhook> {
    return secretJson(await this.rpc.unary(this.rpc.stub.createWebhook, fields, from));
  }

  async list(from: CallFor, { limit, offset }: Page): Promise<WebhookList> {
    const { items, pagination } = await wholePage({ limit, offset }, async (part) => {
      const reply = await this.rpc.unary(this.rpc.stub.listWebhooks, part, from);
      return { items: reply.webhooks, total: reply.total, reply };
    });
    return { webhooks: items.map(webhookJson), pagination };
  }

  async get(from: CallFor, id: string): Promise<Webhook> {
    return webhookJson(await this.rpc.unary(this.rpc.stub.getWebhook, { id }, from));
  }

  /** What is undefined stays. */
  async update(
    from: CallFor,
    id: string,
    { url, description, events, enabled }: { [K in keyof WebhookFields]: WebhookFields[K] | undefined },
  ): Promise<Webhook> {
    const request = { id, url, description, events: events && { types: events }, enabled };
    return webhookJson(await this.rpc.unary(this.rpc.stub.updateWebhook, request, from));
  }

  async delete(from: CallFor, id: string): Promise<Deleted> {
    await this.rpc.unary(this.rpc.stub.deleteWebhook, { id }, from);
    return { id, deleted: true };
  }

  async rotate(from: CallFor, id: string): Promise<SecretWebhook> {
    return secretJson(await this.rpc.unary(this.rpc.stub.rotateWebhookSecret, { id }, from));
  }

  async test(from: CallFor, id: string): Promise<Delivery> {
    return deliveryJson(await this.rpc.unary(this.rpc.stub.testWebhook, { id }, from));
  }

  /** '' does not filter. */
  async deliveries(from: CallFor, webhookId: string, state: string, { limit, offset }: Page): Promise<DeliveryList> {
    const { items, pagination } = await wholePage({ limit, offset }, async (part) => {
      const reply = await this.rpc.unary(this.rpc.stub.listWebhookDeliveries, { webhookId, state, ...part }, from);
      return { items: reply.deliveries, total: reply.total, reply };
    });
    return { deliveries: items.map(deliveryJson), pagination };
  }

  async delivery(from: CallFor, webhookId: string, id: string): Promise<Delivery> {
    return deliveryJson(await this.rpc.unary(this.rpc.stub.getWebhookDelivery, { webhookId, id }, from));
  }

  async replay(from: CallFor, webhookId: string, id: string): Promise<Delivery> {
    return deliveryJson(await this.rpc.unary(this.rpc.stub.replayWebhookDelivery, { webhookId, id }, from));
  }

  close(): void {
    this.rpc.close();
  }
}

const webhookJson = (message: WebhookMessage): Webhook => ({
  id: message.id,
  url: message.url,
  description: message.description,
  events: message.events as Webhook['events'],
  enabled: message.enabled,
  disabled_reason: message.disabledReason || null,
  created_at: message.createdAt,
  updated_at: message.updatedAt,
});

function secretJson({ webhook, secret }: { webhook?: WebhookMessage | undefined; secret: string }): SecretWebhook {
  if (!webhook) throw new Error('the tenant service sent no webhook');
  return { ...webhookJson(webhook), secret };
}

const deliveryJson = (message: DeliveryMessage): Delivery => ({
  id: message.id,
  webhook_id: message.webhookId,
  event_id: message.eventId,
  event_type: message.eventType,
  state: message.state as Delivery['state'],
  attempts: message.attempts.map(({ at, statusCode, error, durationMs }) => ({
    at,
    status_code: statusCode ?? null,
    error: error ?? null,
    duration_ms: durationMs,
  })),
  next_attempt_at: message.nextAttemptAt ?? null,
  delivered_at: message.deliveredAt ?? null,
  created_at: message.createdAt,
  payload: JSON.parse(message.payload) as Delivery['payload'],
});
