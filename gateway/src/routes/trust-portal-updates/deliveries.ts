import { z } from 'zod';
import { route } from '../route.js';
import { oneOf, page } from '../schemas.js';
import { READ } from './access.js';
import { DELIVERY_STATES, deliveryList } from './resource.js';

export const listDeliveries = route({
  method: 'get',
  path: '/v1/trustportal/updates/{update_id}/deliveries',
  operationId: 'listTrustPortalDeliveries',
  summary: 'The emails of an update, one for each subscriber who gets it',
  tag: 'Trust portal',
  access: READ,
  family: 'general',
  query: z.object({ state: oneOf(DELIVERY_STATES, 'Only emails in this state'), ...page() }),
  reply: deliveryList,
  exists: ({ clients, from, params }) => clients.trustPortal.update(from, params.update_id),
  handle: ({ clients, from, params, query: { state, limit, offset } }) =>
    clients.trustPortal.deliveries(from, params.update_id, state ?? '', { limit, offset }),
});
