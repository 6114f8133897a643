import { route } from '../route.js';
import { READ } from './access.js';
import { update } from './resource.js';

export const getUpdate = route({
  method: 'get',
  path: '/v1/trustportal/updates/{update_id}',
  operationId: 'getTrustPortalUpdate',
  summary: 'One update',
  tag: 'Trust portal',
  access: READ,
  family: 'general',
  reply: update,
  handle: ({ clients, from, params }) => clients.trustPortal.update(from, params.update_id),
});
