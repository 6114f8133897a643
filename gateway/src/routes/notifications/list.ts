import { z } from 'zod';
import { route } from '../route.js';
import { oneOf, page } from '../schemas.js';
import { OWN } from './access.js';
import { notificationList } from './resource.js';

export const listNotifications = route({
  method: 'get',
  path: '/v1/notifications',
  operationId: 'listNotifications',
  summary: 'What the acting person was told, unread first',
  description:
    'Of the signed-in person, or of the owner of the key, in the organization that they belong to, wherever the session works. A key without an owner has none.',
  tag: 'Notifications',
  access: OWN,
  family: 'general',
  query: z.object({ ...page(), unread: oneOf(['true', 'false'], 'true: unread ones alone') }),
  reply: notificationList,
  handle: ({ clients, from, query: { unread, ...paging } }) =>
    clients.notifications.list(from, { ...paging, unreadOnly: unread === 'true' }),
});
