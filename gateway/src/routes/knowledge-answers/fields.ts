import { z } from 'zod';
import { LIBRARY_STATUSES } from './resource.js';

const ISO = /^\d{4}-\d{2}-\d{2}([Tt ]\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?([Zz]|[+-]\d{2}:?\d{2})?)?$/;

/** ISO 8601, UTC when it has no offset; comes out as ISO 8601 in UTC. */
export const instant = z
  .string()
  .transform((text, context) => {
    const at = ISO.test(text) ? Date.parse(toUtc(text)) : NaN;
    if (Number.isNaN(at) || !isRealDate(text.slice(0, 10))) {
      context.addIssue({ code: 'custom', message: 'must be a date and time in ISO 8601' });
      return z.NEVER;
    }
    return new Date(at).toISOString();
  })
  .meta({ description: 'ISO 8601; UTC when it has no offset', example: '2027-01-01T00:00:00Z' });

const toUtc = (text: string): string => {
  const upper = text.toUpperCase().replace(' ', 'T');
  return upper.includes('T') && !/(Z|[+-]\d{2}:?\d{2})$/.test(upper.slice(10)) ? `${upper}Z` : upper;
};

/** Date.parse takes 30 February for 2 March. */
const isRealDate = (date: string): boolean => z.iso.date().safeParse(date).success;

export const status = z.enum(LIBRARY_STATUSES, { error: `must be one of ${LIBRARY_STATUSES.join(', ')}` });
export const tags = z.array(z.string().min(1));
