import { deterministicId, isNotifyEvent, micros, type Clock, type ServiceEvent } from '@candor/runtime';
import type { WebhookDelivery, WebhookDeliveryStore } from '../store/webhook-deliveries.js';
import type { Webhook, WebhookStore } from '../store/webhooks.js';
import { payloadOf } from './events.js';

/** Keeps what is to be sent. An event that is told again, or by two processes, is kept once. */
export class Outbox {
  constructor(
    private readonly webhooks: WebhookStore,
    private readonly deliveries: WebhookDeliveryStore,
    private readonly clock: Clock,
    /** Called with a webhook that has something to be sent. */
    private readonly onDue: (organizationId: string, webhookId: string) => void,
  ) {}

  /** Resolves when all of it is stored. */
  async take(events: readonly ServiceEvent[]): Promise<void> {
    for (const event of events) {
      if (isNotifyEvent(event)) continue;
      for (const webhook of await this.webhooks.listening(event.organizationId, event.type)) {
        await this.add(webhook, event);
      }
    }
  }

  async add(webhook: Webhook, event: ServiceEvent): Promise<WebhookDelivery> {
    const now = micros(this.clock);
    const delivery: WebhookDelivery = {
      id: deterministicId(event.id, webhook.id),
      organizationId: webhook.organizationId,
      webhookId: webhook.id,
      eventId: event.id,
      eventType: event.type,
      payload: payloadOf(event),
      state: 'pending',
      dueAt: now,
      round: 0,
      attempts: [],
      createdAt: now,
      deliveredAt: 0,
    };
    if (await this.deliveries.insert(delivery)) this.onDue(webhook.organizationId, webhook.id);
    return delivery;
  }

  async replay(organizationId: string, webhookId: string, id: string): Promise<WebhookDelivery | undefined> {
    const again = await this.deliveries.replay(organizationId, webhookId, id, micros(this.clock));
    if (again) this.onDue(organizationId, webhookId);
    return again;
  }
}
