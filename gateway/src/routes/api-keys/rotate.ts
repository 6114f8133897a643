import { route } from '../route.js';
import { MANAGE } from './access.js';
import { issuedKey } from './resource.js';

export const rotateApiKey = route({
  method: 'post',
  path: '/v1/api-keys/{api_key_id}/rotate',
  operationId: 'rotateApiKey',
  summary: 'Give an API key a new secret; the old one works for an hour more',
  tag: 'API keys',
  access: MANAGE,
  family: 'general',
  showsSecret: true,
  reply: issuedKey,
  handle: ({ clients, from, params }) => clients.apiKeys.rotate(from, params.api_key_id),
});
