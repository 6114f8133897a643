import { z } from 'zod';
import { route } from '../route.js';
import { page } from '../schemas.js';
import { MANAGE } from './access.js';
import { webhookList } from './resource.js';

export const listWebhooks = route({
  method: 'get',
  path: '/v1/webhooks',
  operationId: 'listWebhooks',
  summary: 'List the webhooks of the organization, newest first',
  tag: 'Webhooks',
  access: MANAGE,
  family: 'general',
  query: z.object(page()),
  reply: webhookList,
  handle: ({ clients, from, query }) => clients.webhooks.list(from, query),
});
