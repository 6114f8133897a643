import { route } from '../route.js';
import { deleted } from '../schemas.js';
import { MANAGE } from './access.js';

export const deleteWebhook = route({
  method: 'delete',
  path: '/v1/webhooks/{webhook_id}',
  operationId: 'deleteWebhook',
  summary: 'Delete a webhook with its log',
  tag: 'Webhooks',
  access: MANAGE,
  family: 'general',
  reply: deleted,
  handle: ({ clients, from, params }) => clients.webhooks.delete(from, params.webhook_id),
});
