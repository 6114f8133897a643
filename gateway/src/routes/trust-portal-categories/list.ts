import { z } from 'zod';
import { route } from '../route.js';
import { word } from '../schemas.js';
import { READ } from '../trust-portal-updates/access.js';
import { categoryList } from './resource.js';

export const listCategories = route({
  method: 'get',
  path: '/v1/trustportal/update-categories',
  operationId: 'listTrustPortalCategories',
  summary: 'List the categories of the trust portal by name',
  tag: 'Trust portal',
  access: READ,
  family: 'general',
  query: z.object({ query: word('Part of the name') }),
  reply: categoryList,
  handle: async ({ clients, from, query: { query } }) => ({
    categories: await clients.trustPortal.categories(from, query),
  }),
});
