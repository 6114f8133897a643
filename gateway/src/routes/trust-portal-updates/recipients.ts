import { z } from 'zod';
import { route } from '../route.js';
import { page } from '../schemas.js';
import { READ } from './access.js';
import { recipientList } from './resource.js';

export const listRecipients = route({
  method: 'get',
  path: '/v1/trustportal/updates/{update_id}/recipients',
  operationId: 'listTrustPortalRecipients',
  summary: 'A dry run: who would get the update now, and why others would not',
  tag: 'Trust portal',
  access: READ,
  family: 'general',
  query: z.object(page()),
  reply: recipientList,
  exists: ({ clients, from, params }) => clients.trustPortal.update(from, params.update_id),
  handle: ({ clients, from, params, query }) => clients.trustPortal.recipients(from, params.update_id, query),
});
