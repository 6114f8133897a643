import { z } from 'zod';
import { validate } from '../../http/validate.js';
import { MOST } from '../bounds.js';
import type { FormFields } from '../../multipart/fields.js';
import { expiryTime, timePattern } from '../schemas.js';

/** From when on something holds: ISO 8601, before the year 2200. */
export const effectiveTime = expiryTime
  .refine((time) => time !== null, 'must be before the year 2200')
  .meta({
    description: 'From when on it holds, ISO 8601, before the year 2200',
    example: '2027-01-01T00:00:00Z',
    maxLength: MOST.time,
    pattern: `^${timePattern('(19[7-9]\\d|2[01]\\d{2})')}$`,
  });

/** In microseconds; undefined for none. */
export const effectiveMicros = (time: string | null | undefined): number | undefined =>
  time ? Date.parse(time) * 1000 : undefined;

/** The field of the forms that bring a file. */
export const effectiveField = z.object({
  effective_at: effectiveTime
    .optional()
    .meta({ description: 'From when on the file holds, ISO 8601, before the year 2200; absent or past: at once' }),
});

/** How those forms are read: what was sent, and the checked time in microseconds. */
export const readEffective = {
  read: (sent: FormFields) => ({ effective_at: sent.text('effective_at')?.trim() || undefined }),
  check: (read: { effective_at: string | undefined }): number | undefined =>
    effectiveMicros(validate(effectiveField, read).effective_at),
};
