import { z } from 'zod';
import { route } from '../route.js';
import { page } from '../schemas.js';
import { MANAGE } from './access.js';
import { apiKeyList } from './resource.js';

export const listApiKeys = route({
  method: 'get',
  path: '/v1/api-keys',
  operationId: 'listApiKeys',
  summary: 'List the API keys of the organization, revoked and expired ones too, newest first',
  tag: 'API keys',
  access: MANAGE,
  family: 'general',
  query: z.object(page()),
  reply: apiKeyList,
  handle: ({ clients, from, query }) => clients.apiKeys.list(from, query),
});
