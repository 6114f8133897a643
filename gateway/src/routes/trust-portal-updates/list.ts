import { z } from 'zod';
import { route } from '../route.js';
import { oneOf, page, reference, word } from '../schemas.js';
import { READ } from './access.js';
import { NOTIFICATION_STATUSES, updateList } from './resource.js';

export const listUpdates = route({
  method: 'get',
  path: '/v1/trustportal/updates',
  operationId: 'listTrustPortalUpdates',
  summary: 'List the updates of the trust portal, newest first',
  tag: 'Trust portal',
  access: READ,
  family: 'general',
  query: z.object({
    archived: oneOf(['false', 'true', 'all'], 'Whether archived ones are shown; absent: false'),
    category_id: reference('Only updates that carry this category'),
    notification_status: oneOf(NOTIFICATION_STATUSES, 'Only updates whose notification is in this status'),
    query: word('Part of the title or the description'),
    ...page(),
  }),
  reply: updateList,
  handle: ({ clients, from, query: { archived, category_id, notification_status, query, limit, offset } }) =>
    clients.trustPortal.updates(
      from,
      {
        archived: archived ?? 'false',
        categoryId: category_id,
        notificationStatus: notification_status,
        query,
      },
      { limit, offset },
    ),
});
