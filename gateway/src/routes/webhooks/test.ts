import { route } from '../route.js';
import { MANAGE } from './access.js';
import { delivery } from './resource.js';

export const testWebhook = route({
  method: 'post',
  path: '/v1/webhooks/{webhook_id}/test',
  operationId: 'testWebhook',
  summary: 'Send a message of type webhook.test; read the delivery to see what became of it',
  tag: 'Webhooks',
  access: MANAGE,
  family: 'general',
  reply: delivery,
  failures: [409],
  exists: ({ clients, from, params }) => clients.webhooks.get(from, params.webhook_id),
  handle: ({ clients, from, params }) => clients.webhooks.test(from, params.webhook_id),
});
