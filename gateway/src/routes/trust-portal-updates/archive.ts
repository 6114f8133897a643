import { route } from '../route.js';
import { WRITE } from './access.js';
import { update } from './resource.js';

export const archiveUpdate = route({
  method: 'post',
  path: '/v1/trustportal/updates/{update_id}/archive',
  operationId: 'archiveTrustPortalUpdate',
  summary: 'Archive an update; a scheduled notification and what is not delivered yet are cancelled',
  tag: 'Trust portal',
  access: WRITE,
  family: 'general',
  ignoresBody: true,
  reply: update,
  handle: ({ clients, from, params }) => clients.trustPortal.archiveUpdate(from, params.update_id),
});
