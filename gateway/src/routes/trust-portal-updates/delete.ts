import { route } from '../route.js';
import { deleted } from '../schemas.js';
import { WRITE } from './access.js';

export const deleteUpdate = route({
  method: 'delete',
  path: '/v1/trustportal/updates/{update_id}',
  operationId: 'deleteTrustPortalUpdate',
  summary: 'Delete an update for good, with its deliveries; what is scheduled or not yet out is not sent',
  description: 'In any state. To take it off the portal and keep it, archive it.',
  tag: 'Trust portal',
  access: WRITE,
  family: 'general',
  reply: deleted,
  handle: ({ clients, from, params }) => clients.trustPortal.deleteUpdate(from, params.update_id),
});
