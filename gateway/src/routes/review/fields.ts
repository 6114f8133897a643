import { z } from 'zod';
import { MOST } from '../bounds.js';
import { calendarDate, identifier, text } from '../schemas.js';

export const assignee = z.object({
  id: identifier().refine((id) => id !== '', 'must not be blank'),
  type: z.enum(['USER', 'GROUP'], { error: 'must be USER or GROUP' }),
});

/** The same where unknown fields are refused. */
export const strictAssignee = z.strictObject(assignee.shape);

const FIRST = 978_307_200_000_000;
const LAST = 7_258_118_400_000_000;
const DUE = 'must be microseconds, or a day as YYYY-MM-DD, of the years 2001 to 2199';

/** When something is due: microseconds, or a day, which ends it (UTC). Comes out as microseconds; 0 for null, which is none. */
export const dueTime = z
  .union([z.int().min(FIRST).max(LAST), calendarDate], { error: DUE })
  .nullish()
  .transform((given, context) => {
    if (given === undefined) return undefined;
    if (given === null) return 0;
    const at = typeof given === 'number' ? given : Date.parse(`${given}T23:59:59.999Z`) * 1000;
    if (at >= FIRST && at <= LAST) return at;
    context.addIssue({ code: 'custom', message: DUE });
    return z.NEVER;
  })
  .meta({
    type: ['integer', 'string', 'null'],
    minimum: FIRST,
    maximum: LAST,
    maxLength: 10,
    description:
      'With `assignee`: when it should be answered, in microseconds, or a day (YYYY-MM-DD), until its end in UTC; null: none. Absent: stays with the same assignee',
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
  /** 0: none. */
  due_at?: number | undefined;
  note?: string | null | undefined;
}

/** `due_at` and `note` belong to somebody. */
export const hasAssignee = ({ assignee, due_at, note }: Assigning): boolean =>
  (due_at === undefined && note === undefined) || (assignee !== undefined && assignee !== null);
export const NO_ASSIGNEE = { path: ['assignee'], message: 'must be given with due_at and note' };

/** As the client of the service takes it. */
export const assigneeChange = ({ assignee, due_at, note }: Assigning) =>
  assignee === undefined ? undefined : { assignee, dueAt: due_at, note: note === null ? '' : note };

/** Null clears, as '' does; undefined leaves as it is. */
export const cleared = (text: string | null | undefined): string | undefined => (text === null ? '' : text);
