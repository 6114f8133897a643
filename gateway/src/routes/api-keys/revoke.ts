import { route } from '../route.js';
import { deleted } from '../schemas.js';
import { MANAGE } from './access.js';

export const revokeApiKey = route({
  method: 'delete',
  path: '/v1/api-keys/{api_key_id}',
  operationId: 'revokeApiKey',
  summary: 'Revoke an API key; within 5 s it is refused everywhere',
  tag: 'API keys',
  access: MANAGE,
  family: 'general',
  reply: deleted,
  handle: ({ clients, from, params }) => clients.apiKeys.revoke(from, params.api_key_id),
});
