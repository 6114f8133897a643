import { z } from 'zod';
import { MOST, MOST_ITEMS } from '../bounds.js';
import { list, someName } from '../schemas.js';
import { LIBRARY_STATUSES } from './resource.js';

export const status = z.enum(LIBRARY_STATUSES, { error: `must be one of ${LIBRARY_STATUSES.join(', ')}` });
export const tags = list(someName('A word to find it by', MOST.label), MOST_ITEMS.tags);
