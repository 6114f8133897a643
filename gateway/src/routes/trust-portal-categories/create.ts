import { json, route } from '../route.js';
import { WRITE } from '../trust-portal-updates/access.js';
import { category, categoryName } from './resource.js';

export const createCategory = route({
  method: 'post',
  path: '/v1/trustportal/update-categories',
  operationId: 'createTrustPortalCategory',
  summary: 'Create a category',
  tag: 'Trust portal',
  access: WRITE,
  family: 'general',
  body: json(categoryName),
  reply: category,
  failures: [409],
  handle: ({ clients, from, body }) => clients.trustPortal.createCategory(from, body.name),
});
