import { route } from '../route.js';
import { MANAGE } from './access.js';
import { secretWebhook } from './resource.js';

export const rotateWebhookSecret = route({
  method: 'post',
  path: '/v1/webhooks/{webhook_id}/rotate-secret',
  operationId: 'rotateWebhookSecret',
  summary: 'Give a webhook a new secret; for a day messages are signed with the old one too',
  tag: 'Webhooks',
  access: MANAGE,
  family: 'general',
  showsSecret: true,
  reply: secretWebhook,
  exists: ({ clients, from, params }) => clients.webhooks.get(from, params.webhook_id),
  handle: ({ clients, from, params }) => clients.webhooks.rotate(from, params.webhook_id),
});
