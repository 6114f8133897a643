import { z } from 'zod';
import { json, route } from '../route.js';
import { MOST_ITEMS } from '../bounds.js';
import { address, identifier, list } from '../schemas.js';
import { WRITE } from '../trust-portal-updates/access.js';
import { BEGINNING, BEGINNING_STATUSES, subscriber } from './resource.js';

export const addSubscriber = route({
  method: 'post',
  path: '/v1/trustportal/updates/subscribers',
  operationId: 'addSubscriber',
  summary: 'Add a subscriber; one that is there already stays as it is',
  tag: 'Trust portal',
  access: WRITE,
  family: 'general',
  body: json(
    z.strictObject({
      email: address('Address'),
      category_ids: list(identifier(), MOST_ITEMS.categories)
        .nullish()
        .meta({ description: 'Absent or null: all; empty: none' }),
      status: z
        .enum(BEGINNING_STATUSES, { error: `must be one of ${BEGINNING_STATUSES.join(', ')}` })
        .nullish()
        .meta({ description: BEGINNING }),
    }),
  ),
  reply: subscriber,
  failures: [409],
  handle: ({ clients, from, body }) =>
    clients.subscribers.add(from, {
      email: body.email,
      categoryIds: body.category_ids ?? undefined,
      status: body.status ?? 'pending',
    }),
});
