import { route } from '../route.js';
import { deleted } from '../schemas.js';
import { WRITE } from '../trust-portal-updates/access.js';

export const deleteCategory = route({
  method: 'delete',
  path: '/v1/trustportal/update-categories/{category_id}',
  operationId: 'deleteTrustPortalCategory',
  summary: 'Delete a category; updates and subscribers that carry it lose it',
  tag: 'Trust portal',
  access: WRITE,
  family: 'general',
  reply: deleted,
  handle: ({ clients, from, params }) => clients.trustPortal.deleteCategory(from, params.category_id),
});
