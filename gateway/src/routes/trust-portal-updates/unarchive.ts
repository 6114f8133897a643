import { route } from '../route.js';
import { WRITE } from './access.js';
import { update } from './resource.js';

export const unarchiveUpdate = route({
  method: 'post',
  path: '/v1/trustportal/updates/{update_id}/unarchive',
  operationId: 'unarchiveTrustPortalUpdate',
  summary: 'Restore an archived update; its schedule stays cancelled',
  tag: 'Trust portal',
  access: WRITE,
  family: 'general',
  ignoresBody: true,
  reply: update,
  handle: ({ clients, from, params }) => clients.trustPortal.unarchiveUpdate(from, params.update_id),
});
