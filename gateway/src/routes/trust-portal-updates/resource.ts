import { z } from 'zod';
import { id, microseconds, pagination } from '../schemas.js';

const update = z.object({ id, title: z.string(), created_at: microseconds }).meta({ id: 'TrustPortalUpdate' });
export type Update = z.infer<typeof update>;

export const updateList = z.object({ updates: z.array(update), pagination }).meta({ id: 'TrustPortalUpdateList' });
