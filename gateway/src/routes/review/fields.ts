import { z } from 'zod';
import { identifier } from '../schemas.js';

export const assignee = z.object({
  id: identifier().refine((id) => id !== '', 'must not be blank'),
  type: z.enum(['USER', 'GROUP'], { error: 'must be USER or GROUP' }),
});

/** The same where unknown fields are refused. */
export const strictAssignee = z.strictObject(assignee.shape);

/** Null clears, as '' does; undefined leaves as it is. */
export const cleared = (text: string | null | undefined): string | undefined => (text === null ? '' : text);
