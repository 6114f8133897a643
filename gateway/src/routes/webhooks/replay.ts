import { route } from '../route.js';
import { MANAGE } from './access.js';
import { delivery } from './resource.js';

export const replayWebhookDelivery = route({
  method: 'post',
  path: '/v1/webhooks/{webhook_id}/deliveries/{delivery_id}/replay',
  operationId: 'replayWebhookDelivery',
  summary: 'Send a message again at once, whatever became of it; it keeps its webhook-id',
  tag: 'Webhooks',
  access: MANAGE,
  family: 'general',
  reply: delivery,
  failures: [409],
  exists: ({ clients, from, params }) => clients.webhooks.get(from, params.webhook_id),
  handle: ({ clients, from, params }) => clients.webhooks.replay(from, params.webhook_id, params.delivery_id),
});
