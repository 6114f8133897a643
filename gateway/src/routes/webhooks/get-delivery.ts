import { route } from '../route.js';
import { MANAGE } from './access.js';
import { delivery } from './resource.js';

export const getWebhookDelivery = route({
  method: 'get',
  path: '/v1/webhooks/{webhook_id}/deliveries/{delivery_id}',
  operationId: 'getWebhookDelivery',
  summary: 'One delivery with its attempts',
  tag: 'Webhooks',
  access: MANAGE,
  family: 'general',
  reply: delivery,
  handle: ({ clients, from, params }) => clients.webhooks.delivery(from, params.webhook_id, params.delivery_id),
});
