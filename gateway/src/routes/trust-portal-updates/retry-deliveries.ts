import { z } from 'zod';
import { json, route } from '../route.js';
import { WRITE } from './access.js';
import { update } from './resource.js';

export const retryDeliveries = route({
  method: 'post',
  path: '/v1/trustportal/updates/{update_id}/deliveries/retry',
  operationId: 'retryTrustPortalDeliveries',
  summary: 'Send the failed emails of an update again, and no others',
  description:
    'Nobody who has the email gets it again, nor who unsubscribed meanwhile. Addresses that a mail server refused as unknown ' +
    'are tried only with `include_bounced`; their subscribers count as confirmed again until a server refuses them anew. ' +
    'Answers 409 while emails are on their way, and when no failed email can be sent again.',
  tag: 'Trust portal',
  access: WRITE,
  family: 'general',
  body: json(
    z.strictObject({
      include_bounced: z
        .boolean('must be true or false')
        .default(false)
        .meta({ description: 'Also addresses that were refused as unknown' }),
    }),
  ),
  reply: update,
  failures: [409],
  exists: ({ clients, from, params }) => clients.trustPortal.update(from, params.update_id),
  handle: ({ clients, from, params, body }) =>
    clients.trustPortal.retryDeliveries(from, params.update_id, body.include_bounced),
});
