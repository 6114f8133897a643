import { DEFAULT_TIME_ZONE, endOfDayIn, type CallFor } from '@candor/runtime';
import { z } from 'zod';
import type { Clients } from '../../clients/clients.js';
import { MOST } from '../bounds.js';
import { calendarDate, identifier, text } from '../schemas.js';

interface Caller {
  clients: Clients;
  from: CallFor;
}

export const assignee = z.object({
  id: identifier().refine((id) => id !== '', 'must not be blank'),
  type: z.enum(['USER', 'GROUP'], { error: 'must be USER or GROUP' }),
});

/** The same where unknown fields are refused. */
export const strictAssignee = z.strictObject(assignee.shape);

const FIRST = 978_307_200_000_000;
const LAST = 7_258_118_400_000_000;
const DUE = 'must be microseconds, or a day as YYYY-MM-DD, of the years 2001 to 2199';

/** When something is due: microseconds, or a day, which ends it where the organization is; 0 for null, which is none. */
export const dueTime = z
  .union([z.int().min(FIRST).max(LAST), calendarDate], { error: DUE })
  .nullish()
  .transform((given, context) => {
    if (given === undefined) return undefined;
    if (given === null) return 0;
    const at = typeof given === 'number' ? given : endOfDayIn(given, DEFAULT_TIME_ZONE);
    if (at >= FIRST && at <= LAST) return given;
    context.addIssue({ code: 'custom', message: DUE });
    return z.NEVER;
  })
  .meta({
    type: ['integer', 'string', 'null'],
    minimum: FIRST,
    maximum: LAST,
    maxLength: 10,
    description:
      'With `assignee`: when it should be answered, in microseconds, or a day (YYYY-MM-DD), until its end in the organization’s time zone; null: none. Absent: stays with the same assignee',
    example: '2027-03-24',
  });

/** Who is asked, by when, with what; null: nobody. Undefined leaves it as it is. */
export const assigning = {
  assignee: strictAssignee.nullish().meta({ description: 'Null: nobody' }),
  due_at: dueTime,
  note: text(MOST.note, 'With `assignee`: what is asked').nullish(),
};

interface Assigning {
  assignee?: { id: string; type: 'USER' | 'GROUP' } | null | undefined;
  /** Microseconds, or a day; 0: none. */
  due_at?: number | string | undefined;
  note?: string | null | undefined;
}

/** `due_at` and `note` belong to somebody. */
export const hasAssignee = ({ assignee, due_at, note }: Assigning): boolean =>
  (due_at === undefined && note === undefined) || (assignee !== undefined && assignee !== null);
export const NO_ASSIGNEE = { path: ['assignee'], message: 'must be given with due_at and note' };

/** As the client of the service takes it: a day is over when it is over where the organization is. */
export async function assigneeChange({ clients, from }: Caller, { assignee, due_at, note }: Assigning) {
  if (assignee === undefined) return undefined;
  const dueAt = typeof due_at === 'string' ? endOfDayIn(due_at, await timeZoneOf({ clients, from })) : due_at;
  return { assignee, dueAt, note: note === null ? '' : note };
}

/** A service of the release before says nothing of it. */
const timeZoneOf = async ({ clients, from }: Caller): Promise<string> =>
  (await clients.directory.standing(from)).timeZone || DEFAULT_TIME_ZONE;

/** Null clears, as '' does; undefined leaves as it is. */
export const cleared = (text: string | null | undefined): string | undefined => (text === null ? '' : text);
