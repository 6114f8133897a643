import type { OpenAPIRegistry } from '@asteasolutions/zod-to-openapi';
import { eventMessages } from '../routes/webhooks/events.js';
import { z } from 'zod';

const headers = z.object({
  'webhook-id': z.string().meta({
    description: 'Id of the event: the same at every attempt',
    example: 'c56a4180-65aa-42ec-a945-5fd21dec0538',
  }),
  'webhook-timestamp': z
    .string()
    .meta({ description: 'Seconds since the epoch, of this attempt', example: '1767225600' }),
  'webhook-signature': z.string().meta({
    description: '`v1,` and the base64 of an HMAC-SHA256 of "id.timestamp.body"; several are separated by spaces',
    example: 'v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=',
  }),
});

/** What webhooks are sent, as the `webhooks` of the document. */
export function registerEvents(registry: OpenAPIRegistry): void {
  for (const { type, summary, schema } of eventMessages) {
    registry.registerWebhook({
      method: 'post',
      path: type,
      operationId: `on_${type.replace('.', '_')}`,
      summary,
      tags: ['Webhooks'],
      // Signed by us; the receiver asks for no key of ours.
      security: [],
      request: { headers, body: { required: true, content: { 'application/json': { schema } } } },
      responses: {
        '2XX': { description: 'Accepted' },
        '4XX': { description: 'Not accepted: sent again later; 410 switches the webhook off' },
      },
    });
  }
}
