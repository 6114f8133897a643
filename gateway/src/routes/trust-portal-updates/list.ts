import { z } from 'zod';
import { route } from '../route.js';
import { page } from '../schemas.js';
import { updateList } from './resource.js';

export const listUpdates = route({
  method: 'get',
  path: '/v1/trustportal/updates',
  operationId: 'listTrustPortalUpdates',
  summary: 'List the updates of the trust portal',
  tag: 'Trust portal',
  access: { role: 'ADMIN', scope: 'Trust portal: read' },
  family: 'general',
  query: z.object(page()),
  reply: updateList,
  handle: async ({ clients, from, query: { limit, offset } }) => {
    const { updates, total } = await clients.trustPortal.updates(from, { limit, offset });
    return { updates, pagination: { total, limit, offset } };
  },
});
