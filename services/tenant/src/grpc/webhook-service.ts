import {
  WebhookServiceService,
  type PublishEventsRequest,
  type Webhook as WebhookMessage,
  type WebhookDelivery as DeliveryMessage,
} from '@candor/proto/candor/tenant/v1/webhooks';
import {
  invalid,
  pageOf,
  requireCaller,
  type PublishEvents,
  type RpcService,
  type ServiceEvent,
} from '@candor/runtime';
import type { DeliveryState, WebhookDelivery } from '../store/webhook-deliveries.js';
import type { Webhook } from '../store/webhooks.js';
import type { Webhooks } from '../webhooks/webhooks.js';
import type { HandlersOf } from './handlers.js';

const STATES: readonly DeliveryState[] = ['pending', 'delivered', 'failed'];

export function webhookService(webhooks: Webhooks, takeEvents: PublishEvents): RpcService {
  const handlers: HandlersOf<typeof WebhookServiceService> = {
    createWebhook: async (input, context) => secretMessage(await webhooks.create(requireCaller(context.caller), input)),
    listWebhooks: async (request, context) => {
      const list = await webhooks.list(requireCaller(context.caller), pageOf(request));
      return { webhooks: list.webhooks.map(webhookMessage), total: list.total };
    },
    getWebhook: async ({ id }, context) => webhookMessage(await webhooks.get(requireCaller(context.caller), id)),
    updateWebhook: async ({ id, url, description, events, enabled }, context) => {
      const change = {
        ...(url === undefined ? {} : { url }),
        ...(description === undefined ? {} : { description }),
        ...(events === undefined ? {} : { events: events.types }),
        ...(enabled === undefined ? {} : { enabled }),
      };
      return webhookMessage(await webhooks.change(requireCaller(context.caller), id, change));
    },
    deleteWebhook: async ({ id }, context) => {
      await webhooks.remove(requireCaller(context.caller), id);
      return {};
    },
    rotateWebhookSecret: async ({ id }, context) =>
      secretMessage(await webhooks.rotate(requireCaller(context.caller), id)),
    testWebhook: async ({ id }, context) => deliveryMessage(await webhooks.test(requireCaller(context.caller), id)),
    listWebhookDeliveries: async ({ webhookId, state, limit, offset }, context) => {
      const page = pageOf({ limit, offset });
      const list = await webhooks.deliveries(requireCaller(context.caller), webhookId, stateOf(state), page);
      return { deliveries: list.deliveries.map(deliveryMessage), total: list.total };
    },
    getWebhookDelivery: async ({ webhookId, id }, context) =>
      deliveryMessage(await webhooks.delivery(requireCaller(context.caller), webhookId, id)),
    replayWebhookDelivery: async ({ webhookId, id }, context) =>
      deliveryMessage(await webhooks.replay(requireCaller(context.caller), webhookId, id)),
    publishEvents: async ({ events }) => {
      await takeEvents(events.map(eventOf));
      return {};
    },
  };
  return { definition: WebhookServiceService, handlers };
}

const webhookMessage = (webhook: Webhook): WebhookMessage => ({
  id: webhook.id,
  url: webhook.url,
  description: webhook.description,
  events: webhook.events,
  enabled: webhook.enabled,
  disabledReason: webhook.disabledReason,
  createdAt: webhook.createdAt,
  updatedAt: webhook.updatedAt,
});

const secretMessage = (webhook: Webhook) => ({
  webhook: webhookMessage(webhook),
  secret: webhook.secrets[0]?.secret ?? '',
});

const deliveryMessage = (delivery: WebhookDelivery): DeliveryMessage => ({
  id: delivery.id,
  webhookId: delivery.webhookId,
  eventId: delivery.eventId,
  eventType: delivery.eventType,
  state: delivery.state,
  attempts: delivery.attempts,
  nextAttemptAt: delivery.dueAt || undefined,
  createdAt: delivery.createdAt,
  deliveredAt: delivery.deliveredAt || undefined,
  payload: delivery.payload,
});

function stateOf(text: string): DeliveryState | undefined {
  if (text === '') return undefined;
  const state = STATES.find((known) => known === text);
  if (!state) throw invalid([{ path: 'state', message: `state must be one of ${STATES.join(', ')}.` }]);
  return state;
}

const eventOf = ({ data, ...event }: PublishEventsRequest['events'][number]): ServiceEvent => ({
  ...event,
  data: JSON.parse(data) as Record<string, unknown>,
});
