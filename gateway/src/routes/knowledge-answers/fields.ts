import { z } from 'zod';
import { LIBRARY_STATUSES } from './resource.js';

export const status = z.enum(LIBRARY_STATUSES, { error: `must be one of ${LIBRARY_STATUSES.join(', ')}` });
export const tags = z.array(z.string().min(1));
