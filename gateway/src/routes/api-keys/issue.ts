import { z } from 'zod';
import { json, route } from '../route.js';
import { expiryTime, identifier, someName } from '../schemas.js';
import { MANAGE } from './access.js';
import { issuedKey, role, scopes } from './resource.js';

export const issueApiKey = route({
  method: 'post',
  path: '/v1/api-keys',
  operationId: 'issueApiKey',
  summary: 'Issue an API key for the organization; the key is shown this once',
  description:
    'Neither its role, its scopes nor its life exceed those of the calling key: one that ends issues none that ends later, or never.',
  tag: 'API keys',
  access: MANAGE,
  family: 'general',
  showsSecret: true,
  body: json(
    z.strictObject({
      name: someName('Name that people know it by'),
      role,
      scopes: scopes.nullish().meta({ description: 'Absent or empty: all that the calling key has' }),
      expires_at: expiryTime.nullish(),
      owner_id: identifier('A user of the organization').nullish(),
    }),
  ),
  reply: issuedKey,
  handle: ({ clients, from, body }) =>
    clients.apiKeys.issue(from, {
      name: body.name,
      role: body.role,
      scopes: body.scopes ?? [],
      ownerId: body.owner_id || undefined,
      expiresAt: body.expires_at ? Date.parse(body.expires_at) * 1000 : undefined,
    }),
});
