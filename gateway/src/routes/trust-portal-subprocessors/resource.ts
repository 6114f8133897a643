import { z } from 'zod';
import { MOST } from '../bounds.js';
import { calendarDate, id, microseconds, name, someName } from '../schemas.js';

export const SUBPROCESSOR_CHANGES = ['added', 'changed', 'removed'] as const;

export const subprocessor = z
  .object({
    id,
    name: z.string(),
    purpose: z.string(),
    data: z.string(),
    region: z.string(),
    since: z.string().nullable(),
    change: z.enum(SUBPROCESSOR_CHANGES).nullable(),
    created_at: microseconds,
    updated_at: microseconds,
  })
  .meta({ id: 'Subprocessor' });
export type Subprocessor = z.infer<typeof subprocessor>;

export const subprocessorList = z.object({ subprocessors: z.array(subprocessor) }).meta({ id: 'SubprocessorList' });

export const announcement = z
  .object({ update_id: z.string(), changes: z.int() })
  .meta({ id: 'SubprocessorAnnouncement' });
export type Announcement = z.infer<typeof announcement>;

const details = {
  purpose: name(MOST.subprocessorText).optional(),
  data: name(MOST.subprocessorText).optional(),
  region: name(MOST.name).optional(),
  since: calendarDate.nullish(),
};

export const newSubprocessor = z.strictObject({ name: someName('Name of the company'), ...details });
export const subprocessorChange = z.strictObject({ name: someName('Name of the company').optional(), ...details });
