import { route } from '../route.js';
import { MANAGE } from './access.js';
import { webhook } from './resource.js';

export const getWebhook = route({
  method: 'get',
  path: '/v1/webhooks/{webhook_id}',
  operationId: 'getWebhook',
  summary: 'One webhook',
  tag: 'Webhooks',
  access: MANAGE,
  family: 'general',
  reply: webhook,
  handle: ({ clients, from, params }) => clients.webhooks.get(from, params.webhook_id),
});
