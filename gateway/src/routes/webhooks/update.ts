import { json, route } from '../route.js';
import { MANAGE } from './access.js';
import { webhookFields } from './fields.js';
import { webhook } from './resource.js';

export const updateWebhook = route({
  method: 'patch',
  path: '/v1/webhooks/{webhook_id}',
  operationId: 'updateWebhook',
  summary: 'Change a webhook; only the fields that are sent change',
  tag: 'Webhooks',
  access: MANAGE,
  family: 'general',
  body: json(webhookFields),
  reply: webhook,
  exists: ({ clients, from, params }) => clients.webhooks.get(from, params.webhook_id),
  handle: ({ clients, from, params, body: { url, description, events, enabled } }) =>
    clients.webhooks.update(from, params.webhook_id, {
      url,
      description: description === null ? '' : description,
      events: events === null ? [] : events,
      enabled: enabled ?? undefined,
    }),
});
