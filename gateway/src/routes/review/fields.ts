import { z } from 'zod';

export const assignee = z.object({
  id: z.string().min(1),
  type: z.enum(['USER', 'GROUP'], { error: 'must be USER or GROUP' }),
});

/** Null clears, as '' does; undefined leaves as it is. */
export const cleared = (text: string | null | undefined): string | undefined => (text === null ? '' : text);
