import { json, route } from '../route.js';
import { WRITE } from '../trust-portal-updates/access.js';
import { category, categoryName } from './resource.js';

export const renameCategory = route({
  method: 'patch',
  path: '/v1/trustportal/update-categories/{category_id}',
  operationId: 'renameTrustPortalCategory',
  summary: 'Rename a category',
  tag: 'Trust portal',
  access: WRITE,
  family: 'general',
  body: json(categoryName),
  reply: category,
  failures: [409],
  exists: ({ clients, from, params }) => clients.trustPortal.category(from, params.category_id),
  handle: ({ clients, from, params, body }) => clients.trustPortal.renameCategory(from, params.category_id, body.name),
});
