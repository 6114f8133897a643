import { z } from 'zod';
import { id, microseconds, someText } from '../schemas.js';

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

export const categoryName = z.object({ name: someText('Unique in the portal, ignoring case and outer space') });
