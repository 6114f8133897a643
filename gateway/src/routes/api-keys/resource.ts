import { ROLES } from '@candor/runtime';
import { z } from 'zod';
import { SCOPES } from '../../middleware/access.js';
import { MOST_ITEMS } from '../bounds.js';
import { id, list, microseconds, pagination } from '../schemas.js';

export const role = z.enum(ROLES, { error: `must be one of ${ROLES.join(', ')}` });
export const scopes = list(z.enum(SCOPES, { error: `must be one of ${SCOPES.join(', ')}` }), MOST_ITEMS.scopes);

export const apiKey = z
  .object({
    id,
    name: z.string(),
    prefix: z.string().meta({ description: 'Beginning of the key, to know it by', example: 'cnd_4f9a2c1e' }),
    role,
    scopes: scopes.meta({ description: 'Empty: unrestricted within the role' }),
    owner_id: z.string().nullable().meta({ description: 'The user whose role caps the key’s at every call' }),
    expires_at: z.iso.datetime().nullable(),
    revoked_at: microseconds.nullable(),
    created_at: microseconds,
    made_for: z.enum(['browser_extension']).nullable().meta({
      description: 'What made it: `browser_extension`; null: a person or a program',
      example: null,
    }),
  })
  .meta({ id: 'ApiKey' });
export type ApiKey = z.infer<typeof apiKey>;

export const issuedKey = apiKey
  .extend({ key: z.string().meta({ description: 'The whole key: shown this once' }) })
  .meta({ id: 'IssuedApiKey' });
export type IssuedKey = z.infer<typeof issuedKey>;

export const apiKeyList = z.object({ api_keys: z.array(apiKey), pagination }).meta({ id: 'ApiKeyList' });
export type ApiKeyList = z.infer<typeof apiKeyList>;
