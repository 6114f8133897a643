import { json, route } from '../route.js';
import { MANAGE } from './access.js';
import { webhookFields } from './fields.js';
import { secretWebhook } from './resource.js';

export const createWebhook = route({
  method: 'post',
  path: '/v1/webhooks',
  operationId: 'createWebhook',
  summary: 'Have events sent to a URL; the signing secret is shown this once',
  description:
    'Messages follow Standard Webhooks: verify the headers `webhook-id`, `webhook-timestamp` and `webhook-signature` with the secret. Any answer of 2xx within 15 s accepts a message; after others it is sent again, ten times within three days.',
  tag: 'Webhooks',
  access: MANAGE,
  family: 'general',
  showsSecret: true,
  body: json(webhookFields.required({ url: true })),
  reply: secretWebhook,
  failures: [409],
  handle: ({ clients, from, body }) =>
    clients.webhooks.create(from, {
      url: body.url,
      description: body.description ?? '',
      events: body.events ?? [],
      enabled: body.enabled ?? true,
    }),
});
