import { z } from 'zod';
import { route } from '../route.js';
import { oneOf, page } from '../schemas.js';
import { MANAGE } from './access.js';
import { DELIVERY_STATES, deliveryList } from './resource.js';

export const listWebhookDeliveries = route({
  method: 'get',
  path: '/v1/webhooks/{webhook_id}/deliveries',
  operationId: 'listWebhookDeliveries',
  summary: 'What was sent to a webhook in the last 30 days, newest first',
  tag: 'Webhooks',
  access: MANAGE,
  family: 'general',
  query: z.object({ state: oneOf(DELIVERY_STATES, 'Only deliveries in this state'), ...page() }),
  reply: deliveryList,
  exists: ({ clients, from, params }) => clients.webhooks.get(from, params.webhook_id),
  handle: ({ clients, from, params, query: { state, limit, offset } }) =>
    clients.webhooks.deliveries(from, params.webhook_id, state ?? '', { limit, offset }),
});
