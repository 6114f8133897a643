import { z } from 'zod';
import { MOST } from '../bounds.js';
import { id, microseconds, someName } from '../schemas.js';

export const category = z
  .object({
    id,
    name: z.string(),
    created_at: microseconds,
    update_count: z.int().meta({ description: 'Updates that carry it, archived ones included' }),
  })
  .meta({ id: 'TrustPortalCategory' });
export type Category = z.infer<typeof category>;

export const categoryList = z.object({ categories: z.array(category) }).meta({ id: 'TrustPortalCategoryList' });

export const categoryName = z.object({ name: someName('Unique in the portal, folded', MOST.label) });
