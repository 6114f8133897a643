import { z } from 'zod';
import { MOST_ITEMS } from '../bounds.js';
import { json, route } from '../route.js';
import { identifier, list } from '../schemas.js';
import { OWN } from './access.js';
import { unreadCount } from './resource.js';

const body = z
  .strictObject({
    ids: list(identifier('Of a notification'), MOST_ITEMS.notifications)
      .optional()
      .meta({
        description: 'These; those of other people stay as they are',
        example: ['7c9e6679-7425-40de-944b-e07fc1f90ae7'],
      }),
    until: z
      .int('must be microseconds since the epoch')
      .min(0, 'must be microseconds since the epoch')
      .max(Number.MAX_SAFE_INTEGER, 'must be microseconds since the epoch')
      .optional()
      .meta({ description: 'All that came until then, microseconds', example: 1767225600000000 }),
  })
  .refine(({ ids, until }) => (ids === undefined) !== (until === undefined), {
    path: ['ids'],
    error: 'either ids or until must be given',
  })
  .meta({ oneOf: [{ required: ['ids'] }, { required: ['until'] }] });

export const markNotificationsRead = route({
  method: 'post',
  path: '/v1/notifications/read',
  operationId: 'markNotificationsRead',
  summary: 'Mark what the acting person has read',
  tag: 'Notifications',
  access: OWN,
  family: 'general',
  body: json(body),
  reply: unreadCount,
  failures: [409],
  handle: ({ clients, from, body: { ids, until } }) => clients.notifications.markRead(from, ids ?? [], until),
});
